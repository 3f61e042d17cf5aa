/**
 * Gets the bytes of a file from whatever holds them: what `fetch`, file inputs, Node and WebAssembly return.
 *
 * Promise: copies only shared memory, because browsers cannot decode text from it and it may change while it is read.
 * Strings are refused: most often they are paths, which cannot be opened here.
 */
import { OptionError } from '../errors.ts';
import { describe } from '../mesh/describe.ts';
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

/** Refuses options that are not an object, such as null in `read(bytes, null)`. */
export function checkReadOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null) return;
  throw new OptionError(
    'option-type',
    `read options are ${describe(options)}; expected an object such as { name: 'part.obj' }.`,
  );
}

/** All bytes of a source, fetched if necessary. */
export async function bytesOf(source: ModelSource, options: ReadOptions): Promise<Uint8Array> {
  checkReadOptions(options);
  options.signal?.throwIfAborted();
  if (isResponse(source)) return bytesOfResponse(source, options);
  if (isBlob(source)) return new Uint8Array(await source.arrayBuffer());
  return viewOf(source);
}

/** The name of a File, or from the address of a Response. */
export function nameOf(source: ModelSource): string | undefined {
  if (isResponse(source)) return nameOfAddress(source.url);
  const name = isBlob(source) ? (source as Partial<File>).name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

// Not `instanceof`: objects from other windows and from Node's modules are of other classes with the same name.
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
    throw new OptionError('bad-source', 'the body of the Response has already been read; expected an unread one.');
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
