/** Small glTF files for the tests, written by glTF-Transform or as plain JSON. */
import { type Accessor, Document, type GLTF, type Primitive, type TypedArray, WebIO } from '@gltf-transform/core';

/** A triangle in the plane z = 0. */
export const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
/** Four corners of a unit square, in the order of a strip. */
export const SQUARE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);

export class GltfBuilder {
  readonly document = new Document();
  readonly #buffer = this.document.createBuffer();
  readonly scene = this.document.createScene();

  constructor() {
    this.document.getRoot().setDefaultScene(this.scene);
  }

  accessor(type: GLTF.AccessorType, array: TypedArray, normalized = false): Accessor {
    return this.document
      .createAccessor()
      .setType(type)
      .setArray(array)
      .setNormalized(normalized)
      .setBuffer(this.#buffer);
  }

  primitive(positions: TypedArray, indices?: TypedArray, mode = 4): Primitive {
    const primitive = this.document.createPrimitive().setMode(mode as GLTF.MeshPrimitiveMode);
    primitive.setAttribute('POSITION', this.accessor('VEC3', positions));
    return indices ? primitive.setIndices(this.accessor('SCALAR', indices)) : primitive;
  }

  /** A node of the scene with a mesh of these primitives. */
  node(name: string, ...primitives: Primitive[]) {
    const mesh = this.document.createMesh(`mesh of ${name}`);
    for (const primitive of primitives) mesh.addPrimitive(primitive);
    const node = this.document.createNode(name).setMesh(mesh);
    this.scene.addChild(node);
    return node;
  }

  glb(io = new WebIO()): Promise<Uint8Array> {
    return io.writeBinary(this.document);
  }
}

export interface Json {
  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into the JSON on purpose.
  [key: string]: any;
}

/** The JSON of a triangle, complete in itself: positions at byte 0, indices at byte 36 of a data URI. */
export function triangleJson(): Json {
  const bytes = new Uint8Array(42);
  bytes.set(new Uint8Array(TRIANGLE.buffer));
  bytes.set(new Uint8Array(Uint16Array.of(0, 1, 2).buffer), 36);
  const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'a', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 },
      { bufferView: 1, componentType: 5123, type: 'SCALAR', count: 3 },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 6 },
    ],
    buffers: [{ byteLength: 42, uri }],
  };
}

export function jsonBytes(json: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(json));
}
