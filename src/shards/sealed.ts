/**
 * Checksums on what shards leave for each other: no byte is used that was not compared with what was written.
 *
 * Binary files are sealed in blocks, so that who needs a part checks just that part: behind the data lie a hash of each block
 * and a foot (magic, length of the data, hash of the hashes and of the rest of the foot). JSON stays JSON, with the hash of
 * all that follows as its first field.
 */
import { createHash } from 'node:crypto';
import { OptionError } from '../errors.ts';
import type { ShardStore, StoredBytes } from './store.ts';

const BLOCK_BYTES = 2 ** 16;
/** The first half of a SHA-256: enough for damage, and for anything but a collision made on purpose. */
const HASH_BYTES = 16;
const FOOT_BYTES = 32;
const MAGIC = new TextEncoder().encode('CSSEAL01');

function hash(...pieces: readonly Uint8Array[]): Uint8Array {
  const own = createHash('sha256');
  for (const piece of pieces) own.update(piece);
  return own.digest().subarray(0, HASH_BYTES);
}

export function damaged(store: ShardStore, name: string, found: string): OptionError {
  const shard = /(\d+)\.\w+$/.exec(name)?.[1];
  const plan = name.split('/')[0];
  const names = new Set([name, ...(shard === undefined ? [] : [`${plan}/done/${shard}.json`])]);
  const all = [...names].map((own) => `"${own}"`).join(' and ');
  return new OptionError(
    'bad-shard-result',
    `"${name}" in "${store.place}" is damaged: ${found}. Delete ${all} there, then run the same command again: only that shard is done anew.`,
    { name },
  );
}

/** What is written for these bytes. */
export function sealed(pieces: readonly Uint8Array[]): Uint8Array[] {
  const hashes: Uint8Array[] = [];
  let [block, remaining, size] = [createHash('sha256'), BLOCK_BYTES, 0];
  const close = () => {
    hashes.push(block.digest().subarray(0, HASH_BYTES));
    [block, remaining] = [createHash('sha256'), BLOCK_BYTES];
  };
  for (const piece of pieces) {
    size += piece.length;
    for (let at = 0; at < piece.length; ) {
      const own = piece.subarray(at, at + remaining);
      block.update(own);
      at += own.length;
      remaining -= own.length;
      if (remaining === 0) close();
    }
  }
  if (remaining < BLOCK_BYTES) close();
  const foot = new Uint8Array(FOOT_BYTES);
  foot.set(MAGIC);
  new DataView(foot.buffer).setFloat64(8, size, true);
  foot.set(hash(...hashes, foot.subarray(0, HASH_BYTES)), HASH_BYTES);
  return [...pieces, ...hashes, foot];
}

async function hashesOf(file: StoredBytes): Promise<{ size: number; hashes: Uint8Array } | undefined> {
  if (file.size < FOOT_BYTES) return undefined;
  const foot = await file.read(file.size - FOOT_BYTES, file.size);
  const size = new DataView(foot.buffer, foot.byteOffset).getFloat64(8, true);
  const isOurs = MAGIC.every((byte, i) => foot[i] === byte) && Number.isSafeInteger(size) && size >= 0;
  const hashBytes = HASH_BYTES * Math.ceil(size / BLOCK_BYTES);
  if (!isOurs || size + hashBytes + FOOT_BYTES !== file.size) return undefined;
  const hashes = await file.read(size, size + hashBytes);
  return isSame(hash(hashes, foot.subarray(0, HASH_BYTES)), foot.subarray(HASH_BYTES)) ? { size, hashes } : undefined;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Opens a sealed file; every part that is read is checked. Undefined when there is nothing of this name. */
export async function openSealed(store: ShardStore, name: string): Promise<StoredBytes | undefined> {
  const file = await store.open(name);
  if (!file) return undefined;
  const found = await hashesOf(file).catch(async (error) => {
    await file.close();
    throw error;
  });
  if (!found) {
    await file.close();
    throw damaged(store, name, 'its end is missing or was changed');
  }
  const { size, hashes } = found;
  return {
    size,
    async read(from, to) {
      if (!(from >= 0 && from <= to && to <= size)) throw damaged(store, name, `it has no bytes ${from} to ${to}`);
      const first = Math.floor(from / BLOCK_BYTES);
      const last = Math.ceil(to / BLOCK_BYTES);
      const start = first * BLOCK_BYTES;
      const bytes = await file.read(start, Math.min(last * BLOCK_BYTES, size));
      for (let block = first; block < last; block++) {
        const own = bytes.subarray(block * BLOCK_BYTES - start, (block + 1) * BLOCK_BYTES - start);
        if (isSame(hash(own), hashes.subarray(HASH_BYTES * block, HASH_BYTES * (block + 1)))) continue;
        throw damaged(store, name, `its contents were changed after byte ${block * BLOCK_BYTES}`);
      }
      // A copy: typed arrays are laid on its buffer.
      return bytes.slice(from - start, to - start);
    },
    close: () => file.close(),
  };
}

/** All of a sealed file; undefined when there is nothing of this name. */
export async function readSealed(store: ShardStore, name: string): Promise<Uint8Array | undefined> {
  const file = await openSealed(store, name);
  if (!file) return undefined;
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

const FIRST_FIELD = /^\{"checksum":"([0-9a-f]{64})",?/;

function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A JSON document with a checksum; `value` is an object. */
export function sealedJson(value: object): Uint8Array {
  const rest = JSON.stringify(value).slice(1);
  return new TextEncoder().encode(`{"checksum":"${textHash(rest)}"${rest === '}' ? '' : ','}${rest}\n`);
}

/** Undefined when it is no JSON object, or not the one that was written. */
export function unsealedJson(bytes: Uint8Array): Record<string, unknown> | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const head = FIRST_FIELD.exec(text);
  if (!head || !text.endsWith('}\n') || textHash(text.slice(head[0].length, -1)) !== head[1]) return undefined;
  const { checksum: _, ...value } = JSON.parse(text) as Record<string, unknown>;
  return value;
}
