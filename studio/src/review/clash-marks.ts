/** Where in the model the clashes of the list are: a point for each, of the worst when there are more than the model can bear. */
import { type ReportClash, worstFirst } from '../../../src/report/clash-list.ts';
import type { ReviewClash } from '../answer.ts';
import { grouped } from '../dom.ts';

/** More points than these hide what they stand on. */
export const MARKS_MOST = 500;

export interface ClashPoints {
  readonly data: Float32Array<ArrayBuffer>;
  /** Says what is left out; undefined when nothing is. */
  readonly text: string | undefined;
}

/** Those that are marked. */
export function worstOf<Clash extends ReportClash | ReviewClash>(clashes: readonly Clash[]): readonly Clash[] {
  return clashes.length <= MARKS_MOST ? clashes : clashes.toSorted(worstFirst).slice(0, MARKS_MOST);
}

export function clashPoints(shown: readonly ReviewClash[]): ClashPoints {
  const marked = worstOf(shown);
  return {
    data: Float32Array.from(marked.flatMap(({ at }) => at)),
    text:
      marked.length === shown.length
        ? undefined
        : `marks of the worst ${grouped(marked.length)} of ${grouped(shown.length)}`,
  };
}
