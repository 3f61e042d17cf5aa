/**
 * What is known about an object without asking the kernels, and the effect of a change on it. An impossible change
 * throws the same error that carrying it out would throw, so that calls are checked immediately even while a query uses the kernels.
 */

import { OptionError } from '../../errors.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import type { CheckedMesh } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { placedBox } from '../../mesh/placement.ts';
import { type Box, boxOf } from '../../mesh/position-box.ts';
import type { SceneObject } from './scene-object.ts';

export interface ObjectFacts {
  readonly givenVertexCount: number;
  readonly single: boolean;
  readonly label: string;
  /** The given vertices that count; undefined when all do. */
  readonly sources: () => Uint32Array | undefined;
  /** Around the vertices as given; empty when there are none, undefined when they are on a GPU. */
  readonly box: Box | undefined;
  readonly placement: Float64Array | undefined;
}

function labelOf(id: number, name: string): string {
  return name === '' ? `object ${id}` : `object ${id} ("${name}")`;
}

/** The facts of an object that is still to be created, possibly replacing another. Reads every coordinate. */
export function factsOfMesh(id: number, mesh: CheckedMesh, before: ObjectFacts | undefined): ObjectFacts {
  const { name, givenVertexCount, positions } = mesh;
  const box = mesh.inBuffer ? undefined : boxOf(positions, undefined);
  const placement = before?.placement;
  checkPlace(box, placement, `replace: ${labelOf(id, name)}`);
  const single = positions instanceof Float32Array;
  return { givenVertexCount, single, label: labelOf(id, name), sources: () => undefined, box, placement };
}

/** The facts of an object as it is now: looked up when asked for, because most calls need few of them. */
class PresentFacts implements ObjectFacts {
  readonly #id: number;
  readonly #object: SceneObject;

  constructor(id: number, object: SceneObject) {
    this.#id = id;
    this.#object = object;
  }

  get givenVertexCount(): number {
    return this.#object.givenVertexCount;
  }

  get single(): boolean {
    return this.#object.format === FORMAT_F32;
  }

  get label(): string {
    return labelOf(this.#id, this.#object.name);
  }

  sources(): Uint32Array | undefined {
    return this.#object.sources;
  }

  get box(): Box | undefined {
    return this.#object.isOnGpu ? undefined : this.#object.restBox;
  }

  get placement(): Float64Array | undefined {
    return this.#object.placement;
  }
}

export function factsOfObject(id: number, object: SceneObject): ObjectFacts {
  return new PresentFacts(id, object);
}

/** The same facts but for these. */
function withOther(facts: ObjectFacts, other: Partial<Pick<ObjectFacts, 'box' | 'placement'>>): ObjectFacts {
  const { givenVertexCount, single, label, box, placement } = facts;
  return { givenVertexCount, single, label, sources: () => facts.sources(), box, placement, ...other };
}

/** Positions for `move`: how many numbers, and whether of single precision. */
export interface MoveShape {
  readonly length: number;
  readonly single: boolean;
}

/** Refuses positions of another count or precision than the object has. */
export function checkMove(object: number, facts: ObjectFacts, { length, single }: MoveShape): void {
  const { givenVertexCount } = facts;
  const expected = 3 * givenVertexCount;
  if (length !== expected) {
    const { label } = facts;
    throw new OptionError(
      'move-length',
      `move: ${label} has ${givenVertexCount} vertices, so ${expected} numbers; found ${length}. Use replace() for a mesh with other vertices.`,
      { object, expected, found: length },
    );
  }
  if (single !== facts.single) {
    const name = facts.single ? 'Float32Array' : 'Float64Array';
    throw new OptionError(
      'move-precision',
      `move: ${facts.label} was added with a ${name}; expected the same again. Use replace() to change precision.`,
      { object },
    );
  }
}

/** The facts after `move`; positions that are on a GPU are not known. */
export function factsAfterMove(
  object: number,
  facts: ObjectFacts,
  shape: MoveShape,
  positions: Positions | undefined,
): ObjectFacts {
  checkMove(object, facts, shape);
  const box = positions && boxOf(positions, facts.sources());
  checkPlace(box, facts.placement, `move: ${facts.label}`);
  return withOther(facts, { box });
}

/** The facts of another instance of a mesh, which has no place of its own. */
export function factsOfInstance(facts: ObjectFacts): ObjectFacts {
  return withOther(facts, { placement: undefined });
}

export function factsAfterPlace(facts: ObjectFacts, placement: Float64Array): ObjectFacts {
  checkPlace(facts.box, placement, `place: ${facts.label}`);
  return withOther(facts, { placement });
}

/** Refuses a place that takes a box out of range; of a box that is not known, when it would take any. */
function checkPlace(box: Box | undefined, placement: Float64Array | undefined, label: string): void {
  if (placement) placedBox(box ?? [], placement, label);
}
