/** Looks for clashes in every frame of a clip. The world is left at the last frame searched. */
import type { FrameClashes } from '../protocol.ts';
import type { ClashesQuery } from '../query.ts';
import { summaryOf } from '../review/summary.ts';
import { findClashes } from './clash-search.ts';
import type { FileWorld } from './file-world.ts';
import type { Post } from './studio.ts';

/** Frames reported at a time. */
const FRAMES_PER_MESSAGE = 8;

export async function scanClip(world: FileWorld, query: ClashesQuery, signal: AbortSignal, post: Post): Promise<void> {
  const frames = world.motion?.frames ?? 0;
  const summaries: FrameClashes[] = [];
  try {
    for (let frame = 0; frame < frames; frame++) {
      post({ type: 'progress', label: `frame ${frame + 1} of ${frames}`, done: frame / frames });
      world.seek(frame);
      world.update();
      const { list } = await findClashes(world, query, { signal, onProgress: () => {} });
      summaries.push(summaryOf(frame, list));
      if (summaries.length >= FRAMES_PER_MESSAGE) post({ type: 'scanned', frames: summaries.splice(0) });
    }
  } finally {
    post({ type: 'scanned', frames: summaries });
  }
}
