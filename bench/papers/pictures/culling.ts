/** Pictures of the culling papers: Quick-CULLIDE, FAR and self-CULLIDE. */

import type { Culled, CullOptions } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import type { Canvas } from '../../../src/report/picture/canvas.ts';
import { BLUE, boxes, drawPanels, GREEN, GREY, joined, RED, type Viewpoint } from './drawing.ts';
import { farBox } from './far-box.ts';
import { FROM_ABOVE, type Frame, keysOf, named, SIDE } from './frame.ts';

/** Figures 4 to 6 of Quick-CULLIDE: the potentially colliding set in red, by CULLIDE and by Quick-CULLIDE. */
export async function setsOf(frame: Frame, options: CullOptions, view: Viewpoint): Promise<Canvas> {
  const panels = [];
  for (const preset of ['cullide', 'quick-cullide'] as const) {
    const culled = await papers.cull(frame.mirror.scene, { ...options, preset });
    const keys = keysOf(culled.survivorTriangles);
    panels.push({
      title: `${keys.size}`,
      first: named(frame, keys, false),
      second: named(frame, keys, true),
      colours: [GREY, RED] as const,
      seenThrough: 0.3,
    });
  }
  return drawPanels(panels, view, SIDE);
}

/** FAR, figure 7: contacts that CULLIDE loses and FAR does not. */
export async function lostContacts(frame: Frame): Promise<Canvas> {
  const { trianglePairs } = await frame.mirror.scene.collide();
  const colliding = keysOf(trianglePairs);
  const panels = [];
  for (const preset of ['cullide', 'far'] as const) {
    const { survivorTriangles } = await papers.cull(frame.mirror.scene, { preset, resolution: 700 });
    const left = keysOf(survivorTriangles);
    const lost = new Set([...colliding].filter((key) => !left.has(key)));
    const kept = new Set([...colliding].filter((key) => left.has(key)));
    panels.push({
      title: `${lost.size} of ${colliding.size}`,
      first: named(frame, kept, true),
      second: named(frame, lost, true),
      ghost: named(frame, colliding, false),
      colours: [GREEN, RED] as const,
    });
  }
  return drawPanels(panels, FROM_ABOVE, SIDE);
}

/** Self-CULLIDE, figure 12: what is left after every iteration of a view. */
export async function pruningStrip(frame: Frame): Promise<Canvas> {
  const options = { preset: 'self-cullide', resolution: 500, trace: true } as const;
  const { trace, passes }: Culled = await papers.cull(frame.mirror.scene, options);
  const everything = joined(frame.meshes);
  const panels = [{ title: `${everything.indices.length / 3}`, first: everything, colours: [RED, RED] as const }];
  for (const { pass, sets } of trace!) {
    if (passes[pass].pass !== 2) continue;
    const left = new Set<number>();
    for (const [id, labels] of sets) {
      for (const [triangle, set] of labels.entries()) if (set !== 3) left.add(id * 2 ** 27 + triangle);
    }
    const ghost = named(frame, left, false);
    const title = `${left.size}`;
    panels.push({ title, first: named(frame, left, true), colours: [RED, RED] as const, ...{ ghost } });
  }
  return drawPanels(panels, FROM_ABOVE, 260);
}

/** Self-CULLIDE, figures 6 and 7: the triangles that intersect, in green. */
export async function intersecting(frame: Frame): Promise<Canvas> {
  const { trianglePairs } = await frame.mirror.scene.collide({ self: true });
  const keys = keysOf(trianglePairs);
  const everything = { title: `${joined(frame.meshes).indices.length / 3}`, first: joined(frame.meshes) };
  const found = { title: `${keys.size}`, first: named(frame, keys, true), ghost: named(frame, keys, false) };
  const panels = [
    { ...everything, colours: [GREY, GREY] as const },
    { ...found, colours: [GREEN, GREEN] as const },
  ];
  return drawPanels(panels, FROM_ABOVE, SIDE);
}

/** FAR, figure 4: three triangles and the box that each is drawn as. */
export async function boundingOffsets(): Promise<Canvas> {
  const corners = [
    0, 0, 0, 2, 0, 0.4, 0.6, 1.1, 0.2, 2, 0, 0.4, 2.4, 1.5, 0.9, 0.6, 1.1, 0.2, 2, 0, 0.4, 3.6, 0.6, 0.1, 2.4, 1.5, 0.9,
  ];
  const triangles = { positions: Float32Array.from(corners), indices: Uint32Array.from(corners.keys()).slice(0, 9) };
  const offsets = [0, 9, 18].map((at) => {
    const { centre, axes } = farBox(corners, at, 0.16);
    const corner = (i: number) =>
      [0, 1, 2].map((k) =>
        axes.reduce(
          (sum, { direction, half }, axis) => sum + ((i >>> axis) & 1 ? half : -half) * direction[k],
          centre[k],
        ),
      );
    const { indices } = boxes([[0, 0, 0, 1, 1, 1]]);
    return { positions: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner)), indices };
  });
  const panels = [
    { title: '', first: triangles, colours: [BLUE, BLUE] as const },
    { title: '', first: triangles, second: joined(offsets), colours: [BLUE, GREY] as const, seenThrough: 0.55 },
  ];
  return drawPanels(panels, { towards: [0.3, -0.5, 1], up: [0, 1, 0] }, SIDE);
}
