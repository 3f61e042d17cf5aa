/**
 * Reading attributes of a geometry: plain or interleaved, floating-point, half-precision, whole or normalized.
 *
 * Promise: the numbers are those that three.js itself reads with getX, getY, getZ and getW.
 */
import type { BufferAttribute, InterleavedBufferAttribute, Mesh, TypedArray } from 'three';
import type { Positions } from '../index.ts';
import { meshError } from './object-label.ts';

export type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** What is compared from frame to frame: counts up when `needsUpdate` is set. */
export function versionOf(attribute: Attribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}

export function arrayOf(attribute: Attribute): TypedArray {
  return 'data' in attribute ? attribute.data.array : attribute.array;
}

/** An attribute that can be read here and has at least this many numbers per vertex. */
export function readableAttribute(mesh: Mesh, name: string, attribute: unknown, size: number): Attribute {
  const found = attribute as Attribute | undefined | null;
  if (!found) {
    const has = Object.keys(mesh.geometry.attributes).join(', ') || 'no attributes';
    throw meshError(
      'missing-attribute',
      mesh,
      `has a geometry without the attribute "${name}"; it has ${has}`,
      'Set it, or leave the object out with the option filter.',
    );
  }
  if (!arrayOf(found)?.length && found.count !== 0) {
    throw meshError(
      'attribute-on-gpu',
      mesh,
      `keeps its attribute "${name}" on the GPU, where it cannot be read`,
      'Keep a copy in a BufferAttribute, or leave the object out with the option filter.',
    );
  }
  if (found.itemSize < size) {
    throw meshError(
      'attribute-size',
      mesh,
      `has ${found.itemSize} numbers per vertex in its attribute "${name}"; expected ${size}`,
      'Give the attribute that item size.',
      { itemSize: found.itemSize },
    );
  }
  return found;
}

/** Whether the numbers read are single-precision numbers. */
function fitsSingle(attribute: Attribute): boolean {
  const array = arrayOf(attribute);
  if (array instanceof Float32Array) return true;
  return !attribute.normalized && array.BYTES_PER_ELEMENT <= 2;
}

/** An array for the x, y, z of this many vertices, in the precision that preserves them. */
export function newPositions(attribute: Attribute, vertexCount: number): Positions {
  return fitsSingle(attribute) ? new Float32Array(3 * vertexCount) : new Float64Array(3 * vertexCount);
}

/**
 * Writes the first `size` numbers of each of the vertices to `target`, those of vertex i at `first + i * stride`.
 * Returns whether anything there has changed.
 */
export function gather(
  attribute: Attribute,
  vertices: Uint32Array,
  size: 3 | 4,
  target: Positions,
  first = 0,
  stride: number = size,
): boolean {
  const array = arrayOf(attribute);
  const isPlain = array instanceof Float32Array || array instanceof Float64Array;
  return isPlain
    ? gatherPlain(attribute, array, vertices, size, target, first, stride)
    : gatherRead(attribute, vertices, size, target, first, stride);
}

function gatherPlain(
  attribute: Attribute,
  array: Float32Array | Float64Array,
  vertices: Uint32Array,
  size: number,
  target: Positions,
  first: number,
  stride: number,
): boolean {
  const step = 'data' in attribute ? attribute.data.stride : attribute.itemSize;
  const offset = 'data' in attribute ? attribute.offset : 0;
  let changed = false;
  for (let i = 0, to = first; i < vertices.length; i++, to += stride) {
    const from = vertices[i] * step + offset;
    for (let k = 0; k < size; k++) {
      const value = array[from + k];
      if (value === target[to + k]) continue;
      target[to + k] = value;
      changed = true;
    }
  }
  return changed;
}

function gatherRead(
  attribute: Attribute,
  vertices: Uint32Array,
  size: number,
  target: Positions,
  first: number,
  stride: number,
): boolean {
  let changed = false;
  const put = (at: number, value: number) => {
    if (value === target[at]) return;
    target[at] = value;
    changed = true;
  };
  for (let i = 0, to = first; i < vertices.length; i++, to += stride) {
    put(to, attribute.getX(vertices[i]));
    put(to + 1, attribute.getY(vertices[i]));
    put(to + 2, attribute.getZ(vertices[i]));
    if (size === 4) put(to + 3, attribute.getW(vertices[i]));
  }
  return changed;
}
