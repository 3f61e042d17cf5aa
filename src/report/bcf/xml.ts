/** Writes XML. Names in files can hold anything: what XML does not allow is replaced, what it would read as markup escaped. */

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What XML 1.0 does not allow as a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function xmlText(text: string): string {
  // A carriage return that stands as it is would be read as a line feed.
  return text
    .replace(FORBIDDEN, '�')
    .replace(/[&<>"]/g, (found) => ESCAPES[found])
    .replaceAll('\r', '&#13;');
}

function attributesText(attributes: Attributes): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  // Line ends and tabs in an attribute would be read as blanks.
  const escaped = (value: unknown) => xmlText(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
  return given.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
}

/** An element with elements in it; those that are undefined are left out. */
export function node(name: string, attributes: Attributes, ...children: readonly (string | undefined)[]): string {
  const content = children.filter((child) => child !== undefined).join('');
  const start = `<${name}${attributesText(attributes)}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** An element with text in it; undefined, and so left out, for no text. */
export function leaf(name: string, text: string | number | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : `<${name}>${xmlText(String(text))}</${name}>`;
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
