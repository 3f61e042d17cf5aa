/**
 * STL, binary or text: told apart by what the file holds, since many binary files begin with "solid" as text ones do.
 *
 * Promise: a file of exactly the size that its binary header claims is binary, whatever its first bytes say.
 */
import { refuseEmpty } from '../file-error.ts';
import type { Model, ReadOptions } from '../model.ts';
import type { ModelSource } from '../model-source.ts';
import { readSteps, type Steps } from '../read-steps.ts';
import { LINE_FEED, SPACE, TAB, TextScanner } from '../text/text-scanner.ts';
import { stlAsciiSteps } from './ascii.ts';
import { hasBinaryStlSize, stlBinarySteps } from './binary.ts';

/** How far to look for bytes that no text holds. */
const SNIFFED_BYTES = 1024;

/**
 * Reads an STL file, text or binary.
 * @throws {@link MeshError} the codes under "Files" in docs/errors.md, such as `truncated`, `bad-number` and `index-range`
 * @throws {@link OptionError} `bad-source`
 * @example
 * ```ts
 * const { parts } = await readStl(await readFile('part.stl'), { name: 'part.stl' });
 * const id = scene.add({ ...parts[0], weld: true });
 * ```
 */
export function readStl(source: ModelSource, options: ReadOptions = {}): Promise<Model> {
  return readSteps(source, options, stlSteps);
}

function stlSteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  refuseEmpty(bytes, options);
  return isAsciiStl(bytes, options) ? stlAsciiSteps(bytes, options) : stlBinarySteps(bytes, options);
}

/** Begins with the word "solid" and holds text. */
export function isAsciiStl(bytes: Uint8Array, options: ReadOptions): boolean {
  if (hasBinaryStlSize(bytes)) return false;
  const scanner = new TextScanner(bytes, options);
  scanner.skipToContent();
  return scanner.takeWord('solid') && bytes.subarray(0, SNIFFED_BYTES).every(isText);
}

function isText(byte: number): boolean {
  return byte >= SPACE || (byte >= TAB && byte <= LINE_FEED + 3);
}
