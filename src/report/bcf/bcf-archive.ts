/**
 * The zip around a BCF file: names in, unpacked texts out, never more than the file admits to.
 *
 * Promise: nothing is unpacked before its claimed size is within the limits, and unpacking stops at the first byte beyond the
 * claim. Pictures are not unpacked at all.
 */
import { Inflate } from 'fflate';
import { MeshError } from '../../errors.ts';
import { fileError } from '../../io/file-error.ts';
import { unpackedLimit } from '../../io/packed-limit.ts';
import { findZipContent, readZipDirectory, type ZipEntry } from '../../io/three-mf/zip-directory.ts';

const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 1 << 16;
/** A topic is a few kilobytes; one with more than this is not meant to be read. */
const TEXT_MOST = 2 ** 24;
/** Of all topics together. */
const TOTAL_MOST = 2 ** 28;

export class BcfArchive {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  readonly #entries: readonly ZipEntry[];
  #unpacked = 0;

  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = bytes;
    this.#name = name;
    this.#entries = this.#readDirectory();
  }

  get names(): readonly string[] {
    return this.#entries.map((entry) => entry.name);
  }

  bad(found: string, where?: string): MeshError {
    return fileError(
      'bad-bcf',
      { name: this.#name },
      {
        ...(where !== undefined && { where }),
        found,
        advice: 'Export or copy the BCF again.',
      },
    );
  }

  #readDirectory(): readonly ZipEntry[] {
    if (this.#bytes.length === 0) throw this.bad('found 0 bytes, expected a zip archive');
    const directory = readZipDirectory(this.#bytes);
    if (!directory) {
      const isZip = this.#bytes[0] === 0x50 && this.#bytes[1] === 0x4b;
      throw this.bad(
        isZip
          ? 'the archive has no directory, which stands at its end: the file is cut off'
          : 'this is no zip archive, which every BCF is (those begin with "PK")',
      );
    }
    if (directory.broken !== undefined)
      throw this.bad('the directory of the archive is damaged', `byte ${directory.broken}`);
    return directory.entries;
  }

  /** The text of a file; undefined when there is none of that name. */
  text(name: string): string | undefined {
    const entry = this.#entries.find((candidate) => candidate.name === name);
    if (!entry) return undefined;
    const limit = Math.min(TEXT_MOST, unpackedLimit(entry.packedBytes), TOTAL_MOST - this.#unpacked);
    if (!(entry.unpackedBytes <= limit)) throw this.#bomb(entry, limit);
    this.#unpacked += entry.unpackedBytes;
    const start = findZipContent(this.#bytes, entry);
    if (start === undefined)
      throw this.bad(`nothing begins at byte ${entry.headerStart}, where it should`, `"${name}"`);
    const packed = this.#bytes.subarray(start, start + entry.packedBytes);
    if (packed.length < entry.packedBytes) throw this.bad('the file is cut off', `"${name}"`);
    return decoded(this.#unpack(entry, packed));
  }

  #bomb({ name, packedBytes }: ZipEntry, limit: number): MeshError {
    return fileError(
      'zip-bomb',
      { name: this.#name },
      {
        where: `"${name}"`,
        found: `${packedBytes} packed bytes unpack to more than ${limit}, the limit for a topic`,
        advice: 'If you trust the file, remove that topic and export it again.',
        details: { entry: name, packedBytes, limit },
      },
    );
  }

  #unpack(entry: ZipEntry, packed: Uint8Array): Uint8Array {
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

/** UTF-8, or UTF-16 by its mark, as some programs write. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
}
