/** A record as kernels see it: the text of an AssemblyScript class that overlays the memory. */
import { type Field, isVector, type RecordFields, type RecordLayout } from './declare-record.ts';

const constantName = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/**
 * Numbers become properties. For everything else kernels see the address: arrays, vectors, and what several threads
 * change.
 */
function property({ name, type, offset }: Field): string[] {
  if (typeof type !== 'string' || isVector(type) || type === 'atomic') {
    return ['  // @inline', `  get ${name}(): usize {`, `    return changetype<usize>(this) + ${offset};`, '  }'];
  }
  const kind = type === 'address' ? 'usize' : type;
  return [
    '  // @inline',
    `  get ${name}(): ${kind} {`,
    `    return load<${kind}>(changetype<usize>(this), ${offset});`,
    '  }',
    '  // @inline',
    `  set ${name}(value: ${kind}) {`,
    `    store<${kind}>(changetype<usize>(this), value, ${offset});`,
    '  }',
  ];
}

/** The class, its size, and the instance of a record that has a place. */
export function kernelClass({ name, place, bytes, fields }: RecordLayout<RecordFields>): string {
  const at = [
    '  // @inline',
    `  static at(array: usize, index: u32): ${name}Record {`,
    `    return changetype<${name}Record>(array + <usize>index * ${bytes});`,
    '  }',
  ];
  return [
    '// @unmanaged',
    `export class ${name}Record {`,
    ...fields.flatMap(property),
    ...(place === undefined ? at : []),
    '}',
    `export const ${constantName(name)}_BYTES: usize = ${bytes};`,
    ...(place === undefined
      ? []
      : [`export const ${name[0].toLowerCase()}${name.slice(1)} = changetype<${name}Record>(${place});`]),
    '',
  ].join('\n');
}
