/**
 * A zip archive whose files are extracted one by one, never more bytes than the archive declares.
 *
 * Promise: nothing is unpacked before its claimed size is within the limits, and unpacking stops at the first byte beyond the
 * claim. What is not asked for is not unpacked at all.
 */
import { Inflate } from 'fflate';
import type { ErrorCode } from '../error-codes.ts';
import { MeshError } from '../errors.ts';
import { fileError } from './file-error.ts';
import { unpackedLimit } from './packed-limit.ts';
import { findZipContent, readZipDirectory, type ZipEntry } from './three-mf/zip-directory.ts';

/** Wording of messages, and limits on unpacking. */
export interface ZipKind {
  readonly code: ErrorCode;
  /** As in "which every BCF is". */
  readonly title: string;
  readonly advice: string;
  /** Limits for one file, and for all together. */
  readonly bytesMost: number;
  readonly totalMost: number;
}

const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 1 << 16;

export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  readonly #kind: ZipKind;
  readonly #entries: readonly ZipEntry[];
  /** The first of each name. */
  readonly #byName = new Map<string, ZipEntry>();
  #unpacked = 0;

  /** `name` is for messages. */
  constructor(bytes: Uint8Array, name: string, kind: ZipKind) {
    this.#bytes = bytes;
    this.#name = name;
    this.#kind = kind;
    this.#entries = this.#readDirectory();
    for (const entry of this.#entries) if (!this.#byName.has(entry.name)) this.#byName.set(entry.name, entry);
  }

  get names(): readonly string[] {
    return this.#entries.map((entry) => entry.name);
  }

  bad(found: string, where?: string): MeshError {
    const { code, advice } = this.#kind;
    return fileError(code, { name: this.#name }, { ...(where !== undefined && { where }), found, advice });
  }

  #readDirectory(): readonly ZipEntry[] {
    if (this.#bytes.length === 0) throw this.bad('found 0 bytes, expected a zip archive');
    const directory = readZipDirectory(this.#bytes);
    if (!directory) {
      const isZip = this.#bytes[0] === 0x50 && this.#bytes[1] === 0x4b;
      throw this.bad(
        isZip
          ? 'the archive has no directory, which stands at its end: the file is cut off'
          : `this is no zip archive, which every ${this.#kind.title} is (those begin with "PK")`,
      );
    }
    if (directory.broken !== undefined)
      throw this.bad('the directory of the archive is damaged', `byte ${directory.broken}`);
    return directory.entries;
  }

  /** The bytes of a file; undefined when there is none of that name. */
  unpack(name: string): Uint8Array | undefined {
    const entry = this.#byName.get(name);
    if (!entry) return undefined;
    const { bytesMost, totalMost } = this.#kind;
    const limit = Math.min(bytesMost, unpackedLimit(entry.packedBytes), totalMost - this.#unpacked);
    if (!(entry.unpackedBytes <= limit)) throw this.#bomb(entry, limit);
    this.#unpacked += entry.unpackedBytes;
    const start = findZipContent(this.#bytes, entry);
    if (start === undefined)
      throw this.bad(`nothing begins at byte ${entry.headerStart}, where it should`, `"${name}"`);
    const packed = this.#bytes.subarray(start, start + entry.packedBytes);
    if (packed.length < entry.packedBytes) throw this.bad('the file is cut off', `"${name}"`);
    return this.#inflate(entry, packed);
  }

  #bomb({ name, packedBytes }: ZipEntry, limit: number): MeshError {
    return fileError(
      'zip-bomb',
      { name: this.#name },
      {
        where: `"${name}"`,
        found: `${packedBytes} packed bytes unpack to more than ${limit}, the limit for such a file`,
        advice: 'If you trust the file, unpack it yourself, or remove what is so large and pack it again.',
        details: { entry: name, packedBytes, limit },
      },
    );
  }

  #inflate(entry: ZipEntry, packed: Uint8Array): Uint8Array {
    if (entry.method === STORED) return packed;
    if (entry.method !== DEFLATED) {
      throw this.bad(`it is packed by method ${entry.method}, read are 0 and 8`, `"${entry.name}"`);
    }
    const unpacked = new Uint8Array(entry.unpackedBytes);
    let length = 0;
    const inflate = new Inflate((piece) => {
      if (length + piece.length > unpacked.length) throw this.#bomb(entry, unpacked.length);
      unpacked.set(piece, length);
      length += piece.length;
    });
    try {
      for (let at = 0; at < packed.length; at += PIECE_BYTES) {
        inflate.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
      }
    } catch (error) {
      if (error instanceof MeshError) throw error;
      throw this.bad(`it cannot be unpacked (${(error as Error).message})`, `"${entry.name}"`);
    }
    if (length !== unpacked.length) throw this.bad('it unpacks to fewer bytes than it claims', `"${entry.name}"`);
    return unpacked;
  }
}
