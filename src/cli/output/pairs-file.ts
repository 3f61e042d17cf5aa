/** `--pairs`: one line per pair, `objectA triangleA objectB triangleB`, tab-separated, in the order of the answer. */
import type { OutputFile } from './output-file.ts';

/** Lines per write. */
const LINES_AT_ONCE = 16384;

/** Appends the pairs of one query, whose objects are numbered from `firstObject`. */
export async function writePairs(file: OutputFile, trianglePairs: Uint32Array, firstObject: number): Promise<void> {
  for (let from = 0; from < trianglePairs.length; from += 4 * LINES_AT_ONCE) {
    const to = Math.min(trianglePairs.length, from + 4 * LINES_AT_ONCE);
    let text = '';
    for (let at = from; at < to; at += 4) {
      const a = trianglePairs[at] + firstObject;
      const b = trianglePairs[at + 2] + firstObject;
      text += `${a}\t${trianglePairs[at + 1]}\t${b}\t${trianglePairs[at + 3]}\n`;
    }
    await file.write(text);
  }
}
