/** Where a clip or a joint is proven free, as a strip of colours, and where dragging has to stop. */
import type { StripRange } from '../../../src/report/motion/motion-rows.ts';

type Ranges = readonly StripRange[];

const FREE = '#2e9e5b';
const COLOURS = { meeting: '#d03b3b', open: '#9aa3af' } as const;
/** A jam of a moment is still seen. */
const LEAST = 0.004;

/** Layers of a CSS background: jams before what is open, both before what is free. */
export function proofBackground(ranges: Ranges): string {
  const layers = (['meeting', 'open'] as const).flatMap((state) =>
    ranges
      .filter((range) => range.state === state)
      .map(({ from, to }) => {
        const [low, high] = [100 * from, 100 * Math.max(to, from + LEAST)];
        const colour = COLOURS[state];
        return `linear-gradient(90deg, transparent ${low}%, ${colour} ${low}% ${high}%, transparent ${high}%)`;
      }),
  );
  return [...layers, FREE].join(', ');
}

/** How far a thumb comes towards where it is wanted without coming nearer to a jam than a margin, all in parts of the whole way. */
export function stopBefore(ranges: Ranges, from: number, wanted: number, margin = 0): number {
  let allowed = wanted;
  for (const { state, from: begins, to: ends } of ranges) {
    if (state !== 'meeting') continue;
    if (from <= begins && allowed > begins - margin) allowed = Math.max(from, begins - margin);
    if (from >= ends && allowed < ends + margin) allowed = Math.min(from, ends + margin);
  }
  return allowed;
}

/** The frame nearest to a wanted one that can be reached from where the thumb is without passing a jam. */
export function stopAtJam(ranges: Ranges, from: number, wanted: number, last: number): number {
  const allowed = stopBefore(ranges, from / last, wanted / last);
  if (allowed === wanted / last) return wanted;
  // Rounded towards where the thumb comes from.
  return wanted > from ? Math.floor(allowed * last) : Math.ceil(allowed * last);
}
