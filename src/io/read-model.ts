/** One function for all formats: bytes in, model out. */
import { OptionError } from '../errors.ts';
import { detectFormat } from './detect-format.ts';
import { FORMAT_NAMES, FORMATS } from './formats.ts';
import type { Model, ReadOptions } from './model.ts';
import { bytesOf, type ModelSource, nameOf } from './model-source.ts';

/**
 * Reads a model in any format we know. The caller owns the result; the bytes are neither kept nor changed.
 * A File or a Response supplies its own name, unless `options` has one.
 */
export async function readModel(source: ModelSource, options: ReadOptions = {}): Promise<Model> {
  const name = options.name ?? nameOf(source);
  const named = name === undefined ? options : { ...options, name };
  const bytes = await bytesOf(source, named);
  const format = named.format ?? detectFormat(bytes, named);
  if (!Object.hasOwn(FORMATS, format)) {
    const known = FORMAT_NAMES.join(', ');
    throw new OptionError('bad-option', `format is "${format}"; expected one of ${known}.`, { format });
  }
  return FORMATS[format].read(bytes, named);
}
