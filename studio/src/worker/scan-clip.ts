/** Looks for clashes in every frame of a clip. The world is left in the last frame that was looked at. */
import type { FrameClashes } from '../protocol.ts';
import type { ClashesQuery } from '../query.ts';
import { summaryOf } from '../review/summary.ts';
import { findClashes } from './clash-search.ts';
import type { FileWorld } from './file-world.ts';
import type { Post } from './studio.ts';

/** Frames told at a time. */
const TOLD_AT_ONCE = 8;

export async function scanClip(world: FileWorld, query: ClashesQuery, signal: AbortSignal, post: Post): Promise<void> {
  const frames = world.motion?.frames ?? 0;
  const told: FrameClashes[] = [];
  try {
    for (let frame = 0; frame < frames; frame++) {
      post({ type: 'progress', label: `frame ${frame + 1} of ${frames}`, done: frame / frames });
      world.seek(frame);
      world.update();
      const { list } = await findClashes(world, query, { signal, onProgress: () => {} });
      told.push(summaryOf(frame, list));
      if (told.length >= TOLD_AT_ONCE) post({ type: 'scanned', frames: told.splice(0) });
    }
  } finally {
    post({ type: 'scanned', frames: told });
  }
}
