/**
 * Parts as a designer draws them: plates with bosses and thin ribs whose walls lean by the draft of a mould, seated in blocks
 * and in pockets. Walls stand within one pixel of an image, and faces are flush. Volumes are known in closed form.
 */
import { boxShape } from './contact-scenes.ts';
import type { Random } from './random.ts';
import { joined, type Shape, type Vector } from './scene-shape.ts';

/** A rectangle around a middle. */
interface Rectangle {
  readonly middle: readonly [number, number];
  readonly sides: readonly [number, number];
}

/** A solid of four sides that lean inwards by `draft` (the tangent of the angle), from height `from` up to `to`. */
interface Frustum {
  readonly base: Rectangle;
  readonly draft: number;
  readonly from: number;
  readonly to: number;
}

export interface CadCase {
  readonly kind: string;
  /** Plate with bosses, and what they are seated in. */
  readonly part: Shape;
  readonly seat: Shape;
  readonly overlap: number;
  /** How much of `part` overlaps itself. */
  readonly selfOverlap: number;
  /** The volume of a box around both, for what rounding can change. */
  readonly size: number;
}

function sidesAt({ base, draft, from }: Frustum, height: number): readonly [number, number] {
  const narrower = 2 * draft * (height - from);
  return [base.sides[0] - narrower, base.sides[1] - narrower];
}

/** Volume between two heights, by Simpson's rule: exact, for the area is a polynomial of degree two. */
function volumeBetween(frustum: Frustum, low: number, high: number): number {
  const area = (height: number) => sidesAt(frustum, height)[0] * sidesAt(frustum, height)[1];
  return Math.max(0, (high - low) / 6) * (area(low) + 4 * area((low + high) / 2) + area(high));
}

const around = ({ middle, sides }: Rectangle): [number, number][] =>
  [0, 1, 3, 2].map((corner) => [
    middle[0] + (corner & 1 ? 0.5 : -0.5) * sides[0],
    middle[1] + (corner & 2 ? 0.5 : -0.5) * sides[1],
  ]);

/** Rings of four corners, one above or within the other, joined by walls and closed at both ends; outwards by order. */
function ringSolid(
  rings: readonly { readonly corners: readonly [number, number][]; readonly height: number }[],
): Shape {
  const vertices = rings.flatMap(({ corners, height }) => corners.map(([x, y]): Vector => [x, y, height]));
  const triangles: Vector[] = [
    [0, 2, 1],
    [0, 3, 2],
  ];
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let corner = 0; corner < 4; corner++) {
      const [a, b] = [4 * ring + corner, 4 * ring + ((corner + 1) % 4)];
      triangles.push([a, b, b + 4], [a, b + 4, a + 4]);
    }
  }
  const last = 4 * (rings.length - 1);
  triangles.push([last, last + 1, last + 2], [last, last + 2, last + 3]);
  return { vertices, triangles };
}

function ringAt(frustum: Frustum, height: number) {
  return { corners: around({ middle: frustum.base.middle, sides: sidesAt(frustum, height) }), height };
}

function frustumShape(frustum: Frustum): Shape {
  return ringSolid([ringAt(frustum, frustum.from), ringAt(frustum, frustum.to)]);
}

const PLATE = 60;

function plateRing(height: number) {
  return { corners: around({ middle: [0, 0], sides: [PLATE, PLATE] }), height };
}

/** A plate of this thickness with a boss on it, in one piece. */
function plateWith(boss: Frustum): Shape {
  return ringSolid([plateRing(0), plateRing(boss.from), ringAt(boss, boss.from), ringAt(boss, boss.to)]);
}

const draftOf = (random: Random): number =>
  Math.tan((random.pick([0, 0.5, 1, 2, 3, random.real(0.5, 3)]) * Math.PI) / 180);

function randomFrustum(random: Random, from: number, to: number, room: number): Frustum {
  const isRib = random.chance(0.4);
  const long = random.real(5, Math.min(45, room));
  const thin = random.real(0.8, 3) + (to - from) * 0.11;
  const sides: readonly [number, number] = isRib ? (random.chance(0.5) ? [long, thin] : [thin, long]) : [long, long];
  const shift = () => random.pick([0, random.real(-1, 1)]) * Math.max(0, room - long) * 0.5;
  return { base: { middle: [shift(), shift()], sides }, draft: draftOf(random), from, to };
}

/** A plate with one boss, in one piece, whose boss stands in a block. */
function seatedBoss(random: Random): Omit<CadCase, 'size'> {
  const [thickness, height] = [random.real(1, 5), random.real(3, 12)];
  const boss = randomFrustum(random, thickness, thickness + height, 50);
  const part = plateWith(boss);
  // The block ends within the boss, flush with the plate, or within the plate; flush with the boss's top or beyond it.
  const low = random.pick([boss.to - random.real(0.2, 1) * height, thickness, thickness * random.real(0.1, 0.9)]);
  const high = random.pick([boss.to, boss.to + random.real(0.1, 10)]);
  const half = random.pick([PLATE / 2, random.real(26, 40)]);
  const seat = boxShape([-half, -half, low], [half, half, high]);
  const common = 4 * Math.min(half, PLATE / 2) ** 2;
  const overlap = volumeBetween(boss, Math.max(low, thickness), boss.to) + common * Math.max(0, thickness - low);
  return { kind: 'boss', part, seat, overlap, selfOverlap: 0 };
}

/** A plate into which bosses and ribs reach as shells of their own, each in a field of its own. */
function seatedGroup(random: Random): Omit<CadCase, 'size'> {
  const thickness = random.real(1, 5);
  const fields = random.shuffle([-15, 15].flatMap((x) => [-15, 15].map((y) => [x, y] as const)));
  const bosses = fields.slice(0, random.integer(1, 4)).map(([x, y]): Frustum => {
    const boss = randomFrustum(random, thickness * random.real(0.2, 1), thickness + random.real(3, 8), 26);
    const [u, v] = boss.base.middle;
    return { ...boss, base: { ...boss.base, middle: [u + x, v + y] } };
  });
  const part = joined([ringSolid([plateRing(0), plateRing(thickness)]), ...bosses.map(frustumShape)]);
  const low = thickness + random.real(0, 2.9);
  const seat = boxShape([-28.5, -28.5, low], [28.5, 28.5, thickness + random.real(3, 12)]);
  const high = seat.vertices[7][2];
  const sum = (volume: (boss: Frustum) => number) => bosses.reduce((total, boss) => total + volume(boss), 0);
  return {
    kind: 'group',
    part,
    seat,
    overlap: sum((boss) => volumeBetween(boss, low, Math.min(high, boss.to))),
    selfOverlap: sum((boss) => volumeBetween(boss, boss.from, thickness)),
  };
}

/** A boss pressed into a pocket that is narrower than it by less than a pixel mostly, or just as wide. */
function pressedBoss(random: Random): Omit<CadCase, 'size'> {
  const [thickness, height] = [random.real(1, 5), random.real(3, 12)];
  const boss = randomFrustum(random, thickness, thickness + height, 45);
  const part = plateWith(boss);
  const press = random.pick([0, 0.01, 0.1, 0.3]);
  const sides: readonly [number, number] = [boss.base.sides[0] - press, boss.base.sides[1] - press];
  const pocket: Frustum = { ...boss, base: { ...boss.base, sides } };
  // Open at the plate's top, and its floor at the boss's top, or above it by less than where its walls meet.
  const room = Math.min(...sidesAt(pocket, boss.to)) / (2 * boss.draft + 1e-9);
  const floor = boss.to + random.pick([0, 0, 0.4]) * Math.min(1, room / 2);
  const seat = ringSolid([
    { corners: ringAt(pocket, floor).corners, height: floor },
    { corners: ringAt(pocket, thickness).corners, height: thickness },
    plateRing(thickness),
    plateRing(floor + random.real(1, 5)),
  ]);
  const overlap = volumeBetween(boss, boss.from, boss.to) - volumeBetween(pocket, boss.from, boss.to);
  return { kind: 'pressed', part, seat, overlap, selfOverlap: 0 };
}

/** A plate with a rib of 16 mm that narrows to `tip` with 1° of draft, and a block in which it stands 4 mm deep. */
export function ribInBlock(tip: number): Pick<CadCase, 'part' | 'seat' | 'overlap'> {
  const draft = Math.tan(Math.PI / 180);
  const base = { middle: [0.3, 0.1], sides: [16, tip + 2 * draft * 10] } as const;
  const rib: Frustum = { base, draft, from: 2, to: 12 };
  const seat = boxShape([-40, -40, 8], [40, 40, 20]);
  return { part: plateWith(rib), seat, overlap: volumeBetween(rib, 8, 12) };
}

/** A turn about a skew axis, a quarter turn of the axes, or none; the same for both shapes. */
function turnOf(random: Random): (point: Vector) => Vector {
  const cycle = random.integer(0, 2);
  const cycled = (p: Vector): Vector => [p[cycle], p[(cycle + 1) % 3], p[(cycle + 2) % 3]];
  const shift = random.pick([0, random.real(-1, 1), random.real(-1000, 1000)]);
  const angle = random.chance(0.3) ? random.pick([0.5, 2, 45, random.real(0, 90)]) * (Math.PI / 180) : 0;
  const [c, s] = angle === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  return (point) => {
    const [x, y, z] = cycled(point);
    return [c * x - s * y + shift, s * x + c * y + shift / 3, z - shift / 7];
  };
}

export function cadCase(random: Random): CadCase {
  const made = random.pick([seatedBoss, seatedBoss, seatedGroup, pressedBoss])(random);
  const turn = turnOf(random);
  const turned = (shape: Shape): Shape => ({ ...shape, vertices: shape.vertices.map(turn) });
  return { ...made, part: turned(made.part), seat: turned(made.seat), size: PLATE * PLATE * 40 };
}
