/**
 * A geometry in the form the engine takes, tracked from frame to frame. Objects that draw the same ranges of it share one.
 *
 * Changes are detected as the GPU sees them: by the attributes present, and by how often `needsUpdate` was set.
 */
import type { BufferGeometry, Mesh } from 'three';
import type { Positions } from '../index.ts';
import { type Attribute, gather, newPositions, readableAttribute, versionOf } from './attributes.ts';
import { type Deformation, readDeformation } from './deformation.ts';
import type { CornerRanges } from './drawn-ranges.ts';
import { meshError } from './object-label.ts';
import { readTopology, type Topology, type WeldKey, weldHolds } from './topology.ts';

/** Vertex positions that change now and then; `version` counts the changes. */
export interface Points {
  readonly positions: Positions;
  readonly version: number;
}

/** What decides how a mesh is read from its geometry. */
export interface ShapeUse {
  readonly ranges: CornerRanges;
  readonly skinned: boolean;
  readonly morphed: boolean;
}

interface Seen {
  readonly attribute: Attribute;
  readonly version: number;
}

export class Shape implements Points {
  readonly use: ShapeUse;
  readonly #weld: boolean;
  readonly #geometry: BufferGeometry;
  topology!: Topology;
  positions: Positions = new Float32Array(0);
  deformation: Deformation | undefined;
  version = 0;
  /** The update in which it was last used, for cleaning up. */
  lastUpdate = -1;
  #vertexCount = 0;
  #position: Seen | undefined;
  /** The index and what deforms: a change of theirs means new triangles or another weld. */
  #fixed: readonly Seen[] = [];
  #relative = false;

  constructor(geometry: BufferGeometry, use: ShapeUse, weld: boolean) {
    this.#geometry = geometry;
    this.use = use;
    this.#weld = weld;
  }

  get deforms(): boolean {
    return this.use.skinned || this.use.morphed;
  }

  /** Brings the shape up to date; once per update is enough. `mesh` is one that uses it, and is named in errors. */
  refresh(mesh: Mesh): void {
    const position = readableAttribute(mesh, 'position', this.#geometry.attributes.position, 3);
    const fixed = this.#listFixed(mesh, position.count);
    const isSame =
      this.#vertexCount === position.count &&
      this.#relative === this.#geometry.morphTargetsRelative &&
      this.#fixed.length === fixed.length &&
      fixed.every((attribute, i) => unchanged(this.#fixed[i], attribute));
    if (!isSame) this.#readAll(mesh, position, fixed);
    else if (!unchanged(this.#position, position)) this.#readPositions(mesh, position, fixed);
    else return;
    this.#vertexCount = position.count;
    this.#position = seen(position);
    this.#fixed = fixed.map(seen);
    this.#relative = this.#geometry.morphTargetsRelative;
  }

  #listFixed(mesh: Mesh, vertexCount: number): Attribute[] {
    const { index, attributes, morphAttributes } = this.#geometry;
    const fixed: Attribute[] = index ? [index] : [];
    const add = (name: string, attribute: unknown, size: 3 | 4) => {
      const found = readableAttribute(mesh, name, attribute, size);
      if (found.count < vertexCount) throw tooShort(mesh, name, found.count, vertexCount);
      fixed.push(found);
    };
    if (this.use.morphed) {
      for (const [i, target] of (morphAttributes.position ?? []).entries()) add(`morph target ${i}`, target, 3);
    }
    if (this.use.skinned) {
      add('skinIndex', attributes.skinIndex, 4);
      add('skinWeight', attributes.skinWeight, 4);
    }
    return fixed;
  }

  #deforming(fixed: readonly Attribute[]): readonly Attribute[] {
    return this.#geometry.index ? fixed.slice(1) : fixed;
  }

  #keyFor(position: Attribute, fixed: readonly Attribute[]): WeldKey | undefined {
    if (!this.#weld) return undefined;
    const deforming = this.#deforming(fixed);
    const targetCount = deforming.length - (this.use.skinned ? 2 : 0);
    return [position, ...deforming].map((attribute, i) => ({ attribute, size: i <= targetCount ? 3 : 4 }));
  }

  #readAll(mesh: Mesh, position: Attribute, fixed: readonly Attribute[]): void {
    const topology = readTopology(mesh, this.use.ranges, position.count, this.#keyFor(position, fixed));
    this.#take(topology, position, fixed);
  }

  #readPositions(mesh: Mesh, position: Attribute, fixed: readonly Attribute[]): void {
    const empty = newPositions(position, 0);
    if (empty.constructor !== this.positions.constructor) {
      this.#readAll(mesh, position, fixed);
      return;
    }
    const changed = gather(position, this.topology.sources, 3, this.positions);
    if (weldHolds(mesh, this.topology, position, this.positions)) {
      if (changed) this.version++;
      return;
    }
    const key = this.#keyFor(position, fixed);
    this.#take(readTopology(mesh, this.use.ranges, position.count, key, this.topology), position, fixed);
  }

  /** Keeps the topology there is when the new one is the same: others may share buffers of which only a part changed. */
  #take(topology: Topology, position: Attribute, fixed: readonly Attribute[]): void {
    const isNew = !this.topology || !sameTopology(this.topology, topology);
    if (isNew) this.topology = topology;
    const { sources } = this.topology;
    const positions = newPositions(position, sources.length);
    gather(position, sources, 3, positions);
    if (isNew || !sameNumbers(positions, this.positions)) {
      this.positions = positions;
      this.version++;
    }
    if (this.deforms) {
      this.deformation = readDeformation(
        this.#deforming(fixed),
        this.use.skinned,
        this.#geometry.morphTargetsRelative,
        sources,
      );
      this.version++;
    }
  }
}

function tooShort(mesh: Mesh, name: string, count: number, vertexCount: number): Error {
  const found = `has ${count} vertices in its attribute "${name}" and ${vertexCount} in "position"`;
  return meshError('attribute-count', mesh, found, 'Give both the same number of vertices.', { count, vertexCount });
}

function seen(attribute: Attribute): Seen {
  return { attribute, version: versionOf(attribute) };
}

function unchanged(before: Seen | undefined, attribute: Attribute): boolean {
  return before?.attribute === attribute && before.version === versionOf(attribute);
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.constructor !== b.constructor || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sameTopology(a: Topology, b: Topology): boolean {
  return (
    a.firstFace === b.firstFace &&
    sameNumbers(a.faces ?? [], b.faces ?? []) &&
    sameNumbers(a.indices, b.indices) &&
    sameNumbers(a.sources, b.sources) &&
    sameNumbers(a.welded, b.welded)
  );
}
