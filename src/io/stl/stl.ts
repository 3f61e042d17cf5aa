/**
 * STL, binary or text: told apart by what the file holds, since many binary files begin with "solid" as text ones do.
 *
 * Promise: a file of exactly the size that its binary header claims is binary, whatever its first bytes say.
 */
import { refuseEmpty } from '../file-error.ts';
import type { Model, ReadOptions } from '../model.ts';
import type { ModelSource } from '../model-source.ts';
import { readSteps, type Steps } from '../read-steps.ts';
import { hasBinaryStlSize, isAsciiStl } from '../recognise.ts';
import { startOfText } from '../text/byte-order-mark.ts';
import { stlAsciiSteps } from './ascii.ts';
import { stlBinarySteps } from './binary.ts';

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
  const isText = !hasBinaryStlSize(bytes) && isAsciiStl(bytes.subarray(startOfText(bytes, options)));
  return isText ? stlAsciiSteps(bytes, options) : stlBinarySteps(bytes, options);
}
