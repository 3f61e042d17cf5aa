/**
 * Mechanisms whose answer is known from how they are made: levers and posts, doors and legs, pins in slots, gears, cams, telescopes, screws and
 * four-bars. Each says from which t on it meets, and until when; none for those that stay free.
 */
import type { MeshInput, Motion } from '../../../src/index.ts';
import type { Random } from '../../support/random.ts';
import { box, type Matrix, multiply, ring, screwMatrix, type Vector } from './motions.ts';

export interface Mechanism {
  readonly name: string;
  readonly meshes: readonly MeshInput[];
  /** By object; axes and pivots as they are before the frame is applied. */
  readonly motions: readonly Motion[];
  /** Meetings of objects 0 and 1, in t; empty when they stay free. */
  readonly meetings: readonly (readonly [number, number])[];
  /** Of one turn or travel, in degrees or as a part; how wide an end may be left open, as a part of t. */
  readonly tolerance: number;
}

const RADIANS = Math.PI / 180;
const Z: Vector = [0, 0, 1];
const O: Vector = [0, 0, 0];
/** Ends of turns are found to 0.001°. */
const ofTurn = (degrees: number) => Math.min(1e-5, 0.001 / degrees);

/** A bar of half width w and length l from the origin along x turns past a square post of half side s at distance d along y. */
function lever(random: Random): Mechanism {
  const [w, s, d] = [random.real(0.01, 0.1), random.real(0.01, 0.2), random.real(1, 3)];
  const [from, span] = [random.real(1, 20), random.real(140, 158)];
  // Its upper side reaches the corner nearest to it: at angle 90° less atan2(s, d − s) less asin(w / distance of that corner). The other corner comes later.
  const corner = Math.hypot(s, d - s);
  const reach = Math.atan2(s, d - s) + Math.asin(w / corner);
  const start = { axis: Z, pivot: O, angle: from * RADIANS };
  const bar = box(0, -w, -0.1, d, w, 0.1);
  return {
    name: 'lever',
    meshes: [placed(bar, screwMatrix(start.axis, start.pivot, start.angle)), box(-s, d - s, -0.1, s, d + 5, 0.1)],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle: span * RADIANS } }],
    meetings: [[(90 - reach / RADIANS - from) / span, (90 + reach / RADIANS - from) / span]],
    tolerance: ofTurn(span),
  };
}

/** A door from the hinge to x = l, its far side on the x axis, and a leg that stands out of reach or within. */
function door(random: Random): Mechanism {
  const [l, thick] = [random.real(0.6, 1.2), random.real(0.02, 0.05)];
  // Thicker than the door, so that it is never wholly inside it, where surfaces would be apart.
  const s = thick * random.real(0.6, 2);
  const isReached = random.chance(0.5);
  // The leg stands beyond x = 0, on the y axis, its near side at distance d.
  const d = isReached ? random.real(0.3, 0.9) * l : Math.hypot(l, thick) * (1 + random.real(1e-4, 0.3));
  const angle = 90;
  const leg = box(0, d, 0.1, 2 * s, d + 2 * s, 0.9);
  // The door's leading side, y = 0 turned by φ, reaches the leg's corner (2s, d) at φ = atan2(d, 2s).
  const meets = isReached && Math.hypot(2 * s, d) <= l ? Math.atan2(d, 2 * s) / RADIANS / angle : undefined;
  if (isReached && meets === undefined) return door(random);
  return {
    name: isReached ? 'door, leg in its way' : 'door, leg out of reach',
    meshes: [box(0, -thick, 0, l, 0, 2), leg],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle: angle * RADIANS } }],
    meetings: meets === undefined ? [] : [[meets, 1]],
    tolerance: ofTurn(angle),
  };
}

/** A ring turns about a ring inside it: free with play, whatever the number of corners. */
function pin(random: Random): Mechanism {
  const [n, m] = [random.integer(6, 24), random.integer(6, 24)];
  const play = random.pick([0.1, 0.01, 1e-3, 1e-4]);
  const inner = ring(n, 0.5, 1, 1);
  const outer = ring(m, (1 + play) / Math.cos(Math.PI / m), 2, 0.5);
  return {
    name: `pin with play ${play}`,
    meshes: [inner, outer],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle: 2 * Math.PI } }],
    meetings: [],
    tolerance: ofTurn(360),
  };
}

/** A tongue slides in a slot of some play, until it reaches the end of it, if it does. */
function slot(random: Random): Mechanism {
  const play = random.pick([0.1, 1e-2, 1e-4]);
  const [depth, travel] = [random.real(1, 2), random.real(1.2, 3)];
  const wall = (y0: number, y1: number) => box(0, y0, -1, 4, y1, 1);
  const back = box(depth, -0.5 - play, -1, 4, 0.5 + play, 1);
  const meets = depth / travel;
  return {
    name: `tongue in a slot, play ${play}`,
    meshes: [box(-2, -0.5, -0.5, 0, 0.5, 0.5), joined(wall(0.5 + play, 2), wall(-2, -0.5 - play), back)],
    motions: [{ object: 0, screw: { axis: [1, 0, 0], pivot: O, angle: 0, travel } }],
    meetings: meets <= 1 ? [[meets, 1]] : [],
    tolerance: 1e-5,
  };
}

/** A tube slides out of another by its length and a part: it never meets it. */
function telescope(random: Random): Mechanism {
  const n = random.integer(8, 24);
  const play = random.pick([0.05, 1e-3, 1e-4]);
  const outer = ring(n, (1 + play) / Math.cos(Math.PI / n), 1.5, 2);
  return {
    name: `telescope, play ${play}`,
    meshes: [ring(n, 0.8, 1, 2), outer],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle: 0, travel: random.real(1, 6) } }],
    meetings: [],
    tolerance: 1e-5,
  };
}

/** A nut of height 1 turns and advances up to a plate 0.5 thick, and comes out behind it. */
function screw(random: Random): Mechanism {
  const n = random.integer(6, 12);
  const turns = random.real(1, 4);
  const [pitch, gap] = [random.real(0.2, 1), random.real(0.3, 2)];
  const travel = turns * pitch;
  const meets = gap / travel;
  return {
    name: 'screw',
    meshes: [ring(n, 1.2, 2, 0.5), box(-3, -3, 0.5 + gap, 3, 3, 1 + gap)],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle: 2 * Math.PI * turns, travel } }],
    meetings: meets <= 1 ? [[meets, Math.min(1, (1.5 + gap) / travel)]] : [],
    tolerance: 1e-5,
  };
}

/** A square cam of half side s turns beside a wall: its corner meets it while s √2 cos(angle to the wall's normal) exceeds the distance. */
function cam(random: Random): Mechanism {
  const s = random.real(0.5, 1.5);
  const isFree = random.chance(0.3);
  const d = isFree ? s * Math.SQRT2 * (1 + random.pick([1e-4, 1e-2])) : s * random.real(1.05, 1.38);
  const half = isFree ? 0 : Math.acos(d / (s * Math.SQRT2)) / RADIANS;
  return {
    name: isFree ? 'cam, free' : 'cam',
    meshes: [box(-s, -s, -1, s, s, 1), box(d, -3, -2, d + 1, 3, 2)],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle: Math.PI / 2 } }],
    meetings: isFree ? [] : [[(45 - half) / 90, (45 + half) / 90]],
    tolerance: ofTurn(90),
  };
}

/** Two wheels with square teeth in each other's gaps turn against each other by less than their backlash, or by more. */
function gears(random: Random): Mechanism {
  // One tooth of each, on arms of equal length: a tooth of half width a in a gap of half width a + play, both at distance r.
  const [a, play, r] = [random.real(0.05, 0.1), random.pick([0.02, 0.01]), random.real(2, 4)];
  const tooth = box(r - 0.1, -a, -0.2, r + 0.1, a, 0.2);
  const gap = joined(
    box(r - 0.2, a + play, -0.3, r + 0.5, a + play + 0.3, 0.3),
    box(r - 0.2, -a - play - 0.3, -0.3, r + 0.5, -a - play, 0.3),
  );
  // Turned by φ, the tooth's outer corner is at height (r + 0.1) sin φ + a cos φ, which reaches a + play first.
  const reach = Math.hypot(r + 0.1, a);
  const limit = Math.asin((a + play) / reach) - Math.atan2(a, r + 0.1);
  const angle = limit * random.pick([0.9, 0.999, 1.5]);
  return {
    name: 'gear tooth with backlash',
    meshes: [tooth, gap],
    motions: [{ object: 0, screw: { axis: Z, pivot: O, angle } }],
    meetings: angle > limit ? [[limit / angle, 1]] : [],
    tolerance: 1e-5,
  };
}

/** A parallelogram of four bars: the coupler, carried by a crank that turns one way and turning back by as much, keeps its direction. */
function fourBar(random: Random): Mechanism {
  const [crank, half] = [random.real(0.5, 1), random.real(0.05, 0.2)];
  const isFree = random.chance(0.4);
  // The coupler's upper side is at height crank · sin φ + half; the ceiling hangs at h.
  const h = crank * (isFree ? 1 + random.pick([1e-4, 0.01]) : random.real(0.3, 0.95)) + half;
  const limit = Math.asin(Math.min(1, (h - half) / crank)) / RADIANS;
  const angle = 160;
  return {
    name: isFree ? 'four-bar, free' : 'four-bar',
    meshes: [
      // Deep enough never to be wholly inside the ceiling, where surfaces would be apart.
      box(crank - 0.3, -4, -0.1, crank + 1, half, 0.1),
      box(-4, h, -1, 4, h + 1, 1),
      { positions: new Float64Array(0), indices: new Uint32Array(0) },
    ],
    motions: [
      { object: 2, screw: { axis: Z, pivot: O, angle: angle * RADIANS } },
      { object: 0, carriedBy: 2, screw: { axis: Z, pivot: [crank, 0, 0], angle: -angle * RADIANS } },
    ],
    meetings: isFree ? [] : [[limit / angle, (180 - limit) / angle]],
    tolerance: ofTurn(angle),
  };
}

export const KINDS = [lever, door, pin, slot, telescope, screw, cam, gears, fourBar];

function joined(...meshes: MeshInput[]): MeshInput {
  const positions = meshes.flatMap((mesh) => [...(mesh.positions as Float64Array)]);
  let first = 0;
  const indices = meshes.flatMap((mesh) => {
    const own = [...mesh.indices!].map((index) => index + first);
    first += mesh.positions.length / 3;
    return own;
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

const apply = (m: Matrix, [x, y, z]: ArrayLike<number> & Iterable<number>, w = 1): Vector =>
  [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + w * m[12 + k]) as Vector;

export function placed(mesh: MeshInput, m: Matrix): MeshInput {
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) positions.set(apply(m, mesh.positions.subarray(i, i + 3)), i);
  return { ...mesh, positions };
}

/** The mechanism turned, scaled, shifted or mirrored; `factor` is by how much coordinates grew against its size. */
export function framed(mechanism: Mechanism, random: Random): Mechanism & { readonly frame: string } {
  const kind = random.pick(['as it is', 'turned', 'scaled', 'far', 'mirrored']);
  const axis: Vector = [random.real(-1, 1), random.real(-1, 1), random.real(0.1, 1)];
  const turn = screwMatrix(axis, [random.real(-1, 1), 0, 1], random.real(0, 6));
  const size = kind === 'scaled' ? random.pick([1e-3, 7, 1e4]) : 1;
  const far = kind === 'far' ? 1000 : 0;
  const flip = kind === 'mirrored' ? -1 : 1;
  const scale: Matrix = [flip * size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, far, -far, far, 1];
  const frame = kind === 'as it is' ? screwMatrix(Z, O, 0) : multiply(scale, turn);
  const motions = mechanism.motions.map((motion) => {
    if (!('screw' in motion)) return motion;
    const { axis: along, pivot, angle, travel = 0 } = motion.screw;
    // A mirror turns the other way round; the axis it maps to keeps its direction of travel.
    return {
      ...motion,
      screw: { axis: apply(frame, along, 0), pivot: apply(frame, pivot), angle: flip * angle, travel: size * travel },
    };
  });
  return { ...mechanism, frame: kind, motions, meshes: mechanism.meshes.map((mesh) => placed(mesh, frame)) };
}
