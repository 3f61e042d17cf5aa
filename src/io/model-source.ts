/**
 * Whatever holds the bytes of a file, as bytes: what `fetch`, file inputs, Node and WebAssembly hand out.
 *
 * Promise: nothing is copied that need not be; shared memory is, because text cannot be decoded from it in browsers and
 * because it may change while it is read. A text is refused: most often it is a path, which nobody here can open.
 */
import { OptionError } from '../errors.ts';
import type { BinaryFile, FetchResponse } from '../platform.ts';
import { fileError } from './file-error.ts';
import type { ReadOptions } from './model.ts';

/** Bytes in memory: an ArrayBuffer, a Buffer, a typed array, a DataView, or shared memory. */
export type ModelBytes = ArrayBufferLike | ArrayBufferView;

/** Bytes in memory, a Blob or File, or the Response of `fetch`. */
export type ModelSource = ModelBytes | BinaryFile | FetchResponse;

/** The bytes of what is already in memory; anything else is refused. */
export function viewOf(source: ModelBytes): Uint8Array {
  if (source instanceof Uint8Array && !isShared(source.buffer)) return source;
  if (ArrayBuffer.isView(source)) return unshared(source.buffer, source.byteOffset, source.byteLength);
  if (isBuffer(source)) return unshared(source, 0, source.byteLength);
  throw noSource(source);
}

/** The bytes of a source, fetched to the end where they are not here yet. */
export async function bytesOf(source: ModelSource, options: ReadOptions): Promise<Uint8Array> {
  options.signal?.throwIfAborted();
  if (isResponse(source)) return bytesOfResponse(source, options);
  if (isBlob(source)) return new Uint8Array(await source.arrayBuffer());
  return viewOf(source);
}

/** The name that a File or the address of a Response has, for those who gave none. */
export function nameOf(source: ModelSource): string | undefined {
  if (isResponse(source)) return nameOfAddress(source.url);
  const name = isBlob(source) ? (source as Partial<File>).name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

// Objects of other windows and of Node's own modules are of other classes with the same name, hence not `instanceof`.
function tagOf(source: unknown): string {
  return Object.prototype.toString.call(source).slice('[object '.length, -1);
}

function isBuffer(source: unknown): source is ArrayBufferLike {
  return ['ArrayBuffer', 'SharedArrayBuffer'].includes(tagOf(source));
}

function isShared(buffer: ArrayBufferLike): boolean {
  return tagOf(buffer) === 'SharedArrayBuffer';
}

function isBlob(source: unknown): source is Blob {
  return ['Blob', 'File'].includes(tagOf(source));
}

function isResponse(source: unknown): source is Response {
  return tagOf(source) === 'Response';
}

function unshared(buffer: ArrayBufferLike, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(buffer, start, length);
  return isShared(buffer) ? Uint8Array.from(bytes) : bytes;
}

async function bytesOfResponse(response: Response, options: ReadOptions): Promise<Uint8Array> {
  if (!response.ok) {
    throw fileError('bad-response', options, {
      found: `found a response with status ${response.status}, expected the file`,
      advice: 'Check the address, and that the server allows this page to read from it.',
      details: { status: response.status, url: response.url },
    });
  }
  if (response.bodyUsed) {
    throw new OptionError('bad-source', 'the body of the Response was read before; expected one that nobody has read.');
  }
  return new Uint8Array(await response.arrayBuffer());
}

function nameOfAddress(url: string): string | undefined {
  const last = url.split(/[?#]/)[0].split('/').pop();
  if (!last || url.startsWith('blob:') || url.startsWith('data:')) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function noSource(source: unknown): OptionError {
  const expected = 'expected the bytes of a file: an ArrayBuffer, a typed array, a Blob or a Response';
  if (typeof source === 'string') {
    const shown = JSON.stringify(source.length > 40 ? `${source.slice(0, 40)}…` : source);
    const advice = 'For a path use readFile of node:fs/promises, for an address fetch, for text a TextEncoder.';
    return new OptionError('bad-source', `the model is the text ${shown}; ${expected}. ${advice}`);
  }
  const found = source === null || source === undefined ? String(source) : `of type ${tagOf(source)}`;
  const advice = source instanceof Promise ? ' Await it first.' : '';
  return new OptionError('bad-source', `the model is ${found}; ${expected}.${advice}`);
}
