/**
 * The header of a PLY file: the encoding, and the elements with their properties in order.
 *
 * Source: G. Turk, "The PLY Polygon File Format", 1994.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { type PlyType, plyTypeNamed } from './types.ts';

export interface PlyProperty {
  readonly name: string;
  /** Type of the value, or of the items of a list. */
  readonly type: PlyType;
  /** Type of the length in front of a list; none for a plain value. */
  readonly countType?: PlyType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'little-endian' | 'big-endian';
  readonly elements: readonly PlyElement[];
  /** The first byte behind the header. */
  readonly byteLength: number;
}

const ENCODINGS = new Map<string, PlyHeader['encoding']>([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'little-endian'],
  ['binary_big_endian', 'big-endian'],
]);

const CHECK_HEADER = 'Correct the header, or export the file again.';

export function readPlyHeader(bytes: Uint8Array, options: ReadOptions): PlyHeader {
  const scanner = new TextScanner(bytes, options);
  if (!scanner.takeWord('ply'))
    throw scanner.unexpected('bad-header', '"ply"', 'Give the format if this is no PLY file.');
  scanner.skipLine();
  const elements: PlyElement[] = [];
  let encoding: PlyHeader['encoding'] | undefined;
  for (;;) {
    if (scanner.position >= scanner.end) throw scanner.unexpected('truncated', '"end_header"', 'Copy the file again.');
    const lineStart = scanner.position;
    const [keyword, ...words] = scanner.restOfLine().split(/\s+/);
    scanner.skipLine();
    if (keyword === 'end_header') break;
    if (keyword === 'format') encoding = ENCODINGS.get(words[0]);
    else if (keyword === 'element') elements.push(elementOf(words, scanner, lineStart));
    else if (keyword === 'property') addProperty(elements.at(-1), words, scanner, lineStart);
    else if (keyword !== 'comment' && keyword !== 'obj_info' && keyword !== '') {
      throw scanner.unexpected(
        'bad-header',
        '"element", "property", "comment" or "end_header"',
        CHECK_HEADER,
        lineStart,
      );
    }
  }
  if (encoding) return { encoding, elements, byteLength: scanner.position };
  throw fileError('bad-header', options, {
    found: `found no "format" line with a known encoding, expected one of ${[...ENCODINGS.keys()].join(', ')}`,
    advice: CHECK_HEADER,
  });
}

function elementOf(words: string[], scanner: TextScanner, lineStart: number): PlyElement {
  const [name, count] = words;
  if (words.length === 2 && /^\d{1,15}$/.test(count)) return { name, count: Number(count), properties: [] };
  throw scanner.unexpected('bad-header', 'an element with a name and a count', CHECK_HEADER, lineStart);
}

function addProperty(element: PlyElement | undefined, words: string[], scanner: TextScanner, lineStart: number): void {
  const isList = words[0] === 'list';
  const [typeName, name] = isList ? words.slice(2) : words;
  const type = plyTypeNamed(typeName);
  const countType = isList ? plyTypeNamed(words[1]) : undefined;
  if (!element || !type || !name || (isList && !countType)) {
    throw scanner.unexpected(
      'bad-header',
      'a property with a type and a name, below an element',
      CHECK_HEADER,
      lineStart,
    );
  }
  element.properties.push({ name, type, countType });
}
