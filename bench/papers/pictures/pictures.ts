/** The pictures of the papers' pages, each by its name in docs/images/papers. */

import { FRAME_SECONDS, openScene, SceneMirror, type SceneName } from '../../../scenes/index.ts';
import type { Engine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { type Culled, type CullOptions, layersOverlap } from '../../../src/papers/index.ts';
import type { Canvas } from '../../../src/report/picture/canvas.ts';
import type { Triangles } from '../../../src/report/picture/drawn-mesh.ts';
import { withoutObjects } from '../scene-frames.ts';
import { BLUE, boxes, drawPanels, GREEN, GREY, joined, RED, some, type Viewpoint } from './drawing.ts';

interface Frame {
  readonly mirror: SceneMirror;
  readonly meshes: readonly (Triangles & { readonly id: number; readonly name: string })[];
}

function placed({ positions, matrix: m }: { positions: ArrayLike<number>; matrix?: ArrayLike<number> }): Float32Array {
  const world = Float32Array.from(positions);
  if (!m) return world;
  for (let at = 0; at < world.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    for (let k = 0; k < 3; k++) world[at + k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
  }
  return world;
}

/** Plays a scene and draws what it is at the end. */
async function atFrame(
  engine: Engine,
  name: SceneName,
  { size, seconds, without = [] }: { size: number; seconds: number; without?: readonly string[] },
  draw: (frame: Frame) => Promise<Canvas>,
): Promise<Canvas> {
  const scene = withoutObjects(await openScene(name, { seed: 1, size, engine }), without);
  try {
    for (let i = 0; i < Math.round(seconds / FRAME_SECONDS); i++) await scene.step(FRAME_SECONDS);
    const mirror = new SceneMirror(engine, scene);
    try {
      mirror.update();
      const meshes = scene.objects.map((object) => ({
        id: mirror.id(object)!,
        name: object.name,
        positions: placed(object),
        indices: Uint32Array.from(object.indices),
      }));
      return await draw({ mirror, meshes });
    } finally {
      mirror.dispose();
    }
  } finally {
    scene.dispose();
  }
}

const keysOf = (list: Uint32Array) => {
  const keys = new Set<number>();
  for (let at = 0; at < list.length; at += 2) keys.add(list[at] * 2 ** 27 + list[at + 1]);
  return keys;
};

/** The triangles of all meshes that are, or are not, among those named. */
function named({ meshes }: Frame, keys: ReadonlySet<number>, isNamed: boolean): Triangles {
  return joined(meshes.map((mesh) => some(mesh, (triangle) => keys.has(mesh.id * 2 ** 27 + triangle) === isNamed)));
}

type Triple = readonly [number, number, number];

const FROM_ABOVE: Viewpoint = { towards: [0.6, 0.5, 0.9], up: [0, 1, 0] };
const FROM_HIGH: Viewpoint = { towards: [0.35, 1.1, 0.6], up: [0, 1, 0] };
const SIDE = 420;

/** Figures 4 to 6 of Quick-CULLIDE: the potentially colliding set in red, by CULLIDE and by Quick-CULLIDE. */
async function setsOf(frame: Frame, options: CullOptions, view: Viewpoint): Promise<Canvas> {
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
async function lostContacts(frame: Frame): Promise<Canvas> {
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
async function pruningStrip(frame: Frame): Promise<Canvas> {
  const options = { preset: 'self-cullide', resolution: 500, rounds: 1, trace: true } as const;
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

/** A layered depth image: a plate for every layer, where rays enter and where they leave. */
async function layerPlates({ mirror, meshes }: Frame): Promise<Canvas> {
  const [{ id }] = meshes;
  const image = await papers.layers(mirror.scene, id, { generator: 'sampled', resolution: 48, axis: 'z' });
  const { min, max } = image.box;
  const [du, dv, dw] = [0, 1, 2].map((k) => (max[k] - min[k]) / 48);
  const plates = [[], []] as number[][][];
  for (let pixel = 0; pixel < 48 * 48; pixel++) {
    const x = min[0] + (pixel % 48) * du;
    const y = min[1] + Math.floor(pixel / 48) * dv;
    for (let at = image.starts[pixel]; at < image.starts[pixel + 1]; at++) {
      const z = image.depths[at];
      plates[image.enters[at]].push([x, y, z - dw / 8, x + 0.92 * du, y + 0.92 * dv, z + dw / 8]);
    }
  }
  const panel = {
    title: '',
    first: boxes(plates[1]),
    second: boxes(plates[0]),
    colours: [BLUE, RED] as const,
  };
  const mesh = { title: '', first: meshes[0], colours: [GREY, GREY] as const };
  return drawPanels([mesh, panel], { towards: [0.9, 0.35, 0.55], up: [0, 1, 0] }, SIDE);
}

/** The segments that two objects share, as stacks over the pixels of an image. */
async function overlapStacks({ mirror, meshes }: Frame): Promise<Canvas> {
  const [a, b] = meshes.map(({ id }) => id);
  const options = { generator: 'sampled', resolution: 24, axis: 'z' } as const;
  const first = await papers.layers(mirror.scene, a, { ...options, with: b });
  const { pixels, from, to } = layersOverlap(first, await papers.layers(mirror.scene, b, { ...options, with: a }));
  const { min, max } = first.box;
  const [du, dv] = [0, 1].map((k) => (max[k] - min[k]) / 24);
  const list = Array.from(pixels, (pixel, i) => {
    const [x, y] = [min[0] + (pixel % 24) * du, min[1] + Math.floor(pixel / 24) * dv];
    return [x + 0.04 * du, y + 0.04 * dv, from[i], x + 0.96 * du, y + 0.96 * dv, to[i]];
  });
  const ghost = joined(meshes);
  const panels = [
    { title: '', first: meshes[0], second: meshes[1], colours: [BLUE, GREY] as const, seenThrough: 0.3 },
    { title: '', first: boxes(list), ghost, colours: [RED, RED] as const },
  ];
  return drawPanels(panels, FROM_ABOVE, SIDE);
}

/** Voxels of two objects in the region where they can meet, those of both in red. */
async function sharedVoxels({ mirror, meshes }: Frame): Promise<Canvas> {
  const [a, b] = meshes.map(({ id }) => id);
  const xs = (k: number) => meshes.flatMap(({ positions }) => [...positions.filter((_, i) => i % 3 === k)]);
  const min = [0, 1, 2].map((k) => Math.min(...xs(k))) as unknown as Triple;
  const max = [0, 1, 2].map((k) => Math.max(...xs(k))) as unknown as Triple;
  const first = await papers.voxels(mirror.scene, a, { resolution: 96, box: { min, max } });
  const second = await papers.voxels(mirror.scene, b, { grid: first });
  const { resolution, origin, voxelSize } = first;
  const found = { both: [] as number[][], first: [] as number[][], second: [] as number[][] };
  for (let z = 0; z < resolution[2]; z++) {
    for (let y = 0; y < resolution[1]; y++) {
      for (let x = 0; x < resolution[0]; x++) {
        const [inA, inB] = [first.has(x, y, z), second.has(x, y, z)];
        if (!inA && !inB) continue;
        const low = [x, y, z].map((value, k) => origin[k] + value * voxelSize);
        const box = [...low, ...low.map((value) => value + voxelSize)];
        (inA && inB ? found.both : inA ? found.first : found.second).push(box);
      }
    }
  }
  const panels = [
    { title: '', first: meshes[0], second: meshes[1], colours: [BLUE, GREY] as const, seenThrough: 0.3 },
    { title: '', first: boxes([...found.first, ...found.second]), colours: [GREY, GREY] as const },
    {
      title: `${found.both.length}`,
      first: boxes(found.both),
      ghost: boxes([...found.first, ...found.second]),
      colours: [RED, RED] as const,
    },
  ];
  return drawPanels(panels, FROM_ABOVE, 360);
}

export type DrawPicture = (engine: Engine) => Promise<Canvas>;

export const PICTURES: Readonly<Record<string, DrawPicture>> = {
  'quick-cullide-breaking': (engine) =>
    atFrame(engine, 'breaking', { size: 20_000, seconds: 1, without: ['floor'] }, (frame) =>
      setsOf(frame, { resolution: 1024 }, FROM_HIGH),
    ),
  'quick-cullide-leaves': (engine) =>
    atFrame(engine, 'leaves', { size: 40_000, seconds: 3, without: ['ground'] }, (frame) =>
      setsOf(frame, { resolution: 4096 }, FROM_ABOVE),
    ),
  'quick-cullide-cloth': (engine) =>
    atFrame(engine, 'cloth', { size: 20_000, seconds: 1.2, without: ['floor'] }, (frame) =>
      setsOf(frame, { self: true, resolution: 1024, views: 'xz' }, { towards: [0.5, 0.7, 0.8], up: [0, 1, 0] }),
    ),
  'far-lost': (engine) => atFrame(engine, 'bunnies', { size: 40_000, seconds: 3 }, lostContacts),
  'self-cullide-strip': (engine) => atFrame(engine, 'merged-cows', { size: 20_000, seconds: 1 }, pruningStrip),
  'self-cullide-bunny': (engine) => atFrame(engine, 'bent-bunny', { size: 5_000, seconds: 1 }, pruningStrip),
  'ldi-layers': (engine) => atFrame(engine, 'bunnies', { size: 10_000, seconds: 1 }, layerPlates),
  'ldi-stacks': (engine) => atFrame(engine, 'hat-and-mouse', { size: 16_500, seconds: 2 }, overlapStacks),
  'voxels-dolphin-and-cylinder': (engine) =>
    atFrame(engine, 'dolphin-and-cylinder', { size: 7368, seconds: 2 }, sharedVoxels),
};
