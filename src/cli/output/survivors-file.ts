/** `--survivors`: one line per triangle that culling leaves, `object triangle`, tab-separated, in ascending order. */
import type { OutputFile } from './output-file.ts';

/** Lines per write. */
const LINES_AT_ONCE = 16384;

export async function writeSurvivors(file: OutputFile, survivorTriangles: Uint32Array): Promise<void> {
  for (let from = 0; from < survivorTriangles.length; from += 2 * LINES_AT_ONCE) {
    const to = Math.min(survivorTriangles.length, from + 2 * LINES_AT_ONCE);
    let text = '';
    for (let at = from; at < to; at += 2) text += `${survivorTriangles[at]}\t${survivorTriangles[at + 1]}\n`;
    await file.write(text);
  }
}
