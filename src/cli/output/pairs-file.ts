/** `--pairs`: one line per pair, `objectA triangleA objectB triangleB`, tab-separated, in the order of the answer. */
import type { Answer } from '../../report/ask.ts';

/** The fields of an answer that are needed. */
interface FoundPairs extends Pick<Answer, 'triangleNumbers'> {
  readonly collisions: Pick<Answer['collisions'], 'trianglePairs'>;
}

/** Lines per write. */
const LINES_AT_ONCE = 16384;

/** Appends the pairs of one query, whose objects are numbered from `firstObject`. */
export async function writePairs(
  file: { write(text: string): Promise<void> },
  { collisions: { trianglePairs }, triangleNumbers }: FoundPairs,
  firstObject: number,
): Promise<void> {
  const numberAt = (at: number) => triangleNumbers?.[trianglePairs[at - 1]][trianglePairs[at]] ?? trianglePairs[at];
  for (let from = 0; from < trianglePairs.length; from += 4 * LINES_AT_ONCE) {
    const to = Math.min(trianglePairs.length, from + 4 * LINES_AT_ONCE);
    let text = '';
    for (let at = from; at < to; at += 4) {
      const a = trianglePairs[at] + firstObject;
      const b = trianglePairs[at + 2] + firstObject;
      text += `${a}\t${numberAt(at + 1)}\t${b}\t${numberAt(at + 3)}\n`;
    }
    await file.write(text);
  }
}
