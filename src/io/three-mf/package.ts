/**
 * The zip around a 3MF: names in, unpacked files out, one at a time and never more bytes than declared.
 *
 * Promise: nothing is unpacked before its claimed size is within the limits, and unpacking stops at the first byte
 * beyond the claim, so that a small file cannot fill the memory or keep the machine busy.
 * Source: ECMA-376 part 2, "Open Packaging Conventions" (names ignore case). Unpacking is fflate's.
 */
import { Inflate } from 'fflate';
import { MeshError } from '../../errors.ts';
import { fileError, refuseEmpty } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { unpackedLimit } from '../packed-limit.ts';
import type { Steps } from '../read-steps.ts';
import { findZipContent, readZipDirectory, type ZipEntry } from './zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 1 << 16;

export class ThreeMfPackage {
  readonly #bytes: Uint8Array;
  readonly #options: ReadOptions;
  readonly #entries = new Map<string, ZipEntry>();

  constructor(bytes: Uint8Array, options: ReadOptions) {
    refuseEmpty(bytes, options);
    this.#bytes = bytes;
    this.#options = options;
    this.#readDirectory();
  }

  /** As the package spells them, without the leading slash. */
  get names(): string[] {
    return Array.from(this.#entries.values(), (entry) => entry.name.replace(/^\/+/, ''));
  }

  has(name: string): boolean {
    return this.#entries.has(packageKey(name));
  }

  /** Unpacks a file that is there; yields now and then, the share of it that is done. */
  *unpack(name: string): Steps<Uint8Array> {
    const entry = this.#entries.get(packageKey(name));
    if (!entry) throw this.#bad(`the package has no "${name}"`, { entry: name });
    this.#refuseBomb(entry);
    const packed = this.#packedBytes(entry);
    if (entry.method === STORED) return packed;
    if (entry.method === DEFLATED) return yield* this.#inflate(packed, entry);
    throw this.#bad(`"${entry.name}" is packed by method ${entry.method}, read are 0 and 8`, { entry: entry.name });
  }

  #readDirectory(): void {
    const directory = readZipDirectory(this.#bytes);
    if (!directory) {
      const isZip = this.#bytes[0] === 0x50 && this.#bytes[1] === 0x4b;
      if (!isZip) throw this.#bad('this is no zip archive, which every 3MF is (those begin with "PK")');
      throw this.#cutOff(this.#bytes.length, 'the archive has no directory, which stands at its end');
    }
    const { entries, broken } = directory;
    if (broken !== undefined) {
      throw this.#bad(`the directory has no entry at byte ${broken}, where number ${entries.length} should be`, {
        byte: broken,
      });
    }
    for (const entry of entries) this.#entries.set(packageKey(entry.name), entry);
  }

  #refuseBomb({ name, packedBytes, unpackedBytes }: ZipEntry): void {
    const limit = unpackedLimit(packedBytes);
    if (!(unpackedBytes <= limit)) throw this.#bomb(name, packedBytes, `${unpackedBytes} bytes`, limit);
  }

  #packedBytes(entry: ZipEntry): Uint8Array {
    const start = findZipContent(this.#bytes, entry);
    if (start === undefined) {
      throw this.#bad(`"${entry.name}" should begin at byte ${entry.headerStart}, and does not`, {
        byte: entry.headerStart,
      });
    }
    const end = start + entry.packedBytes;
    if (end <= this.#bytes.length) return this.#bytes.subarray(start, end);
    throw this.#cutOff(this.#bytes.length, `"${entry.name}" goes to byte ${end}`);
  }

  *#inflate(packed: Uint8Array, entry: ZipEntry): Steps<Uint8Array> {
    const unpacked = this.#allocate(entry);
    let length = 0;
    const inflate = new Inflate((piece) => {
      if (length + piece.length > unpacked.length) {
        throw this.#bomb(
          entry.name,
          entry.packedBytes,
          `more than the ${unpacked.length} bytes it claims`,
          unpacked.length,
        );
      }
      unpacked.set(piece, length);
      length += piece.length;
    });
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      this.#push(inflate, packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length, entry);
      yield at / packed.length;
    }
    if (length === unpacked.length) return unpacked;
    throw this.#cutOff(length, `"${entry.name}" should unpack to ${unpacked.length} bytes`);
  }

  #push(inflate: Inflate, piece: Uint8Array, isLast: boolean, { name }: ZipEntry): void {
    try {
      inflate.push(piece, isLast);
    } catch (error) {
      if (error instanceof MeshError) throw error;
      throw this.#bad(`"${name}" cannot be unpacked (${(error as Error).message})`, { entry: name });
    }
  }

  #allocate({ name, unpackedBytes }: ZipEntry): Uint8Array {
    try {
      return new Uint8Array(unpackedBytes);
    } catch {
      throw fileError('too-large', this.#options, {
        found: `"${name}" unpacks to ${unpackedBytes} bytes, which do not fit into memory`,
        advice: 'Split the model, or read it on a machine with more memory.',
        details: { entry: name, unpackedBytes },
      });
    }
  }

  #bad(found: string, details: Record<string, unknown> = {}): MeshError {
    return fileError('bad-3mf', this.#options, {
      found,
      advice: 'Copy or export the file again.',
      details,
    });
  }

  #cutOff(byte: number, found: string): MeshError {
    return fileError('truncated', this.#options, {
      where: `byte ${byte}`,
      found: `the data end here, but ${found}`,
      advice: 'Copy or export the file again.',
      details: { byte },
    });
  }

  #bomb(name: string, packedBytes: number, found: string, limit: number): MeshError {
    return fileError('zip-bomb', this.#options, {
      where: `"${name}"`,
      found: `${packedBytes} packed bytes unpack to ${found}, the limit is ${limit}`,
      advice: 'If you trust the file, unpack it and pack it again, or convert it to another format.',
      details: { entry: name, packedBytes, limit },
    });
  }
}

/** Names in a package ignore case, and may begin with a slash. */
export function packageKey(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}
