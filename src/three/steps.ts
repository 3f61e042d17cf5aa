/** `safeStep` and `advance` between the last two updates of a collider: what they found, in terms of the caller's objects. */
import { Matrix4, type Mesh, type SkinnedMesh } from 'three';
import { OptionError } from '../errors.ts';
import type { Advance, Positions, SafeStep } from '../index.ts';
import type { InverseMasses } from '../queries/step/advance.ts';
import type { Attribute } from './attributes.ts';
import type { Bodies, BodyTable } from './bodies.ts';
import type { Body } from './body.ts';
import type { HitObject } from './face-pairs.ts';
import { isBatched, isInstanced } from './instances.ts';
import { NearFeatures } from './near-features.ts';
import { nameOf } from './object-label.ts';

/** How far an object may go from where it was at the previous update to where it is now. */
export interface ObjectStep extends HitObject {
  /** The fraction of its path, 0 to 1; with `each: 'vertex'` the least of its vertices. */
  readonly step: number;
  /** With `each: 'vertex'`, the part of each vertex of the geometry that is drawn; others have 1. */
  readonly steps: Float64Array | undefined;
  /** Its world matrix at that point; undefined if that does not change. */
  readonly matrix: Matrix4 | undefined;
}

/** The answer of {@link Collider.safeStep}. */
export interface ObjectSteps {
  /** One per object that has moved. */
  readonly steps: readonly ObjectStep[];
  /** What stopped it, with distances at the start. */
  readonly blockers: NearFeatures;
  /** The engine's own answer. */
  readonly answer: SafeStep;
}

/** The answer of {@link Collider.advance}. */
export interface ObjectAdvance {
  /** The objects that have moved, where they are drawn now: pushed, or held back. */
  readonly objects: readonly HitObject[];
  /** Features that were near at the start. */
  readonly contacts: NearFeatures;
  /** Kind of end: as aimed or pushed; vertices held back; all held back; or where it was. */
  readonly fallback: Advance['fallback'];
  /** The engine's own answer. */
  readonly answer: Advance;
}

/** Inverse masses of a mesh: one number, or one per vertex of its geometry; 0 is fixed. */
export interface MeshMasses {
  /** The mesh. */
  object: Mesh;
  /** One for all vertices, or one per vertex of the geometry. */
  values: number | Float64Array;
}

const deforms = ({ object }: Body): boolean =>
  (object as SkinnedMesh).isSkinnedMesh === true || (object.geometry.morphAttributes.position?.length ?? 0) > 0;

/** Numbers per vertex of a body as numbers per vertex of its geometry. */
function ofGeometry({ object, topology }: Body, numbers: Float64Array): Float64Array {
  const all = new Float64Array(object.geometry.attributes.position.count).fill(1);
  for (const [v, source] of topology.sources.entries()) all[source] = numbers[v];
  for (let i = 0; i < topology.welded.length; i += 2) all[topology.welded[i]] = numbers[topology.welded[i + 1]];
  return all;
}

export function objectSteps(answer: SafeStep, table: BodyTable, each: string | undefined): ObjectSteps {
  const steps = Array.from(answer.objects, (id, i): ObjectStep => {
    const body = table.get(id)!;
    const own = answer.steps.subarray(answer.offsets[i], answer.offsets[i + 1]);
    const place = answer.places[i];
    return {
      object: body.object,
      instance: body.instance,
      step:
        each === 'object' || each === 'vertex'
          ? own.reduce((least, part) => Math.min(least, part), 1)
          : answer.steps[0],
      steps: each === 'vertex' ? ofGeometry(body, own) : undefined,
      matrix: place && new Matrix4().fromArray(place),
    };
  });
  return { steps, blockers: new NearFeatures(answer.blockers, table), answer };
}

/** Inverse masses by ids. Meshes posed by bones or morph targets move as aimed unless given masses: nothing else could be written back. */
export function massesOfBodies(given: readonly MeshMasses[], table: BodyTable): InverseMasses[] {
  const isList = Array.isArray(given) && given.every((entry) => entry?.object?.isMesh);
  if (!isList) {
    throw new OptionError(
      'option-value',
      'advance: inverseMasses must be a list such as [{ object: mesh, values: 1 }], values a number from 0 or a Float64Array of them, one per vertex.',
      { option: 'inverseMasses' },
    );
  }
  return [...table.values()].flatMap((body): InverseMasses[] => {
    if (deforms(body)) return [{ object: body.id, values: 0 }];
    const found = given.find(({ object }) => object === body.object);
    if (!found) return [];
    const { values } = found;
    if (!(values instanceof Float64Array)) return [{ object: body.id, values }];
    const expected = body.object.geometry.attributes.position.count;
    if (values.length !== expected) {
      throw new OptionError(
        'option-value',
        `advance: inverseMasses of "${nameOf(body.object)}" has ${values.length} numbers; expected ${expected}, one per vertex of its geometry.`,
        { option: 'inverseMasses' },
      );
    }
    return [{ object: body.id, values: Float64Array.from(body.topology.sources, (vertex) => values[vertex]) }];
  });
}

/** Two meshes cannot both write into the positions of one geometry. */
export function checkGeometries(moved: readonly Body[]): void {
  const seen = new Map<unknown, Body>();
  for (const body of moved) {
    const { geometry } = body.object;
    const other = seen.get(geometry);
    if (other && other.object !== body.object) {
      throw new OptionError(
        'option-conflict',
        `advance: "${nameOf(other.object)}" and "${nameOf(body.object)}" deform and share a geometry, which can hold the end of only one. Give each its own.`,
      );
    }
    seen.set(geometry, body);
  }
}

function writePositions({ object, topology }: Body, ends: Positions): void {
  const attribute = object.geometry.attributes.position as Attribute;
  const write = (vertex: number, v: number) => attribute.setXYZ(vertex, ends[3 * v], ends[3 * v + 1], ends[3 * v + 2]);
  for (const [v, source] of topology.sources.entries()) write(source, v);
  for (let i = 0; i < topology.welded.length; i += 2) write(topology.welded[i], topology.welded[i + 1]);
  attribute.needsUpdate = true;
}

/** Puts a mesh, or an instance of one, where its world matrix is this. */
function writePlace({ object, instance }: Body, place: Float64Array): void {
  const world = new Matrix4().fromArray(place);
  if (instance !== undefined && (isInstanced(object) || isBatched(object))) {
    object.setMatrixAt(instance, object.matrixWorld.clone().invert().multiply(world));
    if (isInstanced(object)) object.instanceMatrix.needsUpdate = true;
    return;
  }
  const local = object.parent ? object.parent.matrixWorld.clone().invert().multiply(world) : world;
  if (object.matrixAutoUpdate) local.decompose(object.position, object.quaternion, object.scale);
  else object.matrix.copy(local);
  object.updateMatrixWorld();
}

const isSame = (p: ArrayLike<number>, q: ArrayLike<number>) => Array.prototype.every.call(p, (x, i) => x === q[i]);

/** Writes the result of `advance` into the objects. */
export function takeEnds(answer: Advance, table: BodyTable, bodies: Bodies): ObjectAdvance {
  const objects = Array.from(answer.objects, (id, i): HitObject => {
    const body = table.get(id)!;
    const [end, place] = [answer.ends[i], answer.places[i]];
    if (end && !deforms(body) && !isSame(end, body.positions)) writePositions(body, end);
    if (place && !isSame(place, body.matrix)) writePlace(body, place);
    bodies.motion?.settle(body, end, place);
    if (place) body.matrix.set(place);
    return { object: body.object, instance: body.instance };
  });
  return { objects, contacts: new NearFeatures(answer.contacts, table), fallback: answer.fallback, answer };
}
