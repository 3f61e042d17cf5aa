/**
 * Which format a file has: by what it holds first, by its extension second, since extensions are often wrong.
 *
 * Promise: never guesses. A file that neither shows nor names a format we read is refused, and the message names the
 * tool that converts it where we know one.
 */

import { fileError, refuseEmpty } from './file-error.ts';
import { foreignFormatError } from './foreign-formats.ts';
import type { ModelFormat, ReadOptions } from './model.ts';
import { type ModelBytes, viewOf } from './model-source.ts';
import { peekOffKeyword } from './off/header.ts';
import { hasBinaryStlSize } from './stl/binary.ts';
import { isAsciiStl } from './stl/stl.ts';
import { startOfText } from './text/byte-order-mark.ts';
import { TextScanner } from './text/text-scanner.ts';

const SNIFFED_BYTES = 2048;

const EXTENSIONS = new Map<string, ModelFormat>([
  ['obj', 'obj'],
  ['stl', 'stl'],
  ['ply', 'ply'],
  ['off', 'off'],
  ['gltf', 'gltf'],
  ['glb', 'gltf'],
  ['3mf', '3mf'],
]);

/** Keywords that begin a line of an OBJ file and of hardly anything else. */
const OBJ_LINE = /^\s*(v|vn|vt|f|o|g|s|l|mtllib|usemtl)\s+\S/;

/**
 * Tells the format of a file by its contents, and by the ending of its name where they do not show it. It never guesses.
 * @throws {@link MeshError} `empty-file`, `text-encoding`, `unsupported-format`, `unknown-format`
 * @example
 * ```ts
 * const bytes = await readFile('part.stl');
 * console.log(detectFormat(bytes, { name: 'part.stl' }));
 * ```
 */
export function detectFormat(source: ModelBytes, options: ReadOptions = {}): ModelFormat {
  const bytes = viewOf(source);
  refuseEmpty(bytes, options);
  const extension = /\.([^./\\]+)$/.exec(options.name ?? '')?.[1].toLowerCase() ?? '';
  if (hasBinaryStlSize(bytes)) return 'stl';
  const text = bytes.subarray(startOfText(bytes, options));
  const start = String.fromCharCode(...text.subarray(0, SNIFFED_BYTES));
  const shown = formatByContent(text, start, options);
  if (shown) return shown;
  const foreign = foreignFormatError(start.trimStart(), extension, options);
  if (foreign) throw foreign;
  const named = EXTENSIONS.get(extension);
  if (named) return named;
  throw fileError('unknown-format', options, {
    found: `found ${describeStart(start)}, expected OBJ, STL, PLY, OFF, glTF or 3MF`,
    advice: 'Convert it to one of these, or give its format if it is one of them.',
  });
}

/** `bytes` without their byte-order mark. */
function formatByContent(bytes: Uint8Array, start: string, options: ReadOptions): ModelFormat | undefined {
  if (/^ply[ \t]*[\r\n]/i.test(start)) return 'ply';
  if (start.startsWith('glTF')) return 'gltf';
  if (/^\s*\{/.test(start) && holdsAsset(bytes, start)) return 'gltf';
  if (start.startsWith('PK\x03\x04')) return '3mf';
  const scanner = new TextScanner(bytes);
  scanner.skipToContent();
  if (peekOffKeyword(scanner)) return 'off';
  if (isAsciiStl(bytes, options)) return 'stl';
  return looksLikeObj(start) ? 'obj' : undefined;
}

/** Every glTF document has the property "asset", by custom at its beginning or end. */
function holdsAsset(bytes: Uint8Array, start: string): boolean {
  return start.includes('"asset"') || String.fromCharCode(...bytes.subarray(-SNIFFED_BYTES)).includes('"asset"');
}

/** The first line that is no comment begins like a line of an OBJ file. */
function looksLikeObj(start: string): boolean {
  const line = start.split(/[\r\n]+/).find((candidate) => candidate.trim() !== '' && !candidate.startsWith('#'));
  return line !== undefined && OBJ_LINE.test(line);
}

function describeStart(start: string): string {
  const shown = start.slice(0, 16).replace(/[^\x20-\x7e]/g, '.');
  return `a file that begins with ${JSON.stringify(shown)}`;
}
