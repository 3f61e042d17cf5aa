/** Reads BCF files for tests, sharing no code with what writes them: its own unzip over node:zlib, its own XML. */
import { inflateRawSync } from 'node:zlib';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Files of a zip by name, from its central directory. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [method, packed, unpacked] = [at + 10, at + 20, at + 24].map((place, k) =>
      k === 0 ? bytes.readUInt16LE(place) : bytes.readUInt32LE(place),
    );
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = bytes.subarray(start, start + packed);
    const data = method === 0 ? content : inflateRawSync(content);
    if (data.length !== unpacked) throw new Error('the directory is wrong about a size');
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), data);
    at += 46 + name + extra + comment;
  }
  return files;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (_, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    if (!(name in ENTITIES)) throw new Error(`unknown entity ${name}`);
    return ENTITIES[name];
  });
}

/** Refuses what is not well formed. */
export function parseXml(xml: string): XmlElement {
  const body = xml.replace(/^\ufeff?<\?xml [^?]*\?>\s*/, '');
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const stack = [root];
  const token = /<\/([\w.]+)>|<([\w.]+)((?:\s+[\w:.]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (!match) throw new Error(`not XML at ${at}: ${body.slice(at, at + 60)}`);
    const [, close, open, attributes, single, text] = match;
    const top = stack.at(-1)!;
    if (text !== undefined) {
      if (/&(?!#x?[0-9a-f]+;|\w+;)/i.test(text)) throw new Error(`a bare & in ${text}`);
      top.text += plain(text);
    } else if (close !== undefined) {
      if (stack.pop()!.name !== close) throw new Error(`</${close}> closes nothing`);
    } else {
      const given = [...attributes.matchAll(/([\w:.]+)="([^"]*)"/g)].map(
        ([, key, value]) => [key, plain(value)] as const,
      );
      const made = { name: open, attributes: Object.fromEntries(given), children: [], text: '' };
      (top.children as XmlElement[]).push(made);
      if (!single) stack.push(made);
    }
  }
  if (stack.length !== 1 || root.children.length !== 1) throw new Error('elements are left open');
  return root.children[0];
}

export function child(element: XmlElement, name: string): XmlElement {
  const found = element.children.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`${element.name} has no ${name}`);
  return found;
}

/** x, y, z of a point or direction. */
export function point(element: XmlElement): number[] {
  return ['X', 'Y', 'Z'].map((axis) => Number(child(element, axis).text));
}
