/** Impulses that keep bodies from moving into each other, with friction; one contact after the other, several times. */
import type { Point } from '../support/mesh.ts';
import type { Contact } from './contacts.ts';
import type { RigidBody } from './rigid-body.ts';

const ROUNDS = 8;
const FRICTION = 0.5;
/** Part of the depth that is taken back in a step, beyond what is allowed, and how fast at most. */
const RECOVERY = 0.2;
const DEPTH_ALLOWED = 0.003;
const RECOVERY_SPEED_MOST = 0.6;
/** A sleeping body wakes when something faster than this runs into it. */
const WAKE_SPEED = 0.25;

interface Prepared {
  readonly contact: Contact;
  readonly armA: Point;
  readonly armB: Point;
  readonly mass: number;
  readonly parting: number;
  pushed: number;
}

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
  return { contact, armA, armB, mass: give > 0 ? 1 / give : 0, parting, pushed: 0 };
}

function relativeSpeed({ contact: { a, b }, armA, armB }: Prepared): Point {
  return minus(b.asleep ? [0, 0, 0] : b.speedAt(armB), a && !a.asleep ? a.speedAt(armA) : [0, 0, 0]);
}

function apply({ contact: { a, b }, armA, armB }: Prepared, [x, y, z]: Point, amount: number): void {
  if (a && !a.asleep) a.applyImpulse(armA, [-x * amount, -y * amount, -z * amount]);
  if (!b.asleep) b.applyImpulse(armB, [x * amount, y * amount, z * amount]);
}

function solve(prepared: Prepared): void {
  const { contact, mass } = prepared;
  const { normal } = contact;
  const speed = relativeSpeed(prepared);
  const wanted = (prepared.parting - dot(speed, normal)) * mass;
  const pushed = Math.max(0, prepared.pushed + wanted);
  apply(prepared, normal, pushed - prepared.pushed);
  prepared.pushed = pushed;
  rub(prepared);
}

function rub(prepared: Prepared): void {
  const { contact, armA, armB, pushed } = prepared;
  const { a, b, normal } = contact;
  const speed = relativeSpeed(prepared);
  const along = dot(speed, normal);
  const slide: Point = [speed[0] - along * normal[0], speed[1] - along * normal[1], speed[2] - along * normal[2]];
  const size = Math.sqrt(dot(slide, slide));
  if (size < 1e-6) return;
  const direction: Point = [slide[0] / size, slide[1] / size, slide[2] / size];
  const give = yielding(a, armA, direction) + yielding(b, armB, direction);
  if (give > 0) apply(prepared, direction, -Math.min(size / give, (FRICTION * pushed) / ROUNDS));
}

export function solveContacts(contacts: readonly Contact[], dt: number): void {
  for (const { a, b } of contacts) {
    if (a?.asleep && b.speed() > WAKE_SPEED) a.wake();
    if (b.asleep && a && a.speed() > WAKE_SPEED) b.wake();
  }
  const prepared = contacts.map((contact) => prepare(contact, dt));
  for (let round = 0; round < ROUNDS; round++) for (const one of prepared) solve(one);
}
