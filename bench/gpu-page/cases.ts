/** What the page asks of both engines: `collide`, the papers' culling and voxels, at the papers' sizes. */
import type { MeshInput, Scene } from '../../src/index.ts';
import { cull, layers, voxelCollide, voxels } from '../../src/papers/index.ts';
import { wavyBall } from './meshes.ts';

/** What an answer says of itself; both engines must give the same text, where they promise to. */
export interface Asked {
  readonly answer: string;
  readonly backend: string;
  readonly leftToWasm?: string;
  readonly bytesUp?: number;
  readonly bytesDown?: number;
}

export interface Case {
  readonly name: string;
  readonly triangles: number;
  readonly meshes: () => readonly MeshInput[];
  readonly ask: (scene: Scene, backend: 'wasm' | 'webgpu') => Promise<Asked>;
  /** Whether the engines promise the same answer. Rasterizers of graphics cards round as they like. */
  readonly isSame: boolean;
}

interface Stats {
  readonly backend: string;
  readonly leftToWasm?: string;
  readonly gpu?: { readonly bytesUp: number; readonly bytesDown: number };
}

function asked(answer: string, { backend, leftToWasm, gpu }: Stats): Asked {
  return { answer, backend, ...(leftToWasm && { leftToWasm }), ...(gpu && gpu) };
}

/** A number that differs, most likely, where two arrays do. */
function hashOf(values: ArrayLike<number>): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < values.length; i++) hash = Math.imul(hash ^ values[i], 0x01000193);
  return (hash >>> 0).toString(16);
}

const overlapping = (triangles: number) => () => [
  wavyBall(triangles / 2),
  wavyBall(triangles / 2, { shift: [1.2, 0.3, 0.1], phase: 1 }),
];

function within(triangles: number): Case {
  return {
    name: 'collide within a mesh',
    triangles,
    meshes: () => [wavyBall(triangles, { push: 0.35 })],
    ask: async (scene) => {
      const { trianglePairs, stats } = await scene.collide({ self: true });
      return asked(`${trianglePairs.length / 4} pairs, ${hashOf(trianglePairs)}`, stats);
    },
    isSame: true,
  };
}

function between(triangles: number): Case {
  return {
    name: 'collide between two',
    triangles,
    meshes: overlapping(triangles),
    ask: async (scene) => {
      const { trianglePairs, stats } = await scene.collide();
      return asked(`${trianglePairs.length / 4} pairs, ${hashOf(trianglePairs)}`, stats);
    },
    isSame: true,
  };
}

type Preset = 'cullide' | 'quick-cullide' | 'self-cullide' | 'far';

/** By a paper's method, or as `cull` does unless told otherwise. */
function culled(preset: Preset | undefined, triangles: number, resolution: number, isHardware: boolean): Case {
  return {
    name: `${preset ?? 'cull, our default'}, ${resolution}²${isHardware ? ', rasterizer of the card' : ''}`,
    triangles,
    meshes: preset === 'self-cullide' ? () => [wavyBall(triangles, { push: 0.35 })] : overlapping(triangles),
    ask: async (scene, backend) => {
      const generator = isHardware && backend === 'webgpu' ? 'hardware' : undefined;
      const { sets, survivorTriangles, stats } = await cull(scene, {
        resolution,
        ...(preset && { preset }),
        ...(generator && { generator }),
      });
      return asked(`${sets.length} left, ${hashOf(survivorTriangles)}`, stats);
    },
    // FAR and our default promise to lose nothing; in single precision they may keep more.
    isSame: !isHardware && preset !== 'far' && preset !== undefined,
  };
}

function voxelized(triangles: number, rule: 'paper' | 'conservative', resolution: number): Case {
  return {
    name: `voxels ${resolution}³, ${rule}`,
    triangles,
    meshes: () => [wavyBall(triangles)],
    ask: async (scene) => {
      const { count, bits, stats } = await voxels(scene, 0, { rule, resolution });
      return asked(`${count} voxels, ${hashOf(bits)}`, stats);
    },
    isSame: true,
  };
}

function voxelsOfTwo(triangles: number, rule: 'paper' | 'conservative', resolution: number, identify = false): Case {
  return {
    name: `voxelCollide ${resolution}³, ${rule}${identify ? ', triangles identified' : ''}`,
    triangles,
    meshes: overlapping(triangles),
    ask: async (scene) => {
      const { common, counts, trianglePairs, stats } = await voxelCollide(scene, 0, 1, { rule, resolution, identify });
      const pairs = trianglePairs ? `, ${trianglePairs.length / 4} pairs, ${hashOf(trianglePairs)}` : '';
      return asked(`${common} of ${counts.join(' and ')} voxels${pairs}`, stats);
    },
    isSame: true,
  };
}

function layered(triangles: number, generator: 'ordered' | 'unordered' | 'compute'): Case {
  return {
    name: `layers 64², ${generator} against sampled`,
    triangles,
    meshes: () => [wavyBall(triangles)],
    ask: async (scene, backend) => {
      const image = await layers(scene, 0, { resolution: 64, generator: backend === 'webgpu' ? generator : 'sampled' });
      return { answer: `${image.depths.length} layers`, backend };
    },
    isSame: false,
  };
}

/** With at most this many triangles. */
export function casesUpTo(most: number): readonly Case[] {
  const resolution = most < 10_000 ? 64 : 256;
  const pixels = most < 10_000 ? 128 : 1400;
  const sizes = (all: readonly number[]) =>
    all.map((size) => Math.min(size, most)).filter((s, i, a) => a.indexOf(s) === i);
  return [
    ...sizes([5_000, 50_000, 200_000, 1_000_000]).map(within),
    ...sizes([95_588, 1_000_000]).map(between),
    culled('cullide', Math.min(most, 95_588), pixels, false),
    culled('quick-cullide', Math.min(most, 95_588), pixels, false),
    culled('self-cullide', Math.min(most, 95_588), most < 10_000 ? pixels : 500, false),
    culled('far', Math.min(most, 95_588), pixels, false),
    culled(undefined, Math.min(most, 95_588), pixels, false),
    culled('cullide', Math.min(most, 95_588), pixels, true),
    culled('far', Math.min(most, 95_588), pixels, true),
    ...sizes([654_666, 871_326, 1_087_514, 1_765_388]).map((size) => voxelized(size, 'paper', resolution)),
    voxelized(Math.min(most, 871_326), 'conservative', resolution),
    voxelsOfTwo(Math.min(most, 2_000_000), 'paper', resolution),
    voxelsOfTwo(Math.min(most, 2_000_000), 'conservative', resolution),
    voxelsOfTwo(Math.min(most, 871_326), 'conservative', resolution, true),
    layered(Math.min(most, 50_000), 'ordered'),
    layered(Math.min(most, 50_000), 'unordered'),
    layered(Math.min(most, 520_000), 'compute'),
  ];
}
