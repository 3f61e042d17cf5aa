/** Meshes of bricks on a grid, drawn in many ways: each brick by itself, or all as one skin; any diagonals; welded or not. */
import type { Brick } from '../../oracle/brick-clashes.ts';
import type { MeshInput } from '../../src/index.ts';
import type { Random } from './random.ts';

type Corner = readonly number[];
/** Four corners, counterclockwise seen from outside. */
type Quad = readonly [Corner, Corner, Corner, Corner];

/** The side of a box at which coordinate k is low or high. */
function sideOf(low: Corner, high: Corner, k: number, isHigh: boolean): Quad {
  const [u, v] = [(k + 1) % 3, (k + 2) % 3];
  const at = (p: number, q: number): Corner => {
    const corner = [0, 0, 0];
    corner[k] = isHigh ? high[k] : low[k];
    corner[u] = p === 0 ? low[u] : high[u];
    corner[v] = q === 0 ? low[v] : high[v];
    return corner;
  };
  return isHigh ? [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] : [at(0, 0), at(0, 1), at(1, 1), at(1, 0)];
}

const sidesOf = (low: Corner, high: Corner): Quad[] =>
  [0, 1, 2].flatMap((k) => [false, true].map((isHigh) => sideOf(low, high, k, isHigh)));

/** The shells of a solid as one list of quads each. */
export function brickShells(bricks: readonly Brick[]): Quad[][] {
  return bricks.map(({ low, high, turn }) => {
    const sides = sidesOf(low, high);
    return turn > 0 ? sides : sides.map(([p, q, r, s]) => [p, s, r, q] as const);
  });
}

/** The same solid without walls inside it: the unit squares between cubes that are in it and cubes that are not. */
export function skinShell(bricks: readonly Brick[]): Quad[] {
  const lows = [0, 1, 2].map((k) => Math.min(...bricks.map(({ low }) => low[k])));
  const highs = [0, 1, 2].map((k) => Math.max(...bricks.map(({ high }) => high[k])));
  const isIn = (cube: Corner): boolean =>
    bricks
      .filter(({ low, high }) => cube.every((v, k) => v >= low[k] && v < high[k]))
      .reduce((sum, { turn }) => sum + turn, 0) !== 0;
  const quads: Quad[] = [];
  for (let x = lows[0]; x < highs[0]; x++)
    for (let y = lows[1]; y < highs[1]; y++)
      for (let z = lows[2]; z < highs[2]; z++) {
        const cube = [x, y, z];
        if (!isIn(cube)) continue;
        for (const k of [0, 1, 2])
          for (const isHigh of [false, true]) {
            const next = cube.map((v, i) => (i === k ? v + (isHigh ? 1 : -1) : v));
            if (!isIn(next)) quads.push(sideOf(cube, [x + 1, y + 1, z + 1], k, isHigh));
          }
      }
  return quads;
}

/** A mesh of shells: vertices are shared within a shell; diagonals and the order of triangles are random. */
export function drawn(shells: readonly (readonly Quad[])[], random: Random, weld: boolean): MeshInput {
  const positions: number[] = [];
  const triangles: number[][] = [];
  for (const quads of shells) {
    const known = new Map<string, number>();
    const vertexOf = (corner: Corner): number => {
      const key = corner.join();
      if (!known.has(key)) known.set(key, positions.push(...corner) / 3 - 1);
      return known.get(key)!;
    };
    for (const quad of quads) {
      const [p, q, r, s] = quad.map(vertexOf);
      if (random.chance(0.5)) triangles.push([p, q, r], [p, r, s]);
      else triangles.push([q, r, s], [q, s, p]);
    }
  }
  const indices = Uint32Array.from(random.shuffle(triangles).flat());
  return { positions: Float64Array.from(positions), indices, weld };
}

/** The same with all triangles facing the other way. */
export function turned(mesh: MeshInput): MeshInput {
  const indices = mesh.indices!.slice();
  for (let at = 0; at < indices.length; at += 3) [indices[at], indices[at + 1]] = [indices[at + 1], indices[at]];
  return { ...mesh, indices };
}

export function randomBricks(random: Random, most: number, size: number, signed: boolean): Brick[] {
  return random.times(random.integer(1, most), () => {
    const low = random.times(3, () => random.integer(0, size - 1));
    const high = low.map((v) => random.integer(v + 1, Math.min(size, v + 4)));
    return { low, high, turn: signed && random.chance(0.3) ? -1 : 1 } as const;
  });
}
