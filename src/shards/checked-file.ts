/** A planned file that is read in parts; every part is compared with the plan before it is used. */
import type { FileHandle } from 'node:fs/promises';
import { BLOCK_BYTES, changedError, type FileFingerprint, hashOf, readFully } from './file-fingerprint.ts';
import { openRegular } from './regular-file.ts';

export class CheckedFile {
  readonly file: string;
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #planned: FileFingerprint;

  private constructor(file: string, handle: FileHandle, planned: FileFingerprint) {
    this.file = file;
    this.size = planned.size;
    this.#handle = handle;
    this.#planned = planned;
  }

  /** `file` is the name for messages. */
  static async open(path: string, file: string, planned: FileFingerprint): Promise<CheckedFile> {
    const handle = await openRegular(path);
    try {
      const { size } = await handle.stat();
      if (size !== planned.size) throw changedError(file, `it has ${size} bytes, expected ${planned.size}`);
      return new CheckedFile(file, handle, planned);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Bytes `from` to `to`, which must lie in the file. */
  async read(from: number, to: number): Promise<Uint8Array> {
    if (to <= from) return new Uint8Array(0);
    const first = Math.floor(from / BLOCK_BYTES);
    const last = Math.ceil(to / BLOCK_BYTES);
    const start = first * BLOCK_BYTES;
    const bytes = new Uint8Array(Math.min(last * BLOCK_BYTES, this.size) - start);
    const count = await readFully(this.#handle, bytes, start);
    if (count < bytes.length) throw changedError(this.file, `it ends at byte ${start + count}, expected ${this.size}`);
    for (let block = first; block < last; block++) {
      const own = bytes.subarray(block * BLOCK_BYTES - start, (block + 1) * BLOCK_BYTES - start);
      if (hashOf(own) !== this.#planned.blocks[block]) {
        throw changedError(this.file, `its contents differ from byte ${block * BLOCK_BYTES} on`);
      }
    }
    return bytes.subarray(from - start, to - start);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
