/** Objects that a view sees edge-on: less than a pixel wide or high, so that hardly a pixel's centre shows them. */

import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { CullStats } from './cull.ts';
import { extentOfBox, type Frame, viewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import type { View } from './views.ts';

export function blindViews(
  list: readonly Participant[],
  frame: Frame,
  views: readonly View[],
  options: CheckedCullOptions,
): CullStats['blind'] {
  if (options.coverage !== 'sampled') return [];
  const byName = new Map(views.map((view) => [view.name, view]));
  const found = [...byName.values()].map((view) => {
    const { pixel } = viewFrame(frame, view, options);
    const isFlat = ({ object: { box } }: Participant) => {
      const { low, high } = extentOfBox(box, view);
      return [0, 1].some((k) => (high[k] - low[k]) * frame.map.scale < pixel[k] || pixel[k] === 0);
    };
    const ids = list.filter(isFlat).map(({ id }) => id);
    return { view: view.name, objects: Uint32Array.from(ids).sort() };
  });
  return found.filter(({ objects }) => objects.length > 0);
}
