/**
 * The body of a text PLY file: one element per line, values in the order of the header.
 *
 * Promise: coordinates in double precision whatever type the header gives them. Anything on a line beyond the
 * header's properties is ignored: old MeshLab files have colours there. Two elements on one line are noticed at the end.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { STEP_BYTES } from '../read-steps.ts';
import { TextScanner } from '../text/text-scanner.ts';
import type { PlyFaces } from './faces.ts';
import type { PlyElement, PlyProperty } from './header.ts';
import type { PlyBody } from './ply.ts';
import { indexListOf, positionPropertiesOf } from './properties.ts';

const EXPORT_AGAIN = 'Correct the line or the header, or export the file again.';

export class PlyAsciiBody implements PlyBody {
  readonly #scanner: TextScanner;
  readonly #options: ReadOptions;
  readonly #where = (): string => `line ${this.#scanner.lineAt(this.#scanner.position - 1)}`;

  constructor(bytes: Uint8Array, start: number, options: ReadOptions) {
    this.#scanner = new TextScanner(bytes, options, start);
    this.#options = options;
  }

  get share(): number {
    return this.#scanner.position / this.#scanner.end;
  }

  get bytesLeft(): number {
    return this.#scanner.end - this.#scanner.position + 1; // the last line end may be missing
  }

  /** A digit and a blank or line end per value. */
  leastBytes(element: PlyElement): number {
    return 2 * element.properties.length;
  }

  *vertices(element: PlyElement): Generator<number, Float64Array, void> {
    const columns = positionPropertiesOf(element, this.#options);
    const positions = new Float64Array(3 * element.count);
    yield* this.#each(element, (vertex) => {
      for (const property of element.properties) {
        const axis = columns.indexOf(property);
        if (axis >= 0) positions[3 * vertex + axis] = this.#scanner.number();
        else this.#skipProperty(property);
      }
    });
    return positions;
  }

  *faces(element: PlyElement, faces: PlyFaces): Generator<number, void, void> {
    const indexList = indexListOf(element, this.#options);
    yield* this.#each(element, () => {
      for (const property of element.properties) {
        if (property === indexList) this.#corners(faces);
        else this.#skipProperty(property);
      }
    });
  }

  skip(element: PlyElement): Generator<number, void, void> {
    return this.#each(element, () => {
      for (const property of element.properties) this.#skipProperty(property);
    });
  }

  #corners(faces: PlyFaces): void {
    faces.begin();
    for (let left = this.#listLength(); left > 0; left--) faces.corner(this.#scanner.integer(), this.#where);
  }

  *#each(element: PlyElement, read: (index: number) => void): Generator<number, void, void> {
    const scanner = this.#scanner;
    let pauseAt = scanner.position + STEP_BYTES;
    for (let index = 0; index < element.count; index++) {
      if (!scanner.skipToContent()) throw this.#endsEarly(element, index);
      read(index);
      scanner.skipLine();
      if (scanner.position < pauseAt) continue;
      pauseAt += STEP_BYTES;
      yield this.share;
    }
  }

  #skipProperty(property: PlyProperty): void {
    for (let left = property.countType ? this.#listLength() : 1; left > 0; left--) {
      if (this.#scanner.atLineEnd()) throw this.#scanner.badNumber(this.#scanner.position);
      this.#scanner.skipWord();
    }
  }

  #listLength(): number {
    const start = this.#scanner.position;
    const length = this.#scanner.integer();
    if (length >= 0 && 2 * length <= this.bytesLeft) return length;
    throw this.#scanner.unexpected('truncated', 'a list length that fits the file', EXPORT_AGAIN, start);
  }

  #endsEarly(element: PlyElement, index: number): Error {
    return fileError('truncated', this.#options, {
      where: `line ${this.#scanner.lineAt(this.#scanner.end)}`,
      found: `the file ends after ${index} of element "${element.name}", but the header claims ${element.count}`,
      advice: 'The file is cut off or its header is wrong; copy or export it again.',
      details: { element: element.name, count: element.count, found: index },
    });
  }
}
