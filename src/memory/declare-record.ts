/**
 * A record of memory, declared once for TypeScript, AssemblyScript (kernel-class.ts) and WGSL (struct.ts).
 *
 * Promise: offsets, sizes, readers, writers and the text that the other two languages see all come from the one
 * declaration, so fields cannot overlap and no side can fall behind another. Fields lie in the order in which they are
 * declared, each at a multiple of its own alignment.
 */
import { EngineError } from '../errors.ts';

/** Bytes of each type; the alignment is the same. */
const SCALAR_BYTES = { u8: 1, u32: 4, i32: 4, f32: 4, u64: 8, f64: 8, address: 4, atomic: 4 } as const;
/** Sixteen bytes that kernels load as one v128. */
const VECTOR_BYTES = { u8x16: 16, i32x4: 16, f32x4: 16 } as const;

export type ScalarType = keyof typeof SCALAR_BYTES;
export type VectorType = keyof typeof VECTOR_BYTES;
/**
 * `address` is a u32 that points into the memory. `atomic` is a u32 that several threads change at once: kernels see its
 * address, for their atomic operations.
 */
export type FieldType = ScalarType | VectorType | readonly [type: ScalarType, length: number];
export type RecordFields = Readonly<Record<string, FieldType>>;

type NumberField<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name] extends 'u32' | 'i32' | 'f32' | 'f64' | 'u8' | 'address' | 'atomic'
    ? Name
    : never;
}[keyof Fields] &
  string;
export type RecordValues<Fields extends RecordFields> = { readonly [Name in NumberField<Fields>]: number };

type Setter = (view: DataView, place: number, value: number) => void;
type Getter = (view: DataView, place: number) => number;

const setWord: Setter = (view, place, value) => view.setUint32(place, value, true);
const getWord: Getter = (view, place) => view.getUint32(place, true);
const SETTERS: Readonly<Record<string, Setter>> = {
  u8: (view, place, value) => view.setUint8(place, value),
  u32: setWord,
  address: setWord,
  atomic: setWord,
  i32: (view, place, value) => view.setInt32(place, value, true),
  f32: (view, place, value) => view.setFloat32(place, value, true),
  f64: (view, place, value) => view.setFloat64(place, value, true),
};
const GETTERS: Readonly<Record<string, Getter>> = {
  u8: (view, place) => view.getUint8(place),
  u32: getWord,
  address: getWord,
  atomic: getWord,
  i32: (view, place) => view.getInt32(place, true),
  f32: (view, place) => view.getFloat32(place, true),
  f64: (view, place) => view.getFloat64(place, true),
};

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

export const isVector = (type: FieldType): type is VectorType => typeof type === 'string' && type in VECTOR_BYTES;
const isArray = (type: FieldType): type is readonly [ScalarType, number] => typeof type !== 'string';

function alignmentOf(type: FieldType): number {
  if (isVector(type)) return 16;
  return SCALAR_BYTES[isArray(type) ? type[0] : type];
}

function bytesOf(type: FieldType): number {
  return isArray(type) ? SCALAR_BYTES[type[0]] * type[1] : alignmentOf(type);
}

const roundUp = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly offset: number;
}

function layOut(fields: RecordFields): Field[] {
  let end = 0;
  return Object.entries(fields).map(([name, type]) => {
    const offset = roundUp(end, alignmentOf(type));
    end = offset + bytesOf(type);
    return { name, type, offset };
  });
}

export class RecordLayout<const Fields extends RecordFields> {
  readonly name: string;
  /** Where each field lies, in bytes: from the start of the memory for a record that has a place, else of the record. */
  readonly at: { readonly [Name in keyof Fields]: number };
  /** Size, a multiple of the alignment, so that records can follow each other in an array. */
  readonly bytes: number;
  /** The place of the only record of its kind; none for records that come in arrays. */
  readonly place: number | undefined;
  readonly fields: readonly Field[];
  readonly #declared: Fields;

  constructor(name: string, fields: Fields, place?: number) {
    const wrong = [name, ...Object.keys(fields)].find((word) => !IDENTIFIER.test(word));
    if (wrong !== undefined || Object.keys(fields).length === 0) {
      throw new EngineError(
        'internal',
        `record ${name}: ${wrong === undefined ? 'no fields' : `bad name "${wrong}"`}.`,
      );
    }
    this.name = name;
    this.place = place;
    this.#declared = fields;
    this.fields = layOut(fields);
    const alignment = Math.max(...Object.values(fields).map(alignmentOf));
    const { offset, type } = this.fields[this.fields.length - 1];
    this.bytes = roundUp(offset + bytesOf(type), alignment);
    this.at = Object.fromEntries(
      this.fields.map((field) => [field.name, (place ?? 0) + field.offset]),
    ) as RecordLayout<Fields>['at'];
  }

  /** The same record as the only one of its kind, `start` bytes into the memory. */
  placed(start: number): RecordLayout<Fields> {
    return new RecordLayout(this.name, this.#declared, roundUp(start, 16));
  }

  /** The same record, placed behind another. */
  placedAfter(other: RecordLayout<RecordFields>): RecordLayout<Fields> {
    return this.placed((other.place ?? 0) + other.bytes);
  }

  /** Writes the fields that hold one number each; all must be given, so that none is forgotten. */
  write(view: DataView, address: number, values: RecordValues<Fields>): void {
    for (const { name, type, offset } of this.fields) {
      if (typeof type === 'string' && type in SETTERS && name in values) {
        SETTERS[type](view, address + offset, values[name as NumberField<Fields>]);
      }
    }
  }

  /** Reads the fields that hold one number each. */
  read(view: DataView, address: number): RecordValues<Fields> {
    const numbers = this.fields.filter(({ type }) => typeof type === 'string' && type in GETTERS);
    return Object.fromEntries(
      numbers.map(({ name, type, offset }) => [name, GETTERS[type as string](view, address + offset)]),
    ) as RecordValues<Fields>;
  }
}

/** `record('Split', { list: 'address', count: 'u32' })` */
export function record<const Fields extends RecordFields>(name: string, fields: Fields): RecordLayout<Fields> {
  return new RecordLayout(name, fields);
}

const signature = ({ name, place, fields }: RecordLayout<RecordFields>): string =>
  `${name}@${place}:${fields.map((field) => `${field.name} ${field.type} ${field.offset}`).join()};`;

/**
 * A number that differs between sets of declarations that differ in any name, type or place, or in the order of the
 * queries (FNV-1a of their text).
 */
export function layoutNumber(records: readonly RecordLayout<RecordFields>[], queries: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const letter of [...records.map(signature), ...queries].join(' ')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
