/** Bytes of a large PLY file: a window that moves on with the faces, and blocks of vertices that are kept for a while. */
import { fileError } from '../io/file-error.ts';
import type { PlyType } from '../io/ply/types.ts';
import type { CheckedFile } from './checked-file.ts';
import { BLOCK_BYTES } from './file-fingerprint.ts';

const WINDOW_BYTES = 4 * BLOCK_BYTES;
/** Blocks of vertices that are kept: 128 MiB. */
const BLOCKS_KEPT = 32;

export class ByteWindow {
  readonly #file: CheckedFile;
  readonly #isLittle: boolean;
  #view: DataView = new DataView(new ArrayBuffer(0));
  #start: number;
  #position = 0;

  constructor(file: CheckedFile, start: number, isLittle: boolean) {
    this.#file = file;
    this.#start = start;
    this.#isLittle = isLittle;
  }

  /** The byte of the file that comes next. */
  get at(): number {
    return this.#start + this.#position;
  }

  /** Makes sure that this many bytes are buffered, or all that are left. */
  async need(byteCount: number): Promise<void> {
    const end = this.#start + this.#view.byteLength;
    if (this.at + byteCount <= end || end === this.#file.size) return;
    const from = this.at;
    const bytes = await this.#file.read(from, Math.min(this.#file.size, from + Math.max(WINDOW_BYTES, byteCount)));
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#start = from;
    this.#position = 0;
  }

  take(type: PlyType): number {
    const at = this.#position;
    this.skip(type.byteCount);
    return type.read(this.#view, at, this.#isLittle);
  }

  skip(byteCount: number): void {
    this.#position += byteCount;
    if (this.#position <= this.#view.byteLength) return;
    throw fileError(
      'truncated',
      { name: this.#file.file },
      {
        where: `byte ${this.#file.size}`,
        found: `the file ends after ${this.#file.size} bytes, in the middle of a face`,
        advice: 'The file is cut off or its header is wrong; copy or export it again.',
        details: { byteCount: this.#file.size },
      },
    );
  }
}

export interface VertexLayout {
  readonly start: number;
  readonly stride: number;
  /** Of x, y and z within a vertex. */
  readonly offsets: readonly number[];
  readonly isLittle: boolean;
}

export class VertexBlocks {
  readonly #file: CheckedFile;
  readonly #layout: VertexLayout;
  readonly #perBlock: number;
  /** In the order of use, the oldest first. */
  readonly #kept = new Map<number, DataView>();

  constructor(file: CheckedFile, layout: VertexLayout) {
    this.#file = file;
    this.#layout = layout;
    this.#perBlock = Math.max(1, Math.floor(BLOCK_BYTES / layout.stride));
  }

  /** Coordinates of the vertices, three per vertex. */
  async corners(vertices: Uint32Array): Promise<Float32Array> {
    const { stride, offsets, isLittle } = this.#layout;
    const [x, y, z] = offsets;
    const corners = new Float32Array(3 * vertices.length);
    let [block, view]: [number, DataView | undefined] = [-1, undefined];
    for (let i = 0; i < vertices.length; i++) {
      const wanted = Math.floor(vertices[i] / this.#perBlock);
      if (wanted !== block || !view) {
        block = wanted;
        view = this.#kept.get(block) ?? (await this.#load(block));
      }
      const at = (vertices[i] - block * this.#perBlock) * stride;
      corners[3 * i] = view.getFloat32(at + x, isLittle);
      corners[3 * i + 1] = view.getFloat32(at + y, isLittle);
      corners[3 * i + 2] = view.getFloat32(at + z, isLittle);
    }
    return corners;
  }

  async #load(block: number): Promise<DataView> {
    const { start, stride } = this.#layout;
    const from = start + block * this.#perBlock * stride;
    const bytes = await this.#file.read(from, Math.min(this.#file.size, from + this.#perBlock * stride));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#kept.size >= BLOCKS_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(block, view);
    return view;
  }
}
