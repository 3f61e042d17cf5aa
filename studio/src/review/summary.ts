/** The clashes of a frame in a few numbers. */
import type { ReportClash } from '../../../src/report/clash-list.ts';
import { statedDepth } from '../../../src/report/depth-text.ts';
import type { FrameClashes } from '../protocol.ts';

export function summaryOf(frame: number, clashes: readonly Pick<ReportClash, 'kind' | 'depth'>[]): FrameClashes {
  const deepest = clashes.reduce((most, { depth }) => Math.max(most, depth ? statedDepth(depth) : 0), 0);
  const penetrating = clashes.filter(({ kind }) => kind !== 'touching' && kind !== 'near').length;
  return { frame, count: clashes.length, penetrating, deepest };
}
