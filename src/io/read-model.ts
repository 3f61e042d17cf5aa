/**
 * The one door to all readers: bytes in, model out.
 *
 * The readers of glTF and 3MF bring large packages with them, so they are loaded only when such a file comes.
 */
import { OptionError } from '../errors.ts';
import { detectFormat } from './detect-format.ts';
import type { Model, ModelFormat, ReadOptions } from './model.ts';
import { bytesOf, type ModelSource, nameOf } from './model-source.ts';
import { readObj } from './obj/obj.ts';
import { readOff } from './off/off.ts';
import { readPly } from './ply/ply.ts';
import { readStl } from './stl/stl.ts';

type Reader = (bytes: Uint8Array, options: ReadOptions) => Promise<Model>;

const READERS: Readonly<Record<ModelFormat, Reader>> = {
  obj: readObj,
  stl: readStl,
  ply: readPly,
  off: readOff,
  gltf: async (bytes, options) => (await import('./gltf/gltf.ts')).readGltf(bytes, options),
  '3mf': async (bytes, options) => (await import('./three-mf/three-mf.ts')).readThreeMf(bytes, options),
};

/**
 * Reads a model of any format. Triangles are in file order, polygons fanned from their first corner; nothing is welded or
 * dropped.
 * @throws {@link MeshError} the codes under "Files" in docs/errors.md, such as `truncated`, `bad-number` and `index-range`
 * @throws {@link OptionError} `bad-source`, `option-value`
 * @example
 * ```ts
 * const model = await readModel(await fetch('part.glb'));
 * for (const part of model.parts) scene.add({ ...part, weld: true });
 * ```
 */
export async function readModel(source: ModelSource, options: ReadOptions = {}): Promise<Model> {
  const name = options.name ?? nameOf(source);
  const named = name === undefined ? options : { ...options, name };
  const bytes = await bytesOf(source, named);
  const format = named.format ?? detectFormat(bytes, named);
  if (!Object.hasOwn(READERS, format)) {
    const known = Object.keys(READERS).join(', ');
    throw new OptionError('option-value', `format is "${format}"; expected one of ${known}.`, { format });
  }
  return READERS[format](bytes, named);
}
