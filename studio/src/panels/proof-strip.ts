/** Where a clip is proven free, as a strip of colours, and where dragging has to stop. */
import type { ProvenClip } from '../protocol.ts';

type Ranges = ProvenClip['ranges'];

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

/** The frame nearest to a wanted one that can be reached from where the thumb is without passing a jam. */
export function stopAtJam(ranges: Ranges, from: number, wanted: number, last: number): number {
  let allowed = wanted;
  for (const { state, from: low, to: high } of ranges) {
    if (state !== 'meeting') continue;
    const [begins, ends] = [low * last, high * last];
    if (from <= begins && allowed > begins) allowed = Math.floor(begins);
    if (from >= ends && allowed < ends) allowed = Math.ceil(ends);
  }
  return allowed;
}
