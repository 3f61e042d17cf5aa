/**
 * The body of a binary PLY file, in either byte order.
 *
 * Promise: values as they are stored: single precision when x, y and z all are, otherwise double. No read leaves the
 * file: the length of a list is checked before its items are read.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import type { PlyFaces } from './faces.ts';
import type { PlyElement, PlyProperty } from './header.ts';
import type { PlyBody } from './ply.ts';
import { indexListOf, positionPropertiesOf } from './properties.ts';
import type { PlyType } from './types.ts';

const STEP_ELEMENTS = 1 << 16;

export class PlyBinaryBody implements PlyBody {
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  readonly #options: ReadOptions;
  readonly #where = (): string => `byte ${this.#position}`;
  #position: number;

  constructor(bytes: Uint8Array, start: number, littleEndian: boolean, options: ReadOptions) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#littleEndian = littleEndian;
    this.#options = options;
    this.#position = start;
  }

  get share(): number {
    return this.#position / this.#view.byteLength;
  }

  get bytesLeft(): number {
    return this.#view.byteLength - this.#position;
  }

  /** Plain values, and lists as if they were empty. */
  leastBytes({ properties }: PlyElement): number {
    return properties.reduce((sum, { type, countType }) => sum + (countType ?? type).byteCount, 0);
  }

  *vertices(element: PlyElement): Generator<number, Float32Array | Float64Array, void> {
    const columns = positionPropertiesOf(element, this.#options);
    const axes = element.properties.map((property) => columns.indexOf(property));
    const isSingle = columns.every(({ type }) => type.name === 'float');
    const positions = isSingle ? new Float32Array(3 * element.count) : new Float64Array(3 * element.count);
    for (let start = 0; start < element.count; start += STEP_ELEMENTS) {
      this.#vertices(element, axes, positions.subarray(3 * start, 3 * (start + STEP_ELEMENTS)));
      yield this.share;
    }
    return positions;
  }

  *faces(element: PlyElement, faces: PlyFaces): Generator<number, void, void> {
    const indexList = indexListOf(element, this.#options);
    for (let start = 0; start < element.count; start += STEP_ELEMENTS) {
      this.#faces(element, Math.min(STEP_ELEMENTS, element.count - start), indexList, faces);
      yield this.share;
    }
  }

  *skip({ properties, count }: PlyElement): Generator<number, void, void> {
    for (let index = 0; index < count; index++) {
      for (const property of properties) this.#skip(property);
      if (index % STEP_ELEMENTS === 0) yield this.share;
    }
  }

  #vertices({ properties }: PlyElement, axes: readonly number[], positions: Float32Array | Float64Array): void {
    for (let vertex = 0; vertex < positions.length; vertex += 3) {
      for (let column = 0; column < axes.length; column++) {
        const axis = axes[column];
        if (axis >= 0) positions[vertex + axis] = this.#value(properties[column].type);
        else this.#skip(properties[column]);
      }
    }
  }

  #faces({ properties }: PlyElement, count: number, indexList: PlyProperty, faces: PlyFaces): void {
    const { type } = indexList;
    for (let face = 0; face < count; face++) {
      for (const property of properties) {
        if (property !== indexList) {
          this.#skip(property);
          continue;
        }
        faces.begin();
        for (let left = this.#listLength(indexList); left > 0; left--) faces.corner(this.#value(type), this.#where);
      }
    }
  }

  #skip(property: PlyProperty): void {
    const length = property.countType ? this.#listLength(property) : 1;
    this.#advance(length * property.type.byteCount);
  }

  #value(type: PlyType): number {
    return type.read(this.#view, this.#advance(type.byteCount), this.#littleEndian);
  }

  /** Skips bytes, which must be present; returns where they begin. */
  #advance(byteCount: number): number {
    const at = this.#position;
    this.#position = at + byteCount;
    if (this.#position > this.#view.byteLength) throw this.#endsEarly(this.#position);
    return at;
  }

  /** The length of a list whose items all lie within the file. */
  #listLength({ name, type, countType }: PlyProperty): number {
    const at = this.#position;
    const length = this.#value(countType!);
    if (length >>> 0 === length && length * type.byteCount <= this.bytesLeft) return length;
    throw fileError('truncated', this.#options, {
      where: `byte ${at}`,
      found: `list "${name}" claims ${length} items, but ${this.bytesLeft} bytes are left`,
      advice: 'The file is cut off or its header is wrong; copy or export it again.',
      details: { byte: at, length, byteCount: this.bytesLeft },
    });
  }

  #endsEarly(expectedBytes: number): Error {
    const byteCount = this.#view.byteLength;
    return fileError('truncated', this.#options, {
      where: `byte ${byteCount}`,
      found: `the file ends after ${byteCount} bytes, expected at least ${expectedBytes}`,
      advice: 'The file is cut off or its header is wrong; copy or export it again.',
      details: { byteCount, expectedBytes },
    });
  }
}
