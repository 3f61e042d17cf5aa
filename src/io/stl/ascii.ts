/**
 * Text STL: `solid` blocks of facets with three corners each.
 *
 * Promise: one part per `solid` block, a soup of three vertices per triangle in double precision. Normals are passed
 * over (many files hold NaN there). A file that ends inside a block is refused: half a part must not pass for a whole.
 * Endings that writers have are taken as they are meant: `end solid`, `end facet` and `end loop` in two words, and a
 * new `solid` without an end of the one before.
 * Source: 3D Systems, "StereoLithography Interface Specification", 1989; keywords are taken in any case.
 */
import { partNameOf } from '../file-error.ts';
import { GrowableFloat64 } from '../growable.ts';
import type { Model, ModelPart, ReadOptions } from '../model.ts';
import { STEP_BYTES, type Steps } from '../read-steps.ts';
import { soupIndices } from '../soup.ts';
import { TextScanner } from '../text/text-scanner.ts';

const EXPECTED_LINES = '"facet", "outer loop", "vertex", "endloop", "endfacet", "solid" or "endsolid"';
const EXPORT_AGAIN = 'Correct the line, or export the file again.';

export function* stlAsciiSteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  const reader = new StlAsciiReader(bytes, options);
  while (reader.readUntil(STEP_BYTES)) yield reader.share;
  return reader.finish();
}

class StlAsciiReader {
  readonly #scanner: TextScanner;
  readonly #options: ReadOptions;
  readonly #parts: ModelPart[] = [];
  #corners = new GrowableFloat64();
  #inSolid = false;
  #inFacet = false;
  #name = '';
  /** Corners of the current facet so far. */
  #facetCorners = 0;

  constructor(bytes: Uint8Array, options: ReadOptions) {
    this.#scanner = new TextScanner(bytes, options);
    this.#options = options;
  }

  get share(): number {
    return this.#scanner.position / this.#scanner.end;
  }

  /** Reads whole lines, some `byteCount` bytes of them; false at the end of the file. */
  readUntil(byteCount: number): boolean {
    const scanner = this.#scanner;
    const stop = scanner.position + byteCount;
    while (scanner.position < stop) {
      if (!scanner.skipToContent()) return false;
      this.#line();
    }
    return true;
  }

  finish(): Model {
    if (this.#inSolid) {
      throw this.#scanner.unexpected('truncated', '"endsolid"', 'The file is cut off; copy or export it again.');
    }
    const parts = this.#parts.filter(({ indices }) => indices.length > 0);
    return { format: 'stl', parts: parts.length > 0 ? parts : this.#parts.slice(0, 1) };
  }

  #line(): void {
    const scanner = this.#scanner;
    if (!this.#inSolid) this.#beginSolid();
    else if (scanner.takeWord('vertex')) this.#vertex();
    else if (scanner.takeWord('facet')) this.#facet(true);
    else if (scanner.takeWord('outer')) scanner.skipLine();
    else if (this.#takeEnd('facet')) this.#facet(false);
    else if (this.#takeEnd('loop')) this.#endLoop();
    else if (this.#takeEnd('solid')) this.#endSolid();
    else if (!this.#inFacet && scanner.takeWord('solid')) this.#nextSolid();
    else throw scanner.unexpected('bad-line', EXPECTED_LINES, EXPORT_AGAIN);
  }

  /** `endsolid`, or `end solid` as some writers have it. */
  #takeEnd(word: string): boolean {
    const scanner = this.#scanner;
    if (scanner.takeWord(`end${word}`)) return true;
    const start = scanner.position;
    if (!scanner.takeWord('end')) return false;
    scanner.peek();
    if (scanner.takeWord(word)) return true;
    scanner.position = start;
    return false;
  }

  #facet(begins: boolean): void {
    this.#inFacet = begins;
    this.#scanner.skipLine();
  }

  #beginSolid(): void {
    const scanner = this.#scanner;
    if (!scanner.takeWord('solid')) throw scanner.unexpected('bad-line', '"solid"', EXPORT_AGAIN);
    this.#name = scanner.restOfLine();
    this.#inSolid = true;
  }

  #nextSolid(): void {
    this.#keepPart();
    this.#name = this.#scanner.restOfLine();
    this.#inSolid = true;
  }

  #vertex(): void {
    const scanner = this.#scanner;
    this.#corners.push3(scanner.number(), scanner.number(), scanner.number());
    this.#facetCorners++;
    if (!scanner.atLineEnd()) throw scanner.unexpected('bad-line', 'the end of the line', EXPORT_AGAIN);
  }

  #endLoop(): void {
    if (this.#facetCorners !== 3) {
      const expected = `three "vertex" lines in the facet instead of ${this.#facetCorners}`;
      throw this.#scanner.unexpected('bad-facet', expected, EXPORT_AGAIN, this.#scanner.position - 'endloop'.length);
    }
    this.#facetCorners = 0;
    this.#scanner.skipLine();
  }

  #endSolid(): void {
    if (this.#facetCorners > 0) throw this.#scanner.unexpected('truncated', '"endloop"', EXPORT_AGAIN);
    this.#scanner.skipLine();
    this.#keepPart();
  }

  #keepPart(): void {
    const positions = this.#corners.take();
    const indices = soupIndices(positions.length / 3);
    this.#parts.push({ name: this.#name || partNameOf(this.#options), positions, indices });
    this.#inSolid = false;
    this.#inFacet = false;
  }
}
