/**
 * Decodes the stored arrays of a glTF: interleaved, sparse, quantized, Draco or meshopt, from any of its buffers.
 *
 * Decoding is glTF-Transform's; the Draco and meshopt decoders are loaded only when the file uses them.
 * Only requested arrays are decoded, and only their buffers are fetched.
 */
import { BufferUtils, type JSONDocument, Logger, WebIO } from '@gltf-transform/core';
import { MeshError } from '../../errors.ts';
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { bytesOf } from '../model-source.ts';
import {
  type AccessorUse,
  type DeclaredAccessors,
  type DracoUse,
  declareAccessors,
  UNUSED_BUFFER,
} from './accessor-check.ts';
import type { GltfChecker, JsonObject } from './checker.ts';
import type { GltfMesh, GltfPrimitive } from './outline.ts';

export interface GltfArray {
  readonly array: ArrayLike<number> & { readonly BYTES_PER_ELEMENT: number };
  /** Integers that stand for −1…1 or 0…1. */
  readonly normalized: boolean;
}

/** Returns the decoded array of a requested accessor. */
export type GltfArrays = (accessor: number) => GltfArray;

export interface GltfOptions extends ReadOptions {
  /**
   * Makes the Draco decoder module, for pages whose bundler does not find the .wasm file of `draco3dgltf`. Without it
   * the package is loaded, which works in Node.
   */
  dracoDecoder?: () => Promise<unknown>;
}

export interface GltfSource {
  readonly checker: GltfChecker;
  /** Those that the scene shows. */
  readonly meshes: readonly GltfMesh[];
  readonly binary?: Uint8Array;
  readonly fileBytes: number;
}

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = 'EXT_meshopt_compression';
/** The size of a Draco mesh is known only after unpacking; filling more accessors than this from one view is refused. */
const DRACO_ACCESSORS = 64;

export async function decodeAccessors(
  source: GltfSource,
  uses: readonly AccessorUse[],
  options: GltfOptions,
): Promise<GltfArrays> {
  const draco = dracoPrimitives(source);
  const declared = declareAccessors(source.checker, uses, draco, source.fileBytes);
  const resources = await fetchBuffers(source, declared, options);
  const extensions = [draco.views.length > 0 && DRACO, declared.usesMeshopt && MESHOPT].filter(
    (name) => name !== false,
  );
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: extensions,
    extensionsRequired: extensions,
    // One extra, empty buffer, which everything that is not needed refers to.
    buffers: [...source.checker.list('buffers').map((_, i) => bufferName(i, resources)), UNUSED_BUFFER].map((uri) => ({
      uri,
    })),
    bufferViews: declared.bufferViews,
    accessors: declared.accessors,
    meshes: [{ primitives: draco.primitives }],
  };
  const io = await createDecoder(extensions, options);
  options.signal?.throwIfAborted();
  const document = await decode(io, { json, resources } as unknown as JSONDocument, options);
  const accessors = document.getRoot().listAccessors();
  return (index) => {
    const accessor = accessors[declared.sameAs.get(index) ?? index];
    return { array: accessor.getArray()!, normalized: accessor.getNormalized() };
  };
}

/** The Draco primitives, reduced to the attributes needed. */
function dracoPrimitives({ checker, meshes }: GltfSource): DracoUse & { primitives: JsonObject[] } {
  const packed = meshes.flatMap((mesh) => mesh.primitives).filter((primitive) => primitive.draco !== undefined);
  const views: number[] = [];
  const accessors = new Set<number>();
  const accessorsOfView = new Map<number, Set<number>>();
  const primitives = packed.map((primitive) => {
    const path = `${primitive.path}.extensions.${DRACO}`;
    const bufferView = checker.reference(primitive.draco!.bufferView ?? null, 'bufferViews', `${path}.bufferView`)!;
    const ids = checker.object(primitive.draco!.attributes, `${path}.attributes`);
    const attributes = wantedAttributes(primitive);
    const packedNames = Object.keys(attributes).filter((name) => ids[name] !== undefined);
    views.push(bufferView);
    const filled = accessorsOfView.get(bufferView) ?? new Set<number>();
    accessorsOfView.set(bufferView, filled);
    for (const name of packedNames) filled.add(attributes[name]);
    if (primitive.indices !== undefined) filled.add(primitive.indices);
    for (const accessor of filled) accessors.add(accessor);
    if (filled.size > DRACO_ACCESSORS) {
      checker.fail(path, `${filled.size} accessors filled from one buffer view`, `at most ${DRACO_ACCESSORS}`);
    }
    const packedIds = packedNames.map((name) => [name, checker.whole(ids[name], `${path}.attributes.${name}`)]);
    const extension = { bufferView, attributes: Object.fromEntries(packedIds) };
    return { attributes, indices: primitive.indices, extensions: { [DRACO]: extension } };
  });
  return { primitives, views, accessors };
}

function wantedAttributes(primitive: GltfPrimitive): Record<string, number> {
  const attributes: Record<string, number> = { POSITION: primitive.position };
  for (const [set, joints] of primitive.joints.entries()) attributes[`JOINTS_${set}`] = joints;
  for (const [set, weights] of primitive.weights.entries()) attributes[`WEIGHTS_${set}`] = weights;
  return attributes;
}

function bufferName(index: number, resources: Readonly<Record<string, Uint8Array>>): string {
  return `buffer ${index}` in resources ? `buffer ${index}` : UNUSED_BUFFER;
}

async function fetchBuffers(source: GltfSource, declared: DeclaredAccessors, options: GltfOptions) {
  const buffers = source.checker.list('buffers');
  const resources: Record<string, Uint8Array> = { [UNUSED_BUFFER]: new Uint8Array(0) };
  for (const [index, neededBytes] of declared.bufferLengths) {
    const bytes = await fetchBuffer(source, buffers[index].uri, index, neededBytes, options);
    options.signal?.throwIfAborted();
    if (bytes.byteLength < neededBytes) {
      throw fileError('truncated', options, {
        where: `buffers[${index}]`,
        found: `found ${bytes.byteLength} bytes, the buffer views go to byte ${neededBytes}`,
        advice: 'Copy or export the file and its companion files again.',
        details: { buffer: index, expectedBytes: neededBytes, foundBytes: bytes.byteLength },
      });
    }
    resources[`buffer ${index}`] = bytes;
  }
  return resources;
}

async function fetchBuffer(
  source: GltfSource,
  uri: unknown,
  index: number,
  neededBytes: number,
  options: GltfOptions,
): Promise<Uint8Array> {
  const path = `buffers[${index}]`;
  if (uri === undefined) {
    if (source.binary && index === 0) return source.binary;
    return source.checker.fail(`${path}.uri`, uri, 'a uri, or the binary chunk of a .glb for buffers[0]');
  }
  if (typeof uri !== 'string') return source.checker.fail(`${path}.uri`, uri, 'a text');
  if (uri.startsWith('data:')) return decodeDataUri(source, uri, path);
  if (!options.resolve) throw missingResource(options, uri, 'the reader was given no way to fetch it');
  try {
    return await bytesOf(await options.resolve(uri, neededBytes), options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof MeshError) throw error;
    throw missingResource(options, uri, (error as Error)?.message ?? String(error));
  }
}

function decodeDataUri(source: GltfSource, uri: string, path: string): Uint8Array {
  try {
    return BufferUtils.createBufferFromDataURI(uri);
  } catch {
    return source.checker.fail(`${path}.uri`, uri, 'a data URI in base64');
  }
}

function missingResource(options: ReadOptions, uri: string, reason: string): MeshError {
  return fileError('missing-resource', options, {
    found: `the file keeps its geometry in "${uri}", which could not be read (${reason})`,
    advice: 'Put that file next to it, pass a `resolve` that fetches it, or use a .glb, which contains everything.',
    details: { uri },
  });
}

async function createDecoder(extensions: readonly string[], options: GltfOptions): Promise<WebIO> {
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  if (extensions.length === 0) return io;
  const { EXTMeshoptCompression, KHRDracoMeshCompression } = await import('@gltf-transform/extensions');
  io.registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression]);
  if (extensions.includes(DRACO)) {
    io.registerDependencies({ 'draco3d.decoder': await (options.dracoDecoder?.() ?? loadDraco(options)) });
  }
  if (extensions.includes(MESHOPT)) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  return io;
}

/**
 * The decoder's own file, because the package's main file loads the encoder as well. Its name is in a variable, so that
 * bundlers for browsers leave the import alone: they rarely find the .wasm that the decoder loads.
 */
const DRACO_DECODER = 'draco3dgltf/draco_decoder_gltf_nodejs.js';

async function loadDraco(options: ReadOptions): Promise<unknown> {
  try {
    const { default: createDecoderModule } = await import(/* webpackIgnore: true */ /* @vite-ignore */ DRACO_DECODER);
    return await createDecoderModule();
  } catch (error) {
    throw fileError('unsupported-extension', options, {
      found: `the file needs ${DRACO}, and its decoder cannot be loaded here (${(error as Error)?.message ?? String(error)})`,
      advice: 'In Node, install draco3dgltf. For pages, export the file without Draco, or with meshopt compression.',
    });
  }
}

async function decode(io: WebIO, document: JSONDocument, options: ReadOptions) {
  try {
    return await io.readJSON(document);
  } catch (error) {
    if (error instanceof MeshError) throw error;
    throw fileError('bad-gltf', options, {
      found: `the geometry could not be unpacked (${(error as Error)?.message ?? String(error)})`,
      advice: 'Export it again, without compression if the problem persists.',
    });
  }
}
