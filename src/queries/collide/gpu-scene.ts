/**
 * A scene as the GPU needs it: vertices and triangles numbered through all objects, and image coordinates.
 *
 * Promise: exact coordinates stay as they were given, in double precision, for the pairs that single precision cannot
 * decide. `version` changes when coordinates do, so that a query uploads only what changed.
 */
import { type Box, unionBox } from '../../image/image-map.ts';
import { chooseUnitMap, mapToUnit, type UnitImage } from '../../image/unit-map.ts';
import { type CheckedMesh, checkContents, checkCoordinates, checkMesh, meshLabel } from '../../mesh/check-mesh.ts';
import type { MeshInput, Positions } from '../../mesh/mesh-input.ts';

/** Below this, other than 0, products of coordinates underflow; see src/kernels/predicates.ts. */
const TINY = 2 ** -250;

export interface GpuSceneObject {
  readonly id: number;
  readonly mesh: CheckedMesh;
  readonly triangleStart: number;
  readonly vertexStart: number;
}

export class GpuSceneData {
  /** Objects with triangles; others have no part in anything. */
  readonly objects: readonly GpuSceneObject[];
  readonly triangleCount: number;
  readonly vertexCount: number;
  /** Four per triangle: its vertices, and its object as an index into `objects`. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** Three per vertex, exactly as given. */
  readonly positions: Float64Array<ArrayBuffer>;
  #version = 0;
  #image: UnitImage | undefined;
  #isWide: boolean | undefined;

  constructor(meshes: readonly MeshInput[]) {
    const objects: GpuSceneObject[] = [];
    let triangleStart = 0;
    let vertexStart = 0;
    for (const [id, input] of meshes.entries()) {
      const mesh = checkMesh(input);
      checkContents(mesh);
      if (mesh.triangleCount === 0) continue;
      objects.push({ id, mesh, triangleStart, vertexStart });
      triangleStart += mesh.triangleCount;
      vertexStart += mesh.vertexCount;
    }
    this.objects = objects;
    this.triangleCount = triangleStart;
    this.vertexCount = vertexStart;
    this.triangles = new Uint32Array(4 * triangleStart);
    this.positions = new Float64Array(3 * vertexStart);
    for (const [index, object] of objects.entries()) {
      this.#writeTriangles(index, object);
      this.#writePositions(object, object.mesh.positions);
    }
  }

  get version(): number {
    return this.#version;
  }

  /** Image coordinates of all vertices. */
  get image(): UnitImage {
    this.#image ??= mapToUnit(this.positions, chooseUnitMap(unionBox(this.#exactBoxes()), this.#allSingle()));
    return this.#image;
  }

  /** Coordinates so small that exact arithmetic must mind underflow. */
  get isWide(): boolean {
    this.#isWide ??= this.positions.some((x) => x !== 0 && Math.abs(x) < TINY);
    return this.#isWide;
  }

  /** Boxes of the objects in image coordinates. */
  imageBoxes(): Box[] {
    const { coordinates } = this.image;
    return this.objects.map(({ mesh, vertexStart }) => boxOf(coordinates, 4, vertexStart, mesh.vertexCount));
  }

  /** New places for the vertices of an object, numbered as its mesh was given. */
  move(object: GpuSceneObject, positions: Positions): void {
    checkCoordinates(positions, meshLabel(object.mesh.name));
    this.#writePositions(object, positions);
    this.#version++;
    this.#image = undefined;
    this.#isWide = undefined;
  }

  #writeTriangles(index: number, { mesh, triangleStart, vertexStart }: GpuSceneObject): void {
    for (let t = 0; t < mesh.triangleCount; t++) {
      const place = 4 * (triangleStart + t);
      for (let k = 0; k < 3; k++) this.triangles[place + k] = vertexStart + mesh.indices[3 * t + k];
      this.triangles[place + 3] = index;
    }
  }

  #writePositions({ mesh, vertexStart }: GpuSceneObject, positions: Positions): void {
    const { sources, vertexCount } = mesh;
    if (!sources) {
      this.positions.set(positions, 3 * vertexStart);
      return;
    }
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const source = 3 * sources[vertex];
      const place = 3 * (vertexStart + vertex);
      for (let k = 0; k < 3; k++) this.positions[place + k] = positions[source + k];
    }
  }

  #exactBoxes(): Box[] {
    return this.objects.map(({ mesh, vertexStart }) => boxOf(this.positions, 3, vertexStart, mesh.vertexCount));
  }

  #allSingle(): boolean {
    return this.positions.every((x) => Math.fround(x) === x);
  }
}

function boxOf(coordinates: ArrayLike<number>, stride: number, start: number, count: number): Box {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let vertex = start; vertex < start + count; vertex++) {
    for (let k = 0; k < 3; k++) {
      const value = coordinates[stride * vertex + k];
      if (value < box[k]) box[k] = value;
      if (value > box[k + 3]) box[k + 3] = value;
    }
  }
  return box;
}
