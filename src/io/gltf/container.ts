/**
 * The outer shell of glTF: bytes in, JSON and the binary chunk out, for .glb and .gltf.
 *
 * Promise: the JSON is an object of glTF 2; the binary chunk is a view of `bytes`, not a copy.
 * Source: glTF 2.0 specification, section 4, "GLB File Format Specification".
 * By hand although glTF-Transform has one: that one needs bytes aligned to four and does not say where a file is cut off.
 */
import type { MeshError } from '../../errors.ts';
import { fileError, refuseEmpty } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { startOfText } from '../text/byte-order-mark.ts';

export interface GltfContainer {
  readonly json: Readonly<Record<string, unknown>>;
  /** The BIN chunk of a .glb. */
  readonly binary?: Uint8Array;
}

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Splits a .glb into its chunks, or takes the bytes for the JSON of a .gltf. */
export function openGltfContainer(bytes: Uint8Array, options: ReadOptions): GltfContainer {
  refuseEmpty(bytes, options);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = bytes.byteLength >= 4 && view.getUint32(0, true) === GLB_MAGIC;
  return isBinary ? openGlb(view, bytes, options) : { json: parseJson(bytes, options) };
}

function openGlb(view: DataView, bytes: Uint8Array, options: ReadOptions): GltfContainer {
  if (bytes.byteLength < 20) throw cutOff(options, 'the header', 20, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== 2) throw wrongVersion(options, String(version));
  const declaredLength = view.getUint32(8, true);
  if (declaredLength > bytes.byteLength) throw cutOff(options, 'the file', declaredLength, bytes.byteLength);
  const json = readChunk(view, bytes, 12, options);
  if (json?.type !== JSON_CHUNK) {
    throw fileError('bad-gltf', options, {
      where: 'byte 16',
      found: 'the first chunk is not JSON, with which a .glb begins',
      advice: 'Export it again.',
    });
  }
  const second = readChunk(view, bytes, json.end, options);
  return {
    json: parseJson(json.content, options),
    binary: second?.type === BINARY_CHUNK ? second.content : undefined,
  };
}

function readChunk(view: DataView, bytes: Uint8Array, start: number, options: ReadOptions) {
  if (start + 8 > bytes.byteLength) return undefined;
  const end = start + 8 + view.getUint32(start, true);
  if (end > bytes.byteLength) throw cutOff(options, `the chunk at byte ${start}`, end, bytes.byteLength);
  return { type: view.getUint32(start + 4, true), content: bytes.subarray(start + 8, end), end };
}

function parseJson(bytes: Uint8Array, options: ReadOptions): Record<string, unknown> {
  const text = bytes.subarray(startOfText(bytes, options));
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(text));
  } catch (error) {
    throw fileError('bad-gltf', options, {
      found: `neither a .glb (those begin with "glTF") nor the JSON of a .gltf: ${(error as Error).message}`,
      advice: 'Check that the file is complete and has the right extension.',
    });
  }
  const asset = isObject(json) ? json.asset : undefined;
  if (!isObject(json) || !isObject(asset)) {
    throw fileError('bad-gltf', options, {
      found: 'the JSON has no "asset" object, which every glTF has',
      advice: 'Check that the file is a glTF model.',
    });
  }
  if (typeof asset.version !== 'string' || !asset.version.startsWith('2.')) {
    throw wrongVersion(options, String(asset.version));
  }
  return json;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongVersion(options: ReadOptions, version: string): MeshError {
  return fileError('bad-gltf', options, {
    found: `found glTF version ${version}, expected version 2`,
    advice: 'Convert it, for example with gltf-pipeline.',
    details: { version },
  });
}

function cutOff(options: ReadOptions, what: string, expectedBytes: number, foundBytes: number): MeshError {
  return fileError('truncated', options, {
    where: `byte ${foundBytes}`,
    found: `the file ends here, but ${what} goes to byte ${expectedBytes}`,
    advice: 'Copy or export it again.',
    details: { expectedBytes, foundBytes },
  });
}
