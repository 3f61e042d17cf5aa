/**
 * Gives shapes what a caller's mesh has: a precision, a place, a scale, an order of vertices and triangles, indices
 * or none, welding or none.
 */

import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { Random } from './random.ts';
import type { Shape, Vector } from './scene-shape.ts';

/** Magnitudes beyond these are refused by the engine. */
const LEAST_MAGNITUDE = 2 ** -250;
const GREATEST_MAGNITUDE = 2 ** 250;
const GREATEST_SINGLE = 2 ** 127;

type Coordinates = typeof Float32Array | typeof Float64Array;

interface Dress {
  readonly coordinates: Coordinates;
  readonly axes: Vector;
  readonly signs: Vector;
  /** Multiplies every coordinate; a power of two. */
  readonly scale: number;
  /** Added afterwards. */
  readonly offset: Vector;
}

export function dressed(random: Random, shapes: readonly Shape[]): MeshInput[] {
  const dress = randomDress(random);
  const mixedPrecision = random.chance(0.1);
  return shapes.map((shape) => {
    const coordinates = mixedPrecision ? random.pick([Float32Array, Float64Array]) : dress.coordinates;
    return meshOf(random, reordered(random, shape), { ...dress, coordinates });
  });
}

function randomDress(random: Random): Dress {
  const coordinates = random.pick<Coordinates>([Float32Array, Float64Array]);
  const single = coordinates === Float32Array;
  const axes = random.shuffle([0, 1, 2]) as unknown as Vector;
  const signs = [0, 0, 0].map(() => random.pick([1, 1, -1])) as unknown as Vector;
  const away = () => random.pick([-1, 0, 1, 1, 3]);
  const dress = { coordinates, axes, signs, scale: 1, offset: [0, 0, 0] as Vector };
  switch (random.pick(['plain', 'plain', 'plain', 'scaled', 'moved', 'far', 'huge', 'tiny'])) {
    case 'scaled':
      return { ...dress, scale: 2 ** random.integer(-30, 30) };
    case 'moved': {
      const step = 2 ** random.integer(-2, 8);
      return { ...dress, offset: [away() * step, away() * step, away() * step] };
    }
    case 'far': {
      // So far out that the steps between neighbouring numbers are about as large as the shapes.
      const step = 2 ** (single ? random.integer(12, 22) : random.integer(20, 51));
      const scale = 2 ** random.integer(-4, 0);
      return { ...dress, scale, offset: [away() * step, away() * step, away() * step] };
    }
    case 'huge':
      return { ...dress, scale: 2 ** (single ? random.integer(90, 118) : random.integer(100, 242)) };
    case 'tiny':
      return { ...dress, scale: 2 ** (single ? random.integer(-149, -100) : random.integer(-248, -100)) };
    default:
      return dress;
  }
}

function placed(vertex: Vector, { axes, signs, scale, offset, coordinates }: Dress): number[] {
  const limit = coordinates === Float32Array ? GREATEST_SINGLE : GREATEST_MAGNITUDE;
  return [0, 1, 2].map((axis) => {
    const value = signs[axis] * vertex[axes[axis]] * scale + offset[axis];
    const magnitude = Math.abs(value);
    return magnitude < LEAST_MAGNITUDE ? 0 * value : magnitude > limit ? Math.sign(value) * limit : value;
  });
}

/** The same surface: triangles and vertices in another order, corners rotated, sometimes turned over. */
function reordered(random: Random, { vertices, triangles }: Shape): Shape {
  if (random.chance(0.3)) return { vertices, triangles };
  const order = random.shuffle(vertices.map((_, vertex) => vertex));
  const numberOf = new Map(order.map((vertex, index) => [vertex, index]));
  const turn = random.chance(0.3);
  const corners = ([a, b, c]: Vector): Vector => {
    const [p, q, r] = random.pick<Vector>([
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ]);
    return turn && random.chance(0.5) ? [p, r, q] : [p, q, r];
  };
  return {
    vertices: order.map((vertex) => vertices[vertex]),
    triangles: random
      .shuffle(triangles.map(corners))
      .map((triangle) => triangle.map((vertex) => numberOf.get(vertex)!) as unknown as Vector),
  };
}

function meshOf(random: Random, { vertices, triangles }: Shape, dress: Dress): MeshInput {
  const form = random.pick(['indexed', 'indexed', 'indexed', 'split', 'soup', 'soup']);
  const weld = random.pick([undefined, undefined, true, false]);
  const Coordinates = dress.coordinates;
  if (form === 'soup') {
    const corners = triangles.flat().map((vertex) => withMinusZeros(random, vertices[vertex]));
    return { positions: Coordinates.from(corners.flatMap((vertex) => placed(vertex, dress))), weld };
  }
  // Split: some corners get their own copy of the vertex, as along the seams of a render mesh.
  const places = [...vertices];
  const corners = triangles.flat().map((vertex) => {
    if (form !== 'split' || random.chance(0.6)) return vertex;
    places.push(withMinusZeros(random, vertices[vertex]));
    return places.length - 1;
  });
  const positions = Coordinates.from(places.flatMap((vertex) => placed(vertex, dress)));
  const indices = random.chance(0.3) ? Uint16Array.from(corners) : Uint32Array.from(corners);
  return { positions, indices, weld: form === 'split' ? (weld ?? true) : weld };
}

function withMinusZeros(random: Random, vertex: Vector): Vector {
  return vertex.map((value) => (value === 0 && random.chance(0.3) ? -0 : value)) as unknown as Vector;
}
