/**
 * XML as plain objects, by local names, every value as text: nothing is taken for a number, and no entity but those of HTML and
 * character references is expanded.
 */
import { XMLParser } from 'fast-xml-parser';

/** An element: its attributes and the elements in it, by name. */
export type XmlElement = Readonly<Record<string, unknown>>;

export interface XmlChoice {
  /** Elements that may come several times; they are always lists. */
  readonly lists: readonly string[];
  /** Put before the names of attributes, where an element may have an attribute and an element of one name. */
  readonly attributePrefix?: string;
}

/** Throws the parser's error when it is not XML. */
export function parseXmlText(xml: string, { lists, attributePrefix = '' }: XmlChoice): XmlElement {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: attributePrefix,
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    ignoreDeclaration: true,
    // Character references (&#246;) come with these.
    htmlEntities: true,
    isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && lists.includes(name),
  });
  return asElement(parser.parse(xml, true));
}

/** The first of several. One without attributes or children comes out of the parser as an empty text. */
export function asElement(value: unknown): XmlElement {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? (first as XmlElement) : {};
}
