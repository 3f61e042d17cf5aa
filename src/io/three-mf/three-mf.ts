/**
 * Reads 3MF: what the build puts on the plate.
 *
 * Promise: one part per build item, in their order, components joined and transforms applied in double precision; named
 * after the object, else the item's part number, else `item 3` (counted from 0). Objects in other model parts of the
 * package (production extension) are found. Lattices, slices, materials and supports are ignored.
 * Source: 3MF Core Specification 1.3, Production Extension 1.1.
 */
import type { ErrorCode } from '../../error-codes.ts';
import { fileError } from '../file-error.ts';
import { isIdentityMatrix, type Matrix, multiplyMatrices, transformPoints } from '../matrix.ts';
import type { Model, ModelPart, ReadOptions } from '../model.ts';
import { runSteps, type Steps } from '../read-steps.ts';
import { withinMemory } from '../within-memory.ts';
import { parseXml, readModelPart, type ThreeMfDocument, type ThreeMfObject, type ThreeMfUse } from './document.ts';
import { packageKey, ThreeMfPackage } from './package.ts';
import { scanModelPart } from './scan.ts';

/** Vertices of all parts, and uses of objects: components cost a file nothing, so their product has to be bounded. */
const VERTEX_LIMIT = 100_000_000;
const USE_LIMIT = 200_000;
const DEPTH_LIMIT = 200;

const RELATIONSHIPS = '_rels/.rels';
const MODEL_RELATIONSHIP = /\/3dmodel$/;
const USUAL_MODEL = '3D/3dmodel.model';
const MODEL_PART = /\.model$/i;
/** Of the time that a model part takes; the rest is for its XML. */
const UNPACKING_SHARE = 0.4;

/** Reads a 3MF file. The caller owns the result. */
export function readThreeMf(bytes: Uint8Array, options: ReadOptions = {}): Promise<Model> {
  return withinMemory(options, () => runSteps(threeMfSteps(bytes, options), options));
}

function* threeMfSteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  const reader = new ThreeMfReader(bytes, options);
  return yield* reader.read();
}

/** A mesh as it is used: where its vertices go. */
interface Placed {
  readonly object: ThreeMfObject;
  readonly transform: Matrix;
}

class ThreeMfReader {
  readonly #package: ThreeMfPackage;
  readonly #options: ReadOptions;
  readonly #documents = new Map<string, ThreeMfDocument>();
  #vertexCount = 0;
  #useCount = 0;

  constructor(bytes: Uint8Array, options: ReadOptions) {
    this.#package = new ThreeMfPackage(bytes, options);
    this.#options = options;
  }

  *read(): Steps<Model> {
    const path = yield* this.#findModel();
    yield* this.#load(path);
    const { items, unit } = this.#documents.get(packageKey(path))!;
    if (!items) throw this.#error('bad-3mf', `"${path}" has no <build>, which says what is to be made`);
    const parts = items.map((item, i) => this.#part(item, path, i));
    if (parts.every((part) => part.indices.length === 0)) {
      throw this.#error('no-triangles', `the ${parts.length} items of the build hold no triangles`);
    }
    return { format: '3mf', parts, unit };
  }

  *#findModel(): Steps<string> {
    if (this.#package.has(RELATIONSHIPS)) {
      const bytes = yield* this.#package.unpack(RELATIONSHIPS);
      const xml = parseXml(new TextDecoder().decode(bytes), RELATIONSHIPS, this.#options);
      const list = (xml.Relationships as { Relationship?: { Type?: string; Target?: string }[] } | undefined)
        ?.Relationship;
      const target = list?.find(({ Type }) => MODEL_RELATIONSHIP.test(Type ?? ''))?.Target;
      if (target !== undefined) return target;
    }
    const path = [USUAL_MODEL, ...this.#package.names.filter((name) => MODEL_PART.test(name))].find((name) =>
      this.#package.has(name),
    );
    if (path !== undefined) return path;
    const names = this.#package.names.slice(0, 5).join(', ') || 'nothing';
    throw this.#error('bad-3mf', `the package holds ${names}, expected a model part such as ${USUAL_MODEL}`);
  }

  /** Reads a model part, and those that its objects and items name. */
  *#load(path: string): Steps<void> {
    const waiting = [path];
    const partCount = this.#package.names.filter((name) => MODEL_PART.test(name)).length;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#documents.has(packageKey(next))) continue;
      const done = this.#documents.size / Math.max(1, partCount);
      const share = (1 - done) / Math.max(1, partCount - this.#documents.size);
      const xml = yield* scaled(this.#package.unpack(next), done, done + UNPACKING_SHARE * share);
      const scanned = yield* scaled(
        scanModelPart(xml, next, this.#options),
        done + UNPACKING_SHARE * share,
        done + share,
      );
      const document = readModelPart(scanned, next, this.#options);
      this.#documents.set(packageKey(next), document);
      const components = [...document.objects.values()].flatMap((object) => object.components);
      for (const { path } of [...(document.items ?? []), ...components]) if (path !== undefined) waiting.push(path);
    }
  }

  #part(item: ThreeMfUse, path: string, index: number): ModelPart {
    const placed: Placed[] = [];
    const object = this.#place(item, item.transform, path, [], placed);
    const name = object.name || item.partNumber || `item ${index}`;
    return { name, ...(item.uuid && { guid: item.uuid }), ...joinPlaced(placed) };
  }

  /** Adds an object and its components to `placed`; `users` are the enclosing objects being placed. */
  #place(
    use: ThreeMfUse,
    transform: Matrix,
    userPath: string,
    users: ThreeMfObject[],
    placed: Placed[],
  ): ThreeMfObject {
    const path = use.path ?? userPath;
    const object = this.#documents.get(packageKey(path))!.objects.get(use.objectId);
    if (!object) throw this.#error('bad-3mf', `"${path}" has no object "${use.objectId}", which is used`);
    if (users.includes(object)) throw this.#error('bad-3mf', `object "${use.objectId}" in "${path}" contains itself`);
    this.#count(object, users.length);
    if (object.indices.length > 0) placed.push({ object, transform });
    users.push(object);
    for (const component of object.components) {
      this.#place(component, multiplyMatrices(transform, component.transform), path, users, placed);
    }
    users.pop();
    return object;
  }

  #count(object: ThreeMfObject, depth: number): void {
    this.#useCount++;
    this.#vertexCount += object.positions.length / 3;
    const isTooMuch = this.#vertexCount > VERTEX_LIMIT || this.#useCount > USE_LIMIT || depth > DEPTH_LIMIT;
    if (!isTooMuch) return;
    throw fileError('too-large', this.#options, {
      found:
        `with all components the build has ${this.#vertexCount} vertices in ${this.#useCount} uses of objects, nested ` +
        `${depth} deep; the limits are ${VERTEX_LIMIT}, ${USE_LIMIT} and ${DEPTH_LIMIT}`,
      advice: 'Split the model.',
      details: { vertexCount: this.#vertexCount, useCount: this.#useCount, depth },
    });
  }

  #error(code: ErrorCode, found: string): Error {
    return fileError(code, this.#options, { found, advice: 'Export the model again.' });
  }
}

/** The same steps, reporting a stretch of the whole instead of 0 to 1. */
function* scaled<Result>(steps: Steps<Result>, from: number, to: number): Steps<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}

function joinPlaced(placed: readonly Placed[]): Omit<ModelPart, 'name'> {
  if (placed.length === 1 && isIdentityMatrix(placed[0].transform)) {
    const { positions, indices } = placed[0].object;
    return { positions, indices };
  }
  const positions = new Float64Array(placed.reduce((sum, { object }) => sum + object.positions.length, 0));
  const indices = new Uint32Array(placed.reduce((sum, { object }) => sum + object.indices.length, 0));
  let firstVertex = 0;
  let at = 0;
  for (const { object, transform } of placed) {
    transformPoints(transform, object.positions, positions, firstVertex);
    for (const vertex of object.indices) indices[at++] = firstVertex + vertex;
    firstVertex += object.positions.length / 3;
  }
  return { positions, indices };
}
