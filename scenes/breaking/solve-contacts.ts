/** Impulses that keep bodies from moving into each other, with friction; one contact after the other, several times. */
import type { Point } from '../support/mesh.ts';
import type { Contact } from './contacts.ts';
import { type Motion, type RigidBody, speedAt } from './rigid-body.ts';

const ROUNDS = 8;
const FRICTION = 0.35;
/** Fraction of the depth beyond the allowed one that is corrected per step, and the maximum speed. */
const RECOVERY = 0.4;
const DEPTH_ALLOWED = 0.003;
const RECOVERY_SPEED_MOST = 1.5;
/** A sleeping body wakes when something faster than this runs into it. */
const WAKE_SPEED = 0.25;

interface Prepared {
  readonly contact: Contact;
  readonly armA: Point;
  readonly armB: Point;
  readonly mass: number;
  /** Speed at which the two should be led out of each other. */
  readonly parting: number;
  /** Impulses so far: those that stop, and those that lead out. */
  stopped: number;
  led: number;
}

type MotionOf = (body: RigidBody) => Motion;
const motionOf: MotionOf = (body) => body.motion;
const recoveryOf: MotionOf = (body) => body.recovery;
const RESTING: Point = [0, 0, 0];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** How much speed along the direction a unit of impulse gives. */
function yielding(body: RigidBody | undefined, arm: Point, direction: Point): number {
  if (!body || body.asleep) return 0;
  const turned = body.turnBy(cross(arm, direction));
  return body.inverseMass + dot(cross(turned, arm), direction);
}

function prepare(contact: Contact, dt: number): Prepared {
  const { a, b, point, normal, depth } = contact;
  const armA: Point = a ? minus(point, a.centre) : [0, 0, 0];
  const armB = minus(point, b.centre);
  const give = yielding(a, armA, normal) + yielding(b, armB, normal);
  const parting = Math.min(RECOVERY_SPEED_MOST, (RECOVERY * Math.max(0, depth - DEPTH_ALLOWED)) / dt);
  return { contact, armA, armB, mass: give > 0 ? 1 / give : 0, parting, stopped: 0, led: 0 };
}

function relativeSpeed({ contact: { a, b }, armA, armB }: Prepared, of: MotionOf): Point {
  return minus(b.asleep ? RESTING : speedAt(of(b), armB), a && !a.asleep ? speedAt(of(a), armA) : RESTING);
}

function apply({ contact: { a, b }, armA, armB }: Prepared, of: MotionOf, [x, y, z]: Point, amount: number): void {
  if (a && !a.asleep) a.applyImpulse(of(a), armA, [-x * amount, -y * amount, -z * amount]);
  if (!b.asleep) b.applyImpulse(of(b), armB, [x * amount, y * amount, z * amount]);
}

function stop(prepared: Prepared): void {
  const { contact, mass, stopped } = prepared;
  const approach = dot(relativeSpeed(prepared, motionOf), contact.normal);
  prepared.stopped = Math.max(0, stopped - approach * mass);
  apply(prepared, motionOf, contact.normal, prepared.stopped - stopped);
}

function leadOut(prepared: Prepared): void {
  const { contact, mass, led, parting } = prepared;
  if (parting === 0) return;
  const lacking = parting - dot(relativeSpeed(prepared, recoveryOf), contact.normal);
  prepared.led = Math.max(0, led + lacking * mass);
  apply(prepared, recoveryOf, contact.normal, prepared.led - led);
}

function rub(prepared: Prepared): void {
  const { contact, armA, armB, stopped } = prepared;
  const { a, b, normal } = contact;
  const speed = relativeSpeed(prepared, motionOf);
  const along = dot(speed, normal);
  const slide: Point = [speed[0] - along * normal[0], speed[1] - along * normal[1], speed[2] - along * normal[2]];
  const size = Math.sqrt(dot(slide, slide));
  if (size < 1e-6) return;
  const direction: Point = [slide[0] / size, slide[1] / size, slide[2] / size];
  const give = yielding(a, armA, direction) + yielding(b, armB, direction);
  if (give > 0) apply(prepared, motionOf, direction, -Math.min(size / give, (FRICTION * stopped) / ROUNDS));
}

export function solveContacts(contacts: readonly Contact[], dt: number): void {
  for (const { a, b } of contacts) {
    if (a?.asleep && b.speed() > WAKE_SPEED) a.wake();
    if (b.asleep && a && a.speed() > WAKE_SPEED) b.wake();
  }
  const prepared = contacts.map((contact) => prepare(contact, dt));
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of prepared) {
      stop(one);
      rub(one);
      leadOut(one);
    }
  }
}
