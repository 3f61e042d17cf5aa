/** What is known of an object without looking into it, and whether new positions suit it. */

import { OptionError } from '../../errors.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import type { CheckedMesh } from '../../mesh/check-mesh.ts';
import type { SceneObject } from './scene-object.ts';

export interface ObjectFacts {
  readonly givenVertexCount: number;
  readonly single: boolean;
  readonly label: string;
}

function labelOf(id: number, name: string): string {
  return name === '' ? `object ${id}` : `object ${id} ("${name}")`;
}

/** The facts of an object that is yet to be made. */
export function factsOfMesh(id: number, { name, givenVertexCount, positions }: CheckedMesh): ObjectFacts {
  return { givenVertexCount, single: positions instanceof Float32Array, label: labelOf(id, name) };
}

export function factsOfObject(id: number, { name, givenVertexCount, format }: SceneObject): ObjectFacts {
  return { givenVertexCount, single: format === FORMAT_F32, label: labelOf(id, name) };
}

/** Positions for `move`: how many numbers, and whether of single precision. */
export interface MoveShape {
  readonly length: number;
  readonly single: boolean;
}

/** Refuses positions of another count or precision than the object has. */
export function checkMove(object: number, facts: ObjectFacts, { length, single }: MoveShape): void {
  const { label, givenVertexCount } = facts;
  const expected = 3 * givenVertexCount;
  if (length !== expected) {
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
      `move: ${label} was added with a ${name}; expected the same again. Use replace() to change precision.`,
      { object },
    );
  }
}
