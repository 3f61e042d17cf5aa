/** The program that the package tests run everywhere: two triangles that cross, and the same two out of a file. */

/** Defines `collideTriangles(options)`: what the engine says about two crossing triangles, or the error it gives. */
export const CONSUMER_SOURCE = `import { COLLIDE_DEFAULTS, createEngine } from 'collidescope';

async function collideTriangles(options) {
  try {
    const engine = await createEngine(options);
    const scene = engine.createScene();
    scene.add({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) });
    scene.add({ positions: new Float64Array([0.25, 0.25, -1, 0.25, 0.25, 1, 1, 1, 0]) });
    const { trianglePairs, kinds } = await scene.collide({ self: COLLIDE_DEFAULTS.self });
    return { threads: engine.threads, trianglePairs: [...trianglePairs], kinds: [...kinds] };
  } catch (error) {
    return { error: error.name, code: error.code, message: error.message };
  }
}
`;

/** What it returns with so many threads: triangle 0 of object 0 and of object 1, crossing. */
export const crossing = (threads: number) => ({ threads, trianglePairs: [0, 0, 1, 0], kinds: [1] });

/** Defines `readParts(text, name)`: the parts of a file, as names and triangle counts, or the error it gives. */
export const READER_SOURCE = `import { readModel } from 'collidescope/io';

async function readParts(text, name) {
  try {
    const { format, parts } = await readModel(new TextEncoder().encode(text), { name });
    return { format, parts: parts.map((part) => [part.name, part.indices.length / 3]) };
  } catch (error) {
    return { error: error.name, code: error.code, message: error.message };
  }
}
`;

export interface ConsumerFile {
  readonly format: string;
  readonly text: string;
  /** What `readParts` returns for it. */
  readonly parts: unknown;
}

export const OBJ: ConsumerFile = {
  format: 'obj',
  text: 'o left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no right\nf 3 2 1\nf 1 3 2\n',
  parts: { format: 'obj', parts: [['left', 1], ['right', 2]] }, // biome-ignore format: one line
};

const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);

export const GLTF: ConsumerFile = {
  format: 'gltf',
  text: JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'corner', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${corners.toString('base64')}` }],
  }),
  parts: { format: 'gltf', parts: [['corner', 1]] },
};
