/**
 * Wavefront OBJ: `v` and `f` lines, and the `o` or `g` lines that make parts.
 *
 * Promise: every polygon of three corners or more becomes a fan from its first corner, in file order. A face may come
 * before its vertices; negative numbers count back from the last vertex so far. Everything else (normals, materials,
 * curves, junk) is ignored.
 * Source: Wavefront, "Object Files (.obj)", Advanced Visualizer manual, appendix B1.
 */
import { fileError, partNameOf, refuseEmpty } from '../file-error.ts';
import { GrowableFloat64, GrowableUint32 } from '../growable.ts';
import type { Model, ModelPart, ReadOptions } from '../model.ts';
import type { ModelSource } from '../model-source.ts';
import { readSteps, STEP_BYTES, type Steps } from '../read-steps.ts';
import { markLength } from '../text/byte-order-mark.ts';
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB, TextScanner } from '../text/text-scanner.ts';

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

// Which triangles of an OBJ file belong to which part, and the parts as meshes of their own.
//
// Promise: parts come in the order of their first line; triangles keep their order within a part. A repeated group
// is continued, because `g` says which groups the next elements belong to; an `o` line always begins another object, because
// exporters give equal bolts one name. With more than one part each gets the vertices it uses, in the order it first uses them;
// a single part keeps all vertices of the file as they are numbered there.

/** Triangles `start` to `end` − 1. */
interface Run {
  readonly start: number;
  end: number;
}

interface NamedRuns {
  readonly name: string;
  readonly runs: Run[];
}

const UNNAMED = '';

export class ObjParts {
  readonly #parts: NamedRuns[] = [];
  /** By name, where a repeated name is continued. */
  readonly #known: Map<string, NamedRuns> | undefined;
  #open: Run | undefined;

  constructor({ continues }: { readonly continues: boolean }) {
    this.#known = continues ? new Map() : undefined;
  }

  /** No `begin` so far. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** The triangles from `triangle` on belong to this name. */
  begin(name: string, triangle: number): void {
    if (this.isEmpty && triangle > 0) this.#start(UNNAMED, 0);
    if (this.#open) this.#open.end = triangle;
    this.#start(name, triangle);
  }

  /** The parts as meshes; takes over `positions` and `corners`. */
  split(
    positions: Float64Array<ArrayBuffer>,
    corners: Uint32Array<ArrayBuffer>,
    options: ReadOptions,
  ): readonly ModelPart[] {
    if (this.#open) this.#open.end = corners.length / 3;
    const parts = this.#parts
      .map(({ name, runs }) => ({
        name: name || partNameOf(options),
        runs: runs.filter(({ start, end }) => end > start),
      }))
      .filter(({ runs }) => runs.length > 0);
    if (parts.length <= 1) return [{ name: parts[0]?.name ?? partNameOf(options), positions, indices: corners }];
    const compactor = new Compactor(positions, corners);
    return parts.map(({ name, runs }) => compactor.part(name, runs));
  }

  #start(name: string, triangle: number): void {
    let part = this.#known?.get(name);
    if (!part) {
      part = { name, runs: [] };
      this.#parts.push(part);
      this.#known?.set(name, part);
    }
    this.#open = { start: triangle, end: triangle };
    part.runs.push(this.#open);
  }
}

/** Cuts parts out of one numbering. The work is linear in the corners, however many parts there are. */
class Compactor {
  readonly #positions: Float64Array;
  readonly #corners: Uint32Array;
  /** Number of a vertex within the part that used it last, and that part (from 1). */
  readonly #localVertex: Uint32Array;
  readonly #usedBy: Uint32Array;
  /** Vertices of the current part, in the order of first use. */
  readonly #used: Uint32Array;
  #partCount = 0;

  constructor(positions: Float64Array, corners: Uint32Array) {
    const vertexCount = positions.length / 3;
    this.#positions = positions;
    this.#corners = corners;
    this.#localVertex = new Uint32Array(vertexCount);
    this.#usedBy = new Uint32Array(vertexCount);
    this.#used = new Uint32Array(vertexCount);
  }

  part(name: string, runs: readonly Run[]): ModelPart {
    const part = ++this.#partCount;
    const indices = new Uint32Array(runs.reduce((sum, { start, end }) => sum + 3 * (end - start), 0));
    let cornerCount = 0;
    let vertexCount = 0;
    for (const { start, end } of runs) {
      for (let corner = 3 * start; corner < 3 * end; corner++) {
        const vertex = this.#corners[corner];
        if (this.#usedBy[vertex] !== part) {
          this.#usedBy[vertex] = part;
          this.#localVertex[vertex] = vertexCount;
          this.#used[vertexCount++] = vertex;
        }
        indices[cornerCount++] = this.#localVertex[vertex];
      }
    }
    return { name, positions: this.#gather(vertexCount), indices };
  }

  #gather(vertexCount: number): Float64Array {
    const positions = new Float64Array(3 * vertexCount);
    for (let i = 0; i < vertexCount; i++) {
      const from = 3 * this.#used[i];
      positions[3 * i] = this.#positions[from];
      positions[3 * i + 1] = this.#positions[from + 1];
      positions[3 * i + 2] = this.#positions[from + 2];
    }
    return positions;
  }
}

// Quickly counts the vertices and triangles of an OBJ file, so that the reader can allocate once.
//
// Reason: OBJ does not state its counts, and growing lists hold everything twice when they are joined. Counting first takes a
// quarter of the time and keeps memory for a file of many parts under three times its size.
// Promise: exact for files without continued lines and without comments after corners; otherwise an estimate, which the
// growing lists make up for.

export interface ObjCounts {
  readonly vertexCount: number;
  readonly triangleCount: number;
}

export function countObj(bytes: Uint8Array): ObjCounts {
  const end = bytes.length;
  let vertexCount = 0;
  let triangleCount = 0;
  let at = markLength(bytes);
  while (at < end) {
    while (at < end && bytes[at] <= SPACE) at++;
    const isShort = at + 1 < end && (bytes[at + 1] === SPACE || bytes[at + 1] === TAB);
    if (isShort && bytes[at] === SMALL_F) {
      let wordCount = 0;
      let afterBlank = 0; // 0 or 1, so that the sum needs no branch
      for (at++; at < end && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN; at++) {
        const blank = bytes[at] <= SPACE ? 1 : 0;
        wordCount += afterBlank & ~blank;
        afterBlank = blank;
      }
      triangleCount += Math.max(0, wordCount - 2);
    } else {
      if (isShort && bytes[at] === SMALL_V) vertexCount++;
      while (at < end && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    }
  }
  return { vertexCount, triangleCount };
}
