/** The three scenes of the paper on layered depth images, by every generator of the engine. */

import { type AnimatedScene, openScene, SceneMirror } from '../../scenes/index.ts';
import type { Scene, Volume } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { type LayersGenerator, layersInside, layersOverlap, layersSelfOverlap } from '../../src/papers/index.ts';
import { chosenTriangles, type PaperContext, type PaperSizes, type SceneSize } from './paper.ts';
import { playScene, type SceneFrame, triangleCount } from './scene-frames.ts';
import { medianInTurns } from './timing.ts';

const HAND: SceneSize = { paper: 4800 + 900, quick: 4800 + 900 };
const HAT: SceneSize = { paper: 1500 + 15_000, quick: 1500 + 15_000 };
/** Faces and points together: five parts to one. */
const DRAGONS: readonly SceneSize[] = [
  { paper: 60_000, quick: 60_000 },
  { paper: 180_000, quick: 180_000 },
  { paper: 620_000, quick: 240_000 },
];
/** Rounds in which points are looked up, after one that does not count: nothing moves. */
const DRAGON_ROUNDS = 3;

export type Milliseconds = Partial<Record<LayersGenerator, number>>;

const OURS: readonly LayersGenerator[] = ['software', 'sampled'];
const HARDWARE: readonly LayersGenerator[] = ['ordered', 'unordered', 'compute'];
/** Frames that hardware generators are measured in, from the first on: a software driver takes seconds for each. */
const HARDWARE_FRAMES = 3;
const HARDWARE_ROUNDS = 2;
/** Of ours, which take a few milliseconds: a range from least to most must not show what else the machine did. */
const ROUNDS = 3;

/** Asks the same of every generator, in turns; what moved is taken over within the time. */
async function askAll<T>(
  context: PaperContext,
  frame: SceneFrame,
  mirrors: { readonly wasm: SceneMirror; readonly webgpu?: SceneMirror },
  ask: (mirror: SceneMirror, generator: LayersGenerator) => Promise<T>,
): Promise<{ answer: T; milliseconds: Milliseconds }> {
  const { scene, turns } = frame;
  const contestants = (generators: readonly LayersGenerator[]) =>
    Object.fromEntries(
      generators.map((generator) => {
        const mirror = OURS.includes(generator) ? mirrors.wasm : mirrors.webgpu!;
        const run = () => {
          mirror.update();
          return ask(mirror, generator);
        };
        return [generator, run] as const;
      }),
    );
  const onHardware = context.webgpu && frame.index < HARDWARE_FRAMES ? HARDWARE : [];
  const timed = {
    ...(await medianInTurns(contestants(OURS), { ...turns, measured: turns.measured * ROUNDS })),
    ...(await medianInTurns(contestants(onHardware), { warmUp: 0, measured: 1 })),
  };
  const milliseconds = Object.fromEntries(Object.entries(timed).map(([name, { milliseconds: best }]) => [name, best]));
  if (scene.objects.length === 0) throw new Error(`the scene "${scene.name}" is empty`);
  return { answer: timed.software.answer as T, milliseconds };
}

/** The volume that two objects share, by a generator: by lookup in two images, on the card where these are made there, or with a bound. */
async function overlap(
  scene: Scene,
  [a, b]: readonly number[],
  resolution: number,
  generator: LayersGenerator,
  signal: AbortSignal | undefined,
): Promise<VolumeParts> {
  const options = { resolution, signal };
  if (generator === 'software') return scene.overlapVolume(a, b, { ...options, generator, allowOpen: true });
  if (generator !== 'sampled') {
    using first = await papers.layersOnGpu(scene, a, { ...options, generator, with: b });
    using second = await papers.layersOnGpu(scene, b, { ...options, generator, with: a });
    return lookedUp((await first.overlap(second)).volume);
  }
  const first = await papers.layers(scene, a, { ...options, generator, with: b });
  return lookedUp(layersOverlap(first, await papers.layers(scene, b, { ...options, generator, with: a })).volume);
}

async function selfOverlap(
  scene: Scene,
  object: number,
  resolution: number,
  generator: LayersGenerator,
  signal: AbortSignal | undefined,
): Promise<VolumeParts> {
  const options = { resolution, generator, signal };
  if (generator === 'software') return scene.selfOverlapVolume(object, { ...options, generator, allowOpen: true });
  if (generator === 'sampled') return lookedUp(layersSelfOverlap(await papers.layers(scene, object, options)).volume);
  using image = await papers.layersOnGpu(scene, object, options);
  return lookedUp((await image.selfOverlap()).volume);
}

type VolumeParts = Pick<Volume, 'volume' | 'errorBound' | 'unknownVolume'>;

/** True along the rays; what lies between them is not known. */
const lookedUp = (volume: number): VolumeParts => ({ volume, errorBound: Number.NaN, unknownVolume: 0 });

function volumeOf({ volume, errorBound, unknownVolume }: VolumeParts) {
  return { volume, errorBound, unknownVolume };
}

/** A mirror of the same scene on the GPU, made when it is first needed and kept for the scene. */
class GpuMirror {
  readonly #context: PaperContext;
  #mirror: SceneMirror | undefined;

  constructor(context: PaperContext) {
    this.#context = context;
  }

  of({ scene, mirror }: SceneFrame): { wasm: SceneMirror; webgpu?: SceneMirror } {
    const { webgpu } = this.#context;
    if (!webgpu) return { wasm: mirror };
    this.#mirror ??= new SceneMirror(webgpu, scene);
    return { wasm: mirror, webgpu: this.#mirror };
  }

  dispose(): void {
    this.#mirror?.dispose();
  }
}

const idsOf = (mirror: SceneMirror, scene: AnimatedScene): number[] =>
  scene.objects.map((object) => mirror.id(object)!);

/** Table 1: the hand against the phone, and against itself. */
export async function measureHand(context: PaperContext, { frames }: PaperSizes, resolution: number) {
  const gpu = new GpuMirror(context);
  const size = chosenTriangles(context, HAND);
  const playing = { name: 'hand-and-phone', size, seconds: 4, frames, part: [0, 0.4] } as const;
  try {
    return await playScene(context, playing, async (frame) => {
      const { scene } = frame;
      const collision = await askAll(context, frame, gpu.of(frame), (mirror, generator) =>
        overlap(mirror.scene, idsOf(mirror, scene), resolution, generator, context.signal),
      );
      const self = await askAll(context, frame, gpu.of(frame), (mirror, generator) =>
        selfOverlap(mirror.scene, idsOf(mirror, scene)[0], resolution, generator, context.signal),
      );
      return {
        seconds: frame.seconds,
        triangles: triangleCount(scene),
        collision: { ...volumeOf(collision.answer), milliseconds: collision.milliseconds },
        self: { ...volumeOf(self.answer), milliseconds: self.milliseconds },
      };
    });
  } finally {
    gpu.dispose();
  }
}

/** Table 2: points in a dragon. */
export async function measureDragons(context: PaperContext, resolution: number) {
  const { engine, seed, signal, progress, webgpu } = context;
  const measured = [];
  for (const [i, chosen] of DRAGONS.entries()) {
    signal?.throwIfAborted();
    const size = chosenTriangles(context, chosen);
    progress(`points in a dragon, ${size} faces and points`, 0.4 + (0.3 * i) / DRAGONS.length);
    const scene = await openScene('dragon-and-particles', { seed, size, engine });
    const [dragon] = scene.objects;
    const points = scene.points!;
    const mesh = { positions: dragon.positions, indices: dragon.indices };
    const wasm = engine.createScene();
    const onGpu = webgpu?.createScene();
    try {
      const id = wasm.add(mesh);
      const gpuId = onGpu?.add(mesh) ?? 0;
      const hardware = (generator: LayersGenerator) => async () => {
        using image = await papers.layersOnGpu(onGpu!, gpuId, { resolution, generator, signal });
        return image.inside(points);
      };
      const timed = await medianInTurns<Record<string, Uint8Array>>(
        {
          software: () => wasm.inside(id, points, { allowOpen: true, signal }),
          sampled: async () =>
            layersInside(await papers.layers(wasm, id, { resolution, generator: 'sampled', signal }), points),
        },
        { warmUp: 1, measured: DRAGON_ROUNDS },
      );
      const byHardware = onGpu ? Object.fromEntries(HARDWARE.map((name) => [name, hardware(name)])) : {};
      const all = { ...timed, ...(await medianInTurns(byHardware, { warmUp: 0, measured: HARDWARE_ROUNDS })) };
      measured.push({
        faces: dragon.indices.length / 3,
        points: points.length / 3,
        inside: timed.software.answer.reduce((sum, place) => sum + Number(place === 1), 0),
        milliseconds: Object.fromEntries(
          Object.entries(all).map(([name, { milliseconds }]) => [name, milliseconds]),
        ) as Milliseconds,
      });
    } finally {
      wasm.dispose();
      onGpu?.dispose();
      scene.dispose();
    }
  }
  return measured;
}

/** Table 3: a hat and a mouse at three resolutions. */
export async function measureHat(context: PaperContext, { frames }: PaperSizes, resolutions: readonly number[]) {
  const gpu = new GpuMirror(context);
  const size = chosenTriangles(context, HAT);
  const playing = { name: 'hat-and-mouse', size, seconds: 4, frames, part: [0.7, 0.9] } as const;
  try {
    return await playScene(context, playing, async (frame) => {
      const { scene } = frame;
      const found = [];
      for (const resolution of resolutions) {
        const { answer, milliseconds } = await askAll(context, frame, gpu.of(frame), (mirror, generator) =>
          overlap(mirror.scene, idsOf(mirror, scene), resolution, generator, context.signal),
        );
        found.push({ resolution, ...volumeOf(answer), milliseconds });
      }
      return { seconds: frame.seconds, triangles: triangleCount(scene), found };
    });
  } finally {
    gpu.dispose();
  }
}
