/**
 * Wavefront OBJ: `v` and `f` lines, and the `o` or `g` lines that make parts.
 *
 * Promise: every polygon of three corners or more becomes a fan from its first corner, in file order. A face may come
 * before its vertices; negative numbers count back from the last vertex so far. Everything else (normals, materials,
 * curves, junk) is ignored.
 * Source: Wavefront, "Object Files (.obj)", Advanced Visualizer manual, appendix B1.
 */
import { fileError, refuseEmpty } from '../file-error.ts';
import { GrowableFloat64, GrowableUint32 } from '../growable.ts';
import type { Model, ReadOptions } from '../model.ts';
import type { ModelSource } from '../model-source.ts';
import { readSteps, STEP_BYTES, type Steps } from '../read-steps.ts';
import { SPACE, TextScanner } from '../text/text-scanner.ts';
import { countObj } from './count.ts';
import { ObjParts } from './parts.ts';

const SMALL_F = 102;
const SMALL_G = 103;
const SMALL_O = 111;
const SMALL_V = 118;
const SLASH = 47;
const BACKSLASH = 92;

/** Files this large are counted before they are read, so that memory stays under three times their size. */
const COUNTED_BYTES = 1 << 24;
const NOT_COUNTED = { vertexCount: 0, triangleCount: 0 };

/**
 * Reads an OBJ file.
 * @throws {@link MeshError} the codes under "Files" in docs/errors.md, such as `truncated`, `bad-number` and `index-range`
 * @throws {@link OptionError} `bad-source`
 * @example
 * ```ts
 * const { parts } = await readObj(await readFile('part.obj'), { name: 'part.obj' });
 * const id = scene.add({ ...parts[0], weld: true });
 * ```
 */
export function readObj(source: ModelSource, options: ReadOptions = {}): Promise<Model> {
  return readSteps(source, options, objSteps);
}

function* objSteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  refuseEmpty(bytes, options);
  const reader = new ObjReader(bytes, options);
  while (reader.readUntil(STEP_BYTES)) yield reader.share;
  return reader.finish();
}

class ObjReader {
  readonly #scanner: TextScanner;
  readonly #options: ReadOptions;
  readonly #positions: GrowableFloat64;
  readonly #corners: GrowableUint32;
  readonly #objects = new ObjParts({ continues: false });
  readonly #groups = new ObjParts({ continues: true });
  #highestVertex = -1;
  #highestVertexAt = 0;

  constructor(bytes: Uint8Array, options: ReadOptions) {
    const { vertexCount, triangleCount } = bytes.length < COUNTED_BYTES ? NOT_COUNTED : countObj(bytes);
    this.#scanner = new TextScanner(bytes, options);
    this.#options = options;
    this.#positions = new GrowableFloat64(3 * vertexCount);
    this.#corners = new GrowableUint32(3 * triangleCount);
  }

  get share(): number {
    return this.#scanner.position / this.#scanner.end;
  }

  /** Reads whole lines, about `byteCount` bytes; returns false at the end of the file. */
  readUntil(byteCount: number): boolean {
    const scanner = this.#scanner;
    const { bytes, end } = scanner;
    const stop = Math.min(end, scanner.position + byteCount);
    while (scanner.position < stop) {
      const keyword = scanner.peek();
      const next = scanner.position + 1 < end ? bytes[scanner.position + 1] : SPACE;
      if (next <= SPACE || next === BACKSLASH) this.#line(keyword);
      scanner.skipLine();
    }
    return scanner.position < end;
  }

  finish(): Model {
    const vertexCount = this.#positions.length / 3;
    if (this.#highestVertex >= vertexCount) throw this.#outOfRange(this.#highestVertex + 1, this.#highestVertexAt);
    if (vertexCount === 0) {
      throw fileError('no-vertices', this.#options, {
        found: 'found no "v" line, expected an OBJ file with vertices and faces',
        advice: 'Export the model again, or state its format if it is not OBJ.',
      });
    }
    const parts = this.#objects.isEmpty ? this.#groups : this.#objects;
    return { format: 'obj', parts: parts.split(this.#positions.take(), this.#corners.take(), this.#options) };
  }

  /** A line with a one-letter keyword; all others are ignored. */
  #line(keyword: number): void {
    const scanner = this.#scanner;
    if (keyword === SMALL_V) {
      scanner.position++;
      this.#positions.push3(scanner.number(), scanner.number(), scanner.number());
    } else if (keyword === SMALL_F) {
      scanner.position++;
      this.#face();
    } else if (keyword === SMALL_O || keyword === SMALL_G) {
      scanner.position++;
      const parts = keyword === SMALL_O ? this.#objects : this.#groups;
      parts.begin(scanner.restOfLine(), this.#corners.length / 3);
    }
  }

  #face(): void {
    const scanner = this.#scanner;
    if (scanner.atLineEnd()) return;
    const first = this.#corner();
    let previous = -1;
    while (!scanner.atLineEnd()) {
      const corner = this.#corner();
      if (previous >= 0) this.#corners.push3(first, previous, corner);
      previous = corner;
    }
  }

  /** The vertex of a corner such as `7`, `7/1`, `7//3` or `-2/1/3`, from 0. */
  #corner(): number {
    const scanner = this.#scanner;
    const at = scanner.position;
    const number = scanner.integer();
    if (scanner.bytes[scanner.position] === SLASH) scanner.skipWord();
    const vertex = number > 0 ? number - 1 : number + this.#positions.length / 3;
    if (number === 0 || vertex < 0) throw this.#outOfRange(number, at);
    if (vertex > this.#highestVertex) {
      this.#highestVertex = vertex;
      this.#highestVertexAt = at;
    }
    return vertex;
  }

  #outOfRange(number: number, at: number): Error {
    const line = this.#scanner.lineAt(at);
    const vertexCount = this.#positions.length / 3;
    const known = number > 0 ? `the file has ${vertexCount}` : `${vertexCount} vertices come before it`;
    return fileError('index-range', this.#options, {
      where: `line ${line}`,
      found: `the face uses vertex ${number}, but ${known}, counted from 1`,
      advice: 'Check that the file is complete; export it again if it numbers vertices from 0.',
      details: { line, vertex: number, vertexCount },
    });
  }
}
