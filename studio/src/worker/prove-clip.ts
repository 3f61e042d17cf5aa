/** Proves where a clip is free, for the parts of its file as the file places them: what `collidescope motion` says of it. */
import type { Engine, Positions } from '../../../src/index.ts';
import type { PlayableClip } from '../../../src/io/gltf/clips.ts';
import { clipRow } from '../../../src/report/motion/clip-rows.ts';
import { stripRanges } from '../../../src/report/motion/motion-rows.ts';
import { jamSentences } from '../../../src/report/motion/motion-text.ts';
import type { ProvenClip } from '../protocol.ts';
import type { Post } from './studio.ts';

export async function proveClip(
  engine: Engine,
  clip: PlayableClip,
  number: number,
  signal: AbortSignal,
  post: Post,
): Promise<void> {
  const shapes = clip.gltf.parts.map(({ shape }) => shape);
  const make = (positions: readonly Positions[]) => {
    const scene = engine.createScene();
    for (const [i, { indices }] of shapes.entries()) scene.add({ positions: positions[i], indices, weld: true });
    return scene;
  };
  const onProgress = (done: number) => post({ type: 'progress', label: 'proving the clip free', done });
  const { row } = await clipRow(make, clip, { signal, onProgress });
  const names = clip.gltf.parts.map(({ name }) => name);
  const proven: ProvenClip = {
    clip: number,
    ranges: stripRanges(row),
    sentences: jamSentences({ ...row, jams: row.jams.map((jam) => ({ ...jam, point: null })) }, names),
  };
  post({ type: 'proven', proven });
}
