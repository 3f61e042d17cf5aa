/**
 * Pairs of closed objects whose contacts are hard to divide into cells: whole loops in one triangle, several and nested, triangles that
 * dozens of arcs cross, slivers, edges with more than two triangles, several shells, solids that are inside out.
 */
import type { MeshInput } from '../../src/index.ts';
import { ballMesh } from './closed-meshes.ts';
import { box, insideOut, joined, mapped, type Solid, type Vector } from './prisms.ts';
import type { Random } from './random.ts';

const solidOf = ({ positions, indices }: MeshInput): Solid => ({
  vertices: Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)] as never),
  triangles: Array.from({ length: indices!.length / 3 }, (_, i) => [...indices!.subarray(3 * i, 3 * i + 3)] as never),
});

type Columns = readonly [Vector, Vector, Vector];

/** A turn by any angle about any axis. */
export function randomTurn(random: Random): Columns {
  const parts = random.times(4, () => random.real(-1, 1));
  const [w, x, y, z] = parts.map((part) => part / Math.hypot(...parts));
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Turned, scaled and moved, and rounded. */
export function atPlace(solid: Solid, [x, y, z]: Columns, scale: number, shift: readonly number[]): Solid {
  return mapped(
    solid,
    (p) => [0, 1, 2].map((k) => scale * (x[k] * p[0] + y[k] * p[1] + z[k] * p[2]) + shift[k]) as unknown as Vector,
  );
}

const anyShift = (random: Random, most: number) => random.times(3, () => random.real(-most, most));
const turned = (random: Random, solid: Solid, most: number): Solid =>
  atPlace(solid, randomTurn(random), 1, anyShift(random, most));

/** Nearly upright, and moved a little. */
function tilted(random: Random, solid: Solid, shift: readonly number[] = [0, 0, 0]): Solid {
  const [s, t, u] = random.times(3, () => random.real(-0.02, 0.02));
  const columns: Columns = [
    [1, s, t],
    [-s, 1, u],
    [-t, -u, 1],
  ];
  return atPlace(
    solid,
    columns,
    1,
    shift.map((value) => value + random.real(-0.02, 0.02)),
  );
}

export function bumpyBall(random: Random, steps: number, radius = 1): Solid {
  const [f, g, height] = [random.integer(1, 4), random.integer(1, 4), random.real(0, 0.3)];
  return solidOf(
    ballMesh(steps, (x, y, z) => {
      const r = radius * (1 + height * Math.sin(3 * f * x) * Math.cos(3 * g * y + z));
      return [r * x, r * y, r * z];
    }),
  );
}

export function torus(along: number, around: number, radius: number, thickness: number): Solid {
  const number = (i: number, j: number) => (i % along) * around + (j % around);
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < around; j++) {
      const [s, t] = [(2 * Math.PI * i) / along, (2 * Math.PI * j) / around];
      const r = radius + thickness * Math.cos(t);
      vertices.push([r * Math.cos(s), r * Math.sin(s), thickness * Math.sin(t)]);
      triangles.push([number(i, j), number(i + 1, j), number(i + 1, j + 1)]);
      triangles.push([number(i, j), number(i + 1, j + 1), number(i, j + 1)]);
    }
  }
  return { vertices, triangles };
}

/** Every vertex of a ball as far from its middle as chance has it: long thin triangles. */
export function star(random: Random, steps: number): Solid {
  return mapped(solidOf(ballMesh(steps)), ([x, y, z]) => {
    const r = random.chance(0.4) ? random.real(0.8, 1.6) : random.real(0.05, 0.4);
    return [r * x, r * y, r * z];
  });
}

/** A plate from −2 to 2 of the given number of squares, its top at the heights that are given. */
export function plate(count: number, low: number, height: (i: number, j: number) => number): Solid {
  const vertices: Vector[] = [];
  const triangles: Vector[] = [];
  const at = (i: number, j: number) => 2 * (i * (count + 1) + j);
  for (let i = 0; i <= count; i++) {
    for (let j = 0; j <= count; j++) {
      const [x, y] = [(4 * i) / count - 2, (4 * j) / count - 2];
      vertices.push([x, y, low], [x, y, height(i, j)]);
    }
  }
  const quad = (p: number, q: number, r: number, s: number) => triangles.push([p, q, r], [p, r, s]);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const [p, q, r, s] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      quad(p + 1, q + 1, r + 1, s + 1);
      quad(s, r, q, p);
    }
    quad(at(i, 0), at(i + 1, 0), at(i + 1, 0) + 1, at(i, 0) + 1);
    quad(at(i + 1, count), at(i, count), at(i, count) + 1, at(i + 1, count) + 1);
    quad(at(0, i + 1), at(0, i), at(0, i) + 1, at(0, i + 1) + 1);
    quad(at(count, i), at(count, i + 1), at(count, i + 1) + 1, at(count, i) + 1);
  }
  return { vertices, triangles };
}

/** Spikes, or dents when `reach` is below 0, at some inner vertices of the top at z = 0. */
export function spikes(random: Random, count: number, chance: number, reach: number): Solid {
  const isInner = (i: number) => i > 0 && i < count;
  return plate(count, -3, (i, j) =>
    isInner(i) && isInner(j) && random.chance(chance) ? reach * random.real(0.8, 1.2) : 0,
  );
}

/** Tetrahedra round a common edge, which has twice as many triangles. */
export function fan(random: Random, count: number): Solid {
  const vertices: Vector[] = [
    [0, 0, -1.5],
    [0, 0, 1.5],
  ];
  const triangles: Vector[] = [];
  for (let i = 0; i < count; i++) {
    const from = (2 * Math.PI * (i + random.real(0.05, 0.2))) / count;
    const to = (2 * Math.PI * (i + random.real(0.4, 0.7))) / count;
    const [r, s] = [vertices.length, vertices.length + 1];
    for (const angle of [from, to]) {
      const reach = random.real(0.8, 1.5);
      vertices.push([reach * Math.cos(angle), reach * Math.sin(angle), random.real(-0.3, 0.3)]);
    }
    triangles.push([0, r, 1], [0, 1, s], [r, s, 1], [r, 0, s]);
  }
  return { vertices, triangles };
}

/** Some solids side by side. */
function shells(random: Random, count: number, make: () => Solid): Solid {
  const places = random.shuffle([-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z]))));
  return joined(
    ...random.times(count, (i) =>
      atPlace(
        make(),
        randomTurn(random),
        random.real(0.1, 0.28),
        places[i].map((value) => 0.7 * value),
      ),
    ),
  );
}

/** Without vertices in common. */
export function soupOf({ vertices, triangles }: Solid): MeshInput {
  return { positions: Float64Array.from(triangles.flatMap((triangle) => triangle.flatMap((i) => vertices[i]))) };
}

const bigBox = () => box([-3, -3, -3], [3, 3, 0.1]);
const anyBox = (random: Random) =>
  box(
    [-1, -1, -1].map((x) => x * random.real(0.3, 1)) as never,
    [1, 1, 1].map((x) => x * random.real(0.3, 1)) as never,
  );

/** Faults in a mesh: triangles that are missing, doubled or turned over, vertices that are one. It is rarely a solid after that. */
export function damaged(random: Random, { vertices, triangles }: Solid): Solid {
  const some = () => random.pick(triangles);
  const faults: (() => readonly Vector[])[] = [
    () => triangles.slice(random.integer(1, 3)),
    () => [...triangles, ...random.times(random.integer(1, 6), some)],
    () => [
      ...triangles,
      ...random.times(random.integer(1, 6), some).flatMap(([p, q, r]): Vector[] => [
        [p, q, r],
        [q, p, r],
      ]),
    ],
    () => triangles.map(([p, q, r]) => (random.chance(0.1) ? [q, p, r] : [p, q, r])),
    () => {
      const [from, to] = [random.pick(some()), random.pick(some())];
      return triangles.map(
        (triangle) => triangle.map((vertex) => (vertex === from ? to : vertex)) as unknown as Vector,
      );
    },
    () => {
      const [p, q] = some();
      // A further solid at an edge, so that it has six triangles or so.
      const [r, s] = random.times(2, () => random.integer(0, vertices.length - 1));
      return [...triangles, [p, r, q], [p, q, s], [r, s, q], [r, p, s]];
    },
  ];
  return { vertices, triangles: random.pick(faults)() };
}

/** Solids by kind, two of most. */
export const SCENES: Readonly<Record<string, (random: Random) => readonly Solid[]>> = {
  'bumpy balls': (random) => [
    turned(random, bumpyBall(random, random.integer(0, 3)), 0.6),
    turned(random, bumpyBall(random, random.integer(1, 3)), 0.6),
  ],
  'a ball in one triangle': (random) => {
    const [x, y] = [random.real(-1.5, 1.5), random.real(-1.5, 1.5)];
    const small = atPlace(bumpyBall(random, random.integer(1, 3)), randomTurn(random), 0.3, [
      x,
      y,
      random.real(-0.1, 0.3),
    ]);
    return random.shuffle([tilted(random, bigBox()), small]) as never;
  },
  'tori and balls': (random) => [
    turned(random, torus(random.integer(3, 30), random.integer(3, 15), 1, random.real(0.15, 0.45)), 0.4),
    turned(random, bumpyBall(random, random.integer(0, 3), 0.9), 0.4),
  ],
  tori: (random) => [
    turned(random, torus(random.integer(3, 30), random.integer(3, 12), 1, random.real(0.1, 0.45)), 0.5),
    turned(random, torus(random.integer(3, 12), random.integer(3, 30), 1, random.real(0.1, 0.45)), 0.5),
  ],
  boxes: (random) => [turned(random, anyBox(random), 0.6), turned(random, anyBox(random), 0.6)],
  'a torus through a face, nested loops': (random) => {
    const pipe = torus(random.integer(5, 24), random.integer(3, 9), 0.8, random.real(0.15, 0.4));
    const shift = random.chance(0.6) ? [1.3, 1.3, 0] : anyShift(random, 1);
    return [tilted(random, pipe, shift), tilted(random, bigBox())];
  },
  'nested loops in a triangle with cut edges': (random) => {
    const pipe = atPlace(
      torus(random.integer(5, 16), random.integer(3, 9), 0.6, 0.2),
      randomTurn(random),
      1,
      [0, 0, 0],
    );
    const flat = torus(random.integer(5, 16), random.integer(3, 9), 0.6, 0.25);
    const knob = atPlace(bumpyBall(random, random.integer(0, 2)), randomTurn(random), 0.5, [3, random.real(0, 1), 0.1]);
    const nested = tilted(random, random.chance(0.7) ? flat : pipe, [1.3, 1.3, 0.1]);
    return [joined(nested, knob), tilted(random, bigBox())];
  },
  'a torus upright in a face': (random) => {
    const pipe = atPlace(
      torus(random.integer(5, 24), random.integer(3, 9), 0.8, 0.3),
      randomTurn(random),
      1,
      [0, 0, 0],
    );
    return [tilted(random, pipe, [random.real(-1, 1), random.real(-1, 1), 0.3]), tilted(random, bigBox())];
  },
  'spikes into a large face': (random) => {
    const under = spikes(random, random.integer(2, 9), random.real(0.2, 1), 1);
    return [under, tilted(random, box([-2.5, -2.5, 0], [2.5, 2.5, 3]), [0, 0, 0.5])];
  },
  'dents through a large face': (random) => {
    const around = spikes(random, random.integer(2, 7), random.real(0.2, 1), -1);
    const reach = random.real(0.4, 1.9);
    return [tilted(random, box([-reach, -reach, -2.5], [reach, reach, -0.4])), around];
  },
  'a dent within one triangle': (random) => {
    const around = plate(8, -3, (i, j) => (i === 5 && j === 5 ? -1 : 0));
    const inner = tilted(random, box([-1.4, -1.4, -2.5], [1.4, 1.4, -0.5]));
    return random.shuffle([inner, around]) as never;
  },
  stars: (random) => [
    turned(random, star(random, random.integer(1, 3)), 0.3),
    turned(random, star(random, random.integer(1, 3)), 0.3),
  ],
  'a star and a box': (random) => [
    turned(random, star(random, random.integer(1, 3)), 0.3),
    turned(random, anyBox(random), 0.3),
  ],
  'several shells': (random) => [
    turned(
      random,
      shells(random, random.integer(2, 20), () => bumpyBall(random, random.integer(0, 2))),
      0.1,
    ),
    random.chance(0.5)
      ? turned(random, bumpyBall(random, random.integer(0, 3)), 0.3)
      : turned(
          random,
          shells(random, random.integer(2, 20), () => bumpyBall(random, random.integer(0, 2))),
          0.1,
        ),
  ],
  'shells with voids': (random) => [
    joined(
      bumpyBall(random, 2),
      insideOut(atPlace(bumpyBall(random, random.integer(0, 2)), randomTurn(random), 0.4, [0.1, 0, 0])),
    ),
    turned(random, random.chance(0.5) ? anyBox(random) : bumpyBall(random, 1, 0.7), 0.5),
  ],
  'inside out': (random) => {
    const both = [
      turned(random, bumpyBall(random, random.integer(0, 3)), 0.6),
      turned(random, torus(9, 7, 0.9, 0.3), 0.4),
    ];
    const which = random.integer(0, 2);
    return both.map((solid, i) => (which === i || which === 2 ? insideOut(solid) : solid)) as never;
  },
  'crossing shells': (random) => {
    const twin = () => {
      const [p, q] = random.times(2, () => turned(random, bumpyBall(random, random.integer(0, 2), 0.8), 0.4));
      return joined(p, random.chance(0.5) ? insideOut(q) : q);
    };
    return [twin(), random.chance(0.5) ? twin() : turned(random, bumpyBall(random, random.integer(0, 2)), 0.5)];
  },
  'crossing torus and box': (random) => {
    const twin = joined(
      turned(random, torus(8, 5, 0.8, 0.25), 0.2),
      random.chance(0.5) ? insideOut(anyBox(random)) : anyBox(random),
    );
    return [twin, tilted(random, bigBox(), [0, 0, 0.2])];
  },
  fans: (random) => [
    turned(random, fan(random, random.integer(2, 5)), 0.3),
    random.chance(0.3)
      ? turned(random, fan(random, random.integer(2, 4)), 0.3)
      : turned(random, random.chance(0.5) ? anyBox(random) : bumpyBall(random, 1), 0.5),
  ],
  'a fan of voids': (random) => {
    const voids = atPlace(insideOut(fan(random, random.integer(2, 4))), randomTurn(random), 0.3, [
      1,
      1,
      random.real(-0.1, 0.1),
    ]);
    return [joined(box([-4, -4, -4], [4, 4, 4]), voids), tilted(random, box([-3, -3, -3], [3, 3, 0]))];
  },
  'a fine ball in a large face': (random) => [
    tilted(random, bigBox()),
    atPlace(bumpyBall(random, random.integer(4, 5)), randomTurn(random), 0.8, [1.2, 1.2, random.real(-0.3, 0.5)]),
  ],
  'a plate with spikes through the edges of a box': (random) => {
    const under = spikes(random, random.integer(4, 12), 0.7, random.real(0.5, 2));
    return [turned(random, under, 0.5), turned(random, anyBox(random), 0.5)];
  },
  'nearly the same': (random) => {
    const own = random.pick([() => bumpyBall(random, 2), () => torus(9, 6, 0.8, 0.3), () => anyBox(random)])();
    const off = 10 ** -random.integer(2, 15);
    const near = mapped(own, (p) => p.map((x) => x + random.real(-off, off)) as unknown as Vector);
    return [own, near];
  },
  'several objects': (random) => [
    ...random.times(2, () => turned(random, bumpyBall(random, random.integer(0, 2), 0.6), 0.6)),
    turned(random, torus(random.integer(3, 20), 6, 0.7, 0.25), 0.3),
    turned(random, anyBox(random), 0.5),
    turned(
      random,
      shells(random, 4, () => bumpyBall(random, 0)),
      0.1,
    ),
  ],
};
