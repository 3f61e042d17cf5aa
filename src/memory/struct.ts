/**
 * A record that WGSL sees too: a struct of 4-byte scalars, whose layout is the order of the fields in uniform and storage
 * buffers alike, without hidden padding.
 */
import { RecordLayout, type RecordValues } from './declare-record.ts';

export type StructFields = Readonly<Record<string, 'u32' | 'i32' | 'f32'>>;

export class StructLayout<const Fields extends StructFields> extends RecordLayout<Fields> {
  /** `struct Name { … }`, to be put before the shader that uses it. */
  get wgsl(): string {
    return `struct ${this.name} {\n${this.fields.map(({ name, type }) => `  ${name}: ${type},\n`).join('')}}\n`;
  }

  /** An array of structs as bytes, ready for upload. */
  pack(all: readonly RecordValues<Fields>[]): ArrayBuffer {
    const buffer = new ArrayBuffer(all.length * this.bytes);
    const view = new DataView(buffer);
    for (const [index, values] of all.entries()) this.write(view, index * this.bytes, values);
    return buffer;
  }

  /** All structs in these bytes; a rest that is no whole struct is left out. */
  unpack(buffer: ArrayBuffer): RecordValues<Fields>[] {
    const view = new DataView(buffer);
    return Array.from({ length: Math.floor(buffer.byteLength / this.bytes) }, (_, index) =>
      this.read(view, index * this.bytes),
    );
  }
}

/** `struct('Fragment', { pixel: 'u32', depth: 'f32' })` */
export function struct<const Fields extends StructFields>(name: string, fields: Fields): StructLayout<Fields> {
  return new StructLayout(name, fields);
}
