/** One function for all formats: bytes in, model out. */
import { OptionError } from '../errors.ts';
import { detectFormat } from './detect-format.ts';
import { FORMAT_NAMES, FORMATS } from './formats.ts';
import type { Model, ReadOptions } from './model.ts';
import { bytesOf, checkReadOptions, type ModelSource, nameOf } from './model-source.ts';

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
  checkReadOptions(options);
  const name = options.name ?? nameOf(source);
  const named = name === undefined ? options : { ...options, name };
  const bytes = await bytesOf(source, named);
  const format = named.format ?? detectFormat(bytes, named);
  if (!Object.hasOwn(FORMATS, format)) {
    const known = FORMAT_NAMES.join(', ');
    throw new OptionError('option-value', `format is "${format}"; expected one of ${known}.`, { format });
  }
  return FORMATS[format].read(bytes, named);
}
