/**
 * A struct declared once for WGSL and TypeScript.
 *
 * Promise: the text, the size, the reader and the writer come from one declaration. Only 4-byte scalars, so the layout
 * is the order of the fields, in uniform and storage buffers alike, without hidden padding.
 */
import { EngineError } from '../../errors.ts';

export type Scalar = 'u32' | 'i32' | 'f32';
export type StructFields = Readonly<Record<string, Scalar>>;
export type StructValues<Fields extends StructFields> = { readonly [Name in keyof Fields]: number };

const WRITE = {
  u32: (view: DataView, place: number, value: number) => view.setUint32(place, value, true),
  i32: (view: DataView, place: number, value: number) => view.setInt32(place, value, true),
  f32: (view: DataView, place: number, value: number) => view.setFloat32(place, value, true),
};

const READ = {
  u32: (view: DataView, place: number) => view.getUint32(place, true),
  i32: (view: DataView, place: number) => view.getInt32(place, true),
  f32: (view: DataView, place: number) => view.getFloat32(place, true),
};

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

export class StructLayout<Fields extends StructFields> {
  readonly name: string;
  readonly byteSize: number;
  /** `struct Name { … }`, to be put before the shader that uses it. */
  readonly wgsl: string;
  readonly #fields: readonly (readonly [name: string, type: Scalar, byteOffset: number])[];

  constructor(name: string, fields: Fields) {
    const entries = Object.entries(fields);
    const wrong = [name, ...entries.map(([field]) => field)].find((word) => !IDENTIFIER.test(word));
    if (wrong !== undefined || entries.length === 0) {
      throw new EngineError(
        'internal',
        `struct ${name}: ${wrong === undefined ? 'no fields' : `bad name "${wrong}"`}.`,
      );
    }
    this.name = name;
    this.#fields = entries.map(([field, type], index) => [field, type, 4 * index] as const);
    this.byteSize = 4 * entries.length;
    this.wgsl = `struct ${name} {\n${entries.map(([field, type]) => `  ${field}: ${type},\n`).join('')}}\n`;
  }

  /** Where a field lies in its struct. */
  byteOffset(field: keyof Fields & string): number {
    return this.#fields.find(([name]) => name === field)?.[2] ?? Number.NaN;
  }

  /** Writes the struct number `index` of an array of them. */
  write(target: DataView, index: number, values: StructValues<Fields>): void {
    const start = index * this.byteSize;
    for (const [name, type, offset] of this.#fields) WRITE[type](target, start + offset, values[name]);
  }

  /** Reads the struct number `index` of an array of them. */
  read(source: DataView, index: number): StructValues<Fields> {
    const start = index * this.byteSize;
    const pairs = this.#fields.map(([name, type, offset]) => [name, READ[type](source, start + offset)]);
    return Object.fromEntries(pairs) as StructValues<Fields>;
  }

  /** An array of structs as bytes, ready for upload. */
  pack(all: readonly StructValues<Fields>[]): ArrayBuffer {
    const bytes = new ArrayBuffer(all.length * this.byteSize);
    const view = new DataView(bytes);
    for (const [index, values] of all.entries()) this.write(view, index, values);
    return bytes;
  }

  /** All structs in these bytes; a rest that is no whole struct is left out. */
  unpack(bytes: ArrayBuffer): StructValues<Fields>[] {
    const view = new DataView(bytes);
    return Array.from({ length: Math.floor(bytes.byteLength / this.byteSize) }, (_, index) => this.read(view, index));
  }
}

/** `struct('Fragment', { pixel: 'u32', depth: 'f32' })` */
export function struct<const Fields extends StructFields>(name: string, fields: Fields): StructLayout<Fields> {
  return new StructLayout(name, fields);
}
