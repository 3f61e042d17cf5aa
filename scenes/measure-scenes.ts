/**
 * Every scene, frame by frame: milliseconds for simulating and for detecting, pairs per frame.
 *
 * Each frame is stepped and then queried, as an application would; scenes run one after the other. Detection time includes
 * updating what moved and calling `collide`: once for collisions within and between objects, and once for those between
 * objects only. The step of a simulated scene includes its own queries.
 */
import { createEngine, type Engine } from '../src/index.ts';
import { describeScene, FRAME_SECONDS, openScene, SceneMirror, type SceneName, sceneNames } from './index.ts';

export interface SceneRow {
  readonly scene: SceneName;
  readonly triangles: number;
  readonly objects: number;
  readonly frames: number;
  /** Milliseconds per frame: mean, and for detection also the slowest frame. */
  readonly simulate: number;
  readonly detect: number;
  readonly detectSlowest: number;
  /** Between objects alone. */
  readonly detectBetween: number;
  /** Pairs of triangles per frame: within objects and between them. */
  readonly pairsWithin: number;
  readonly pairsBetween: number;
}

export interface SceneBenchOptions {
  /** Frames of each scene after the warm-up. */
  readonly frames?: number;
  readonly threads?: number;
  /** Only these scenes, each at its smallest size in the papers. */
  readonly scenes?: readonly SceneName[];
  /** All sizes of the papers instead of only the smallest. */
  readonly allSizes?: boolean;
  readonly seed?: number;
}

export const SCENE_BENCH_DEFAULTS = { frames: 120, threads: 2, seed: 1 } as const;
const WARM_UP = 5;
const PROGRESS_MILLISECONDS = 500;

export interface SceneBenchListeners {
  readonly tell?: (row: SceneRow) => void;
  /** Called before each scene and twice a second, with the part of the scene that is done. */
  readonly progress?: (message: string, done: number) => void;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The times and answers of one scene, frame by frame. */
class Tally {
  readonly simulate: number[] = [];
  readonly detect: number[] = [];
  readonly between: number[] = [];
  readonly pairsWithin: number[] = [];
  readonly pairsBetween: number[] = [];

  async frame(step: () => void | Promise<void>, mirror: SceneMirror): Promise<void> {
    const start = performance.now();
    await step();
    const stepped = performance.now();
    mirror.update();
    const { trianglePairs } = await mirror.scene.collide({ self: true });
    const detected = performance.now();
    mirror.update();
    await mirror.scene.collide();
    const ended = performance.now();
    this.simulate.push(stepped - start);
    this.detect.push(detected - stepped);
    this.between.push(ended - detected);
    let within = 0;
    for (let at = 0; at < trianglePairs.length; at += 4) if (trianglePairs[at] === trianglePairs[at + 2]) within++;
    this.pairsWithin.push(within);
    this.pairsBetween.push(trianglePairs.length / 4 - within);
  }
}

async function measureScene(
  engine: Engine,
  name: SceneName,
  size: number,
  options: Required<Pick<SceneBenchOptions, 'frames' | 'seed'>>,
  progress: (message: string, done: number) => void,
): Promise<SceneRow> {
  progress(`${name}, ${size} triangles: opening`, 0);
  const scene = await openScene(name, { seed: options.seed, size, engine });
  const mirror = new SceneMirror(engine, scene);
  const tally = new Tally();
  const warmUp = new Tally();
  let told = performance.now();
  for (let frame = 0; frame < WARM_UP + options.frames; frame++) {
    await (frame < WARM_UP ? warmUp : tally).frame(() => scene.step(FRAME_SECONDS), mirror);
    if (performance.now() - told < PROGRESS_MILLISECONDS) continue;
    told = performance.now();
    progress(`${name}: frame ${frame + 1} of ${WARM_UP + options.frames}`, frame / (WARM_UP + options.frames));
  }
  const row: SceneRow = {
    scene: name,
    triangles: scene.objects.reduce((sum, { indices }) => sum + indices.length / 3, 0),
    objects: scene.objects.length,
    frames: options.frames,
    simulate: mean(tally.simulate),
    detect: mean(tally.detect),
    detectSlowest: Math.max(...tally.detect),
    detectBetween: mean(tally.between),
    pairsWithin: mean(tally.pairsWithin),
    pairsBetween: mean(tally.pairsBetween),
  };
  mirror.dispose();
  scene.dispose();
  return row;
}

/** Measures scene after scene. `tell` receives each row when it is complete, `progress` what is being done. */
export async function measureScenes(
  options: SceneBenchOptions = {},
  { tell = () => {}, progress = () => {} }: SceneBenchListeners = {},
): Promise<readonly SceneRow[]> {
  const { frames, threads, seed, scenes = sceneNames, allSizes = false } = { ...SCENE_BENCH_DEFAULTS, ...options };
  const engine = await createEngine({ threads });
  const rows: SceneRow[] = [];
  try {
    for (const name of scenes) {
      const { sizes } = describeScene(name);
      for (const size of allSizes ? sizes : sizes.slice(0, 1)) {
        const row = await measureScene(engine, name, size, { frames, seed }, progress);
        rows.push(row);
        tell(row);
      }
    }
  } finally {
    engine.dispose();
  }
  return rows;
}

/** The head of a table of rows, and a row of it. */
export const SCENE_TABLE_HEAD =
  'scene                 triangles objects  simulate    detect   slowest   between    pairs within   between';

export function sceneTableRow(row: SceneRow): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`.padStart(10);
  return [
    row.scene.padEnd(22),
    String(row.triangles).padStart(9),
    String(row.objects).padStart(8),
    ms(row.simulate),
    ms(row.detect),
    ms(row.detectSlowest),
    ms(row.detectBetween),
    row.pairsWithin.toFixed(0).padStart(16),
    row.pairsBetween.toFixed(0).padStart(10),
  ].join('');
}
