/**
 * Finds out which format a file has: from its content first, from its ending second, since endings are often wrong.
 *
 * Promise: never guesses. A file whose content and ending both say nothing is refused, and where we know a tool that
 * converts it, the message names that tool.
 */

import { fileError, refuseEmpty } from './file-error.ts';
import { foreignFormatError } from './foreign-formats.ts';
import { FORMAT_NAMES, FORMATS, formatOfEnding, formatTitles, SNIFFED_BYTES } from './formats.ts';
import type { ModelFormat, ReadOptions } from './model.ts';
import { checkReadOptions, type ModelBytes, viewOf } from './model-source.ts';
import { startOfText } from './text/byte-order-mark.ts';

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
  checkReadOptions(options);
  const bytes = viewOf(source);
  refuseEmpty(bytes, options);
  const bySize = FORMAT_NAMES.find((name) => FORMATS[name].hasExactSize?.(bytes));
  if (bySize) return bySize;
  const text = bytes.subarray(startOfText(bytes, options));
  const start = String.fromCharCode(...text.subarray(0, SNIFFED_BYTES));
  const byContent = FORMAT_NAMES.find((name) => FORMATS[name].recognise({ bytes: text, start, options }));
  if (byContent) return byContent;
  const ending = /\.([^./\\]+)$/.exec(options.name ?? '')?.[1].toLowerCase() ?? '';
  const foreign = foreignFormatError(start.trimStart(), ending, options);
  if (foreign) throw foreign;
  const byEnding = formatOfEnding(ending);
  if (byEnding) return byEnding;
  throw fileError('unknown-format', options, {
    found: `found ${describeStart(start)}, expected ${formatTitles('or')}`,
    advice: 'Convert it to one of these, or state the format if it is one of them.',
  });
}

function describeStart(start: string): string {
  const shown = start.slice(0, 16).replace(/[^\x20-\x7e]/g, '.');
  return `a file that begins with ${JSON.stringify(shown)}`;
}
