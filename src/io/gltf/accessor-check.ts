/**
 * The stored arrays of a glTF, as its JSON declares them: which are wanted, and whether their bytes can be there.
 *
 * Promise: after `declareAccessors` every wanted array lies inside its buffer, and what the file claims to unpack to is
 * in proportion to what it holds, so that decoding reads no foreign memory and a small file cannot ask for gigabytes.
 */
import { GltfBudget } from './budget.ts';
import type { GltfChecker, JsonObject } from './checker.ts';

/** Draco data: the buffer view, and the accessors that it fills. */
export interface DracoUse {
  readonly views: readonly number[];
  readonly accessors: ReadonlySet<number>;
}

export interface AccessorUse {
  readonly accessor: number;
  /** SCALAR, VEC3, VEC4 or MAT4. */
  readonly type: string;
}

/** JSON for the decoder: the same lists with the same indices, reduced to what is needed. */
export interface DeclaredAccessors {
  readonly accessors: readonly JsonObject[];
  readonly bufferViews: readonly JsonObject[];
  /** Buffers that hold something wanted, and how long each must be. */
  readonly bufferLengths: ReadonlyMap<number, number>;
  /** For each group of identical accessors, the one that is decoded for all. */
  readonly sameAs: ReadonlyMap<number, number>;
  readonly usesMeshopt: boolean;
}

const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
  5130: 8,
};
const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
/** meshopt packs 256 equal values into about a byte; a higher ratio cannot be real. */
const MESHOPT_RATIO_LIMIT = 2048;
/** Accessors without a buffer view are zeros: at most this many bytes, plus some per byte of the file. */
const ZEROS_LIMIT_BYTES = 1 << 24;
const ZEROS_PER_FILE_BYTE = 64;

export const UNUSED_BUFFER = 'unused';
const UNUSED_ACCESSOR: JsonObject = { componentType: 5126, type: 'SCALAR', count: 0 };

export function declareAccessors(
  checker: GltfChecker,
  uses: readonly AccessorUse[],
  draco: DracoUse,
  fileBytes: number,
): DeclaredAccessors {
  return new AccessorCheck(checker, fileBytes).run(uses, draco);
}

class AccessorCheck {
  readonly #checker: GltfChecker;
  readonly #views: readonly JsonObject[];
  readonly #wantedViews = new Map<number, JsonObject>();
  readonly #viewLengths = new Map<number, number>();
  readonly #bufferLengths = new Map<number, number>();
  readonly #budget = new GltfBudget();
  readonly #fileBytes: number;
  #zerosLeft: number;
  #usesMeshopt = false;

  constructor(checker: GltfChecker, fileBytes: number) {
    this.#checker = checker;
    this.#views = checker.list('bufferViews');
    this.#fileBytes = fileBytes;
    this.#zerosLeft = ZEROS_LIMIT_BYTES + ZEROS_PER_FILE_BYTE * fileBytes;
  }

  run(uses: readonly AccessorUse[], draco: DracoUse): DeclaredAccessors {
    const accessors = this.#checker.list('accessors');
    const wanted = new Map<number, JsonObject>();
    const sameAs = new Map<number, number>();
    const first = new Map<string, number>();
    for (const { accessor, type } of uses) {
      const path = `accessors[${accessor}]`;
      if (accessors[accessor].type !== type) this.#checker.fail(`${path}.type`, accessors[accessor].type, `"${type}"`);
      if (sameAs.has(accessor)) continue;
      const isPacked = draco.accessors.has(accessor);
      const key = isPacked ? path : keyOf(accessors[accessor], path);
      sameAs.set(accessor, first.get(key) ?? accessor);
      if (first.has(key)) continue;
      first.set(key, accessor);
      wanted.set(accessor, this.#declare(accessors[accessor], path, isPacked));
    }
    for (const view of draco.views) this.#viewBytes(view);
    const bufferBytes = [...this.#bufferLengths.values()].reduce((sum, length) => sum + length, 0);
    this.#budget.check(this.#fileBytes, bufferBytes, this.#checker.options);
    const unusedView = { buffer: this.#checker.list('buffers').length, byteLength: 0 };
    return {
      accessors: accessors.map((_, i) => wanted.get(i) ?? UNUSED_ACCESSOR),
      bufferViews: this.#views.map((_, i) => this.#wantedViews.get(i) ?? unusedView),
      bufferLengths: this.#bufferLengths,
      sameAs,
      usesMeshopt: this.#usesMeshopt,
    };
  }

  #declare(accessor: JsonObject, path: string, isPacked: boolean): JsonObject {
    const checker = this.#checker;
    const componentBytes = COMPONENT_BYTES[accessor.componentType as number];
    if (componentBytes === undefined) {
      checker.fail(
        `${path}.componentType`,
        accessor.componentType,
        `one of ${Object.keys(COMPONENT_BYTES).join(', ')}`,
      );
    }
    const count = checker.whole(accessor.count, `${path}.count`);
    const elementBytes = componentBytes * COMPONENTS[accessor.type as string];
    const declared: Record<string, unknown> = {
      componentType: accessor.componentType,
      type: accessor.type,
      normalized: accessor.normalized === true,
      count,
    };
    // Draco has its own bytes and counts; an uncompressed copy for older readers is ignored.
    if (isPacked) return declared;
    if (accessor.bufferView === undefined) this.#spendZeros(count * elementBytes, path);
    else Object.assign(declared, this.#declareRange(accessor, count, elementBytes, path));
    if (accessor.sparse !== undefined) {
      declared.sparse = this.#declareSparse(checker.object(accessor.sparse, `${path}.sparse`), elementBytes, path);
    }
    return declared;
  }

  #declareSparse(sparse: JsonObject, elementBytes: number, ownerPath: string): JsonObject {
    const path = `${ownerPath}.sparse`;
    const count = this.#checker.whole(sparse.count, `${path}.count`);
    const indices = this.#checker.object(sparse.indices, `${path}.indices`);
    const values = this.#checker.object(sparse.values, `${path}.values`);
    const indexBytes = COMPONENT_BYTES[indices.componentType as number];
    if (![5121, 5123, 5125].includes(indices.componentType as number)) {
      this.#checker.fail(`${path}.indices.componentType`, indices.componentType, '5121, 5123 or 5125');
    }
    return {
      count,
      indices: {
        componentType: indices.componentType,
        ...this.#declareRange(indices, count, indexBytes, `${path}.indices`),
      },
      values: this.#declareRange(values, count, elementBytes, `${path}.values`),
    };
  }

  /** Where the elements lie, after seeing that the last of them ends within the buffer view. */
  #declareRange(owner: JsonObject, count: number, elementBytes: number, path: string): JsonObject {
    const checker = this.#checker;
    const bufferView = checker.reference(owner.bufferView ?? null, 'bufferViews', `${path}.bufferView`)!;
    const byteOffset = owner.byteOffset === undefined ? 0 : checker.whole(owner.byteOffset, `${path}.byteOffset`);
    const viewBytes = this.#viewBytes(bufferView);
    const stride = (this.#wantedViews.get(bufferView)!.byteStride as number | undefined) ?? elementBytes;
    if (stride < elementBytes) {
      checker.fail(`bufferViews[${bufferView}].byteStride`, stride, `at least ${elementBytes}, the size of an element`);
    }
    const endByte = count === 0 ? 0 : byteOffset + (count - 1) * stride + elementBytes;
    if (endByte > viewBytes) {
      checker.fail(path, `${count} elements to byte ${endByte}`, `an end within its buffer view of ${viewBytes} bytes`);
    }
    this.#budget.arrayBytes += count * elementBytes;
    return { bufferView, byteOffset };
  }

  /** Bytes of a buffer view, unpacked; takes note of the view and of its buffer. */
  #viewBytes(index: number): number {
    const known = this.#viewLengths.get(index);
    if (known !== undefined) return known;
    const length = this.#declareView(index, this.#views[index], `bufferViews[${index}]`);
    this.#viewLengths.set(index, length);
    return length;
  }

  #declareView(index: number, view: JsonObject, path: string): number {
    const byteStride =
      view.byteStride === undefined ? undefined : this.#checker.whole(view.byteStride, `${path}.byteStride`);
    for (const name of MESHOPT) {
      const packed = this.#checker.extension(view, name, path);
      if (packed) return this.#meshoptBytes(index, packed, byteStride, `${path}.extensions.${name}`);
    }
    const range = this.#bufferRange(view, path);
    this.#wantedViews.set(index, { ...range, byteStride });
    return range.byteLength;
  }

  #meshoptBytes(index: number, packed: JsonObject, byteStride: number | undefined, path: string): number {
    const checker = this.#checker;
    const range = this.#bufferRange(packed, path);
    const count = checker.whole(packed.count, `${path}.count`);
    const stride = checker.whole(packed.byteStride, `${path}.byteStride`, 1);
    if (count * stride > MESHOPT_RATIO_LIMIT * (range.byteLength + 1)) {
      checker.fail(`${path}.count`, count, `what ${range.byteLength} packed bytes can hold`);
    }
    if (!isMeshoptLayout(packed.mode, stride, count)) {
      checker.fail(path, { mode: packed.mode, byteStride: stride, count }, 'a mode with a stride and count it allows');
    }
    // A buffer view without data; the decoder fills it from the extension. The two extensions are one format.
    const meshopt = { ...range, count, byteStride: stride, mode: packed.mode, filter: packed.filter };
    const unpacked = { buffer: checker.list('buffers').length, byteLength: count * stride };
    this.#wantedViews.set(index, { ...unpacked, byteStride, extensions: { [MESHOPT[0]]: meshopt } });
    this.#usesMeshopt = true;
    this.#budget.unpackedBytes += count * stride;
    return count * stride;
  }

  #bufferRange(owner: JsonObject, path: string) {
    const checker = this.#checker;
    const buffer = checker.reference(owner.buffer ?? null, 'buffers', `${path}.buffer`)!;
    const byteOffset = owner.byteOffset === undefined ? 0 : checker.whole(owner.byteOffset, `${path}.byteOffset`);
    const byteLength = checker.whole(owner.byteLength, `${path}.byteLength`);
    this.#bufferLengths.set(buffer, Math.max(this.#bufferLengths.get(buffer) ?? 0, byteOffset + byteLength));
    return { buffer, byteOffset, byteLength };
  }

  #spendZeros(byteCount: number, path: string): void {
    this.#zerosLeft -= byteCount;
    if (this.#zerosLeft < 0) {
      this.#checker.fail(path, `${byteCount} bytes without a bufferView`, 'a size in proportion to the file');
    }
  }
}

/** Accessors with equal keys are identical: some exporters write one per use. */
function keyOf({ bufferView, byteOffset, componentType, count, normalized, sparse, type }: JsonObject, path: string) {
  return sparse === undefined ? JSON.stringify([bufferView, byteOffset, componentType, count, normalized, type]) : path;
}

/** What the decoder relies on without checking it. Source: EXT_meshopt_compression, "Specification". */
function isMeshoptLayout(mode: unknown, stride: number, count: number): boolean {
  if (mode === 'ATTRIBUTES') return stride % 4 === 0 && stride <= 256;
  if (mode === 'TRIANGLES') return (stride === 2 || stride === 4) && count % 3 === 0;
  return mode === 'INDICES' && (stride === 2 || stride === 4);
}
