/** Solids that sample models are built from, upright along z: boxes, walls with a door, pipes, rings, plates with a bore. */
import { cos, sin, TAU } from '../support/maths.ts';

export interface Solid {
  /** x y z after x y z. */
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

export type Corner = readonly [number, number, number];
type Flat = readonly [number, number];

const AXES = { x: [1, 2, 0], y: [2, 0, 1], z: [0, 1, 2] } as const;
export type Axis = keyof typeof AXES;

/** Extrudes triangles over the outline from `low` to `high` along an axis. The outline runs counterclockwise seen against it. */
function extruded(
  rings: readonly (readonly Flat[])[],
  faces: readonly (readonly number[])[],
  axis: Axis,
  low: number,
  high: number,
): Solid {
  const points = rings.flat();
  const [first, second, along] = AXES[axis];
  const positions = new Float64Array(6 * points.length);
  for (const [i, point] of points.entries()) {
    for (const [at, level] of [
      [3 * i, low],
      [3 * (i + points.length), high],
    ]) {
      positions[at + first] = point[0];
      positions[at + second] = point[1];
      positions[at + along] = level;
    }
  }
  const indices: number[] = [];
  for (const [a, b, c] of faces) {
    indices.push(a + points.length, b + points.length, c + points.length, c, b, a);
  }
  let start = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const [p, q] = [start + i, start + ((i + 1) % ring.length)];
      indices.push(p, q, q + points.length, p, q + points.length, p + points.length);
    }
    start += ring.length;
  }
  return { positions, indices: Uint32Array.from(indices) };
}

export function block([x0, y0, z0]: Corner, [x1, y1, z1]: Corner): Solid {
  const ring: Flat[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  return extruded(
    [ring],
    [
      [0, 1, 2],
      [0, 2, 3],
    ],
    'z',
    z0,
    z1,
  );
}

/** A wall along x with a doorway. */
export function wallWithDoor(
  [x0, y0, z0]: Corner,
  [x1, y1, z1]: Corner,
  door: { readonly from: number; readonly to: number; readonly height: number },
): Solid {
  // Across y lie z and x, in this order.
  const top = z0 + door.height;
  const outline: Flat[] = [
    [z0, x0],
    [z1, x0],
    [z1, x1],
    [z0, x1],
    [z0, door.to],
    [top, door.to],
    [top, door.from],
    [z0, door.from],
  ];
  const faces = [
    [0, 6, 7],
    [0, 1, 6],
    [1, 5, 6],
    [1, 2, 5],
    [2, 4, 5],
    [2, 3, 4],
  ];
  return extruded([outline], faces, 'y', y0, y1);
}

/** Points of a circle in the plane across an axis. */
function circle([u, v]: Flat, radius: number, around: number): Flat[] {
  return Array.from({ length: around }, (_, step): Flat => {
    const angle = (TAU * step) / around;
    return [u + radius * cos(angle), v + radius * sin(angle)];
  });
}

/** A round bar along an axis; the centre is given across it. */
export function bar(axis: Axis, centre: Flat, radius: number, low: number, high: number, around = 24): Solid {
  const faces = Array.from({ length: around - 2 }, (_, i) => [0, i + 1, i + 2]);
  return extruded([circle(centre, radius, around)], faces, axis, low, high);
}

/** What lies between an outline and a bore of as many points, both counterclockwise. */
function bored(outline: readonly Flat[], bore: readonly Flat[], axis: Axis, low: number, high: number): Solid {
  const count = outline.length;
  // The bore is walked the other way round, so that its wall looks inwards.
  const inner = (i: number) => 2 * count - 1 - (i % count);
  const faces = outline.flatMap((_, i) => {
    const next = (i + 1) % count;
    return [
      [i, next, inner(next)],
      [i, inner(next), inner(i)],
    ];
  });
  return extruded([outline, bore.toReversed()], faces, axis, low, high);
}

export function ring(axis: Axis, centre: Flat, [inner, outer]: Flat, [low, high]: Flat, around: number): Solid {
  return bored(circle(centre, outer, around), circle(centre, inner, around), axis, low, high);
}

/** A square plate with a bore in its middle. `around` is a multiple of 8, so that its corners are among the points. */
export function boredPlate(
  axis: Axis,
  [u, v]: Flat,
  { half, bore }: { readonly half: number; readonly bore: number },
  [low, high]: Flat,
  around: number,
): Solid {
  const square = circle([0, 0], 1, around).map(([x, y]): Flat => {
    const scale = half / Math.max(Math.abs(x), Math.abs(y));
    return [u + x * scale, v + y * scale];
  });
  return bored(square, circle([u, v], bore, around), axis, low, high);
}

export interface Toothing {
  readonly teeth: number;
  readonly module: number;
  readonly bore: number;
  /** By how many teeth it is turned, in quarters. */
  readonly phase: number;
}

/** A spur gear with straight flanks, four points to a tooth. */
export function gear(axis: Axis, [u, v]: Flat, { teeth, module, bore, phase }: Toothing, [low, high]: Flat): Solid {
  const pitch = (teeth * module) / 2;
  const corners: readonly Flat[] = [
    [-0.3, pitch - 1.25 * module],
    [-0.13, pitch + module],
    [0.13, pitch + module],
    [0.3, pitch - 1.25 * module],
  ];
  const outline: Flat[] = [];
  for (let tooth = 0; tooth < teeth; tooth++) {
    for (const [share, radius] of corners) {
      const angle = (TAU * (tooth + phase + share)) / teeth;
      outline.push([u + radius * cos(angle), v + radius * sin(angle)]);
    }
  }
  // The bore has the very corners of a shaft of as many sides; it begins where the first tooth does.
  const circumference = circle([u, v], bore, outline.length);
  const first = 4 * phase - 2;
  const hole = circumference.map((_, i) => circumference[(i + first + outline.length) % outline.length]);
  return bored(outline, hole, axis, low, high);
}
