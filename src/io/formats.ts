/**
 * The formats we read, in one table: how to recognise each, what reads it, and what a file of it can hold. Format
 * detection, error messages, help texts, the studio's file picker and the tables in the docs are all made from it.
 *
 * Readers are loaded on first use, because every help text loads the table itself. Those of CAD and BIM files are separate
 * packages, installed only by those who need them.
 */
import type { CadFormat } from './cad/cad-job.ts';
import type { Model, ModelFormat, ReadOptions } from './model.ts';
import { hasBinaryStlSize, isAsciiStl, isBrep, isIges, isObjText, isOffText, partTwentyOne } from './recognise.ts';

export interface FormatRow {
  /** As people write it. */
  readonly title: string;
  /** Without the dot, the usual one first. */
  readonly endings: readonly string[];
  /** Endings of other files that a model of this format may refer to. */
  readonly companions?: readonly string[];
  /** Unit of length: the same for all files of the format, or stated in each file; left out where there is none. */
  readonly unit?: 'meter' | 'millimeter' | 'stated';
  /** Which axis is upright in models as they are read: by definition of the format, or by custom. */
  readonly up: 'y' | 'z';
  /** The package that reads it, where that is installed apart. */
  readonly package?: string;
  /** Whether a file can hold animations. */
  readonly animated?: boolean;
  /** Whether the size alone proves the format; asked before anything is read as text. */
  readonly hasExactSize?: (bytes: Uint8Array) => boolean;
  readonly recognise: (head: FileHead) => boolean;
  readonly read: (bytes: Uint8Array, options: ReadOptions) => Promise<Model>;
}

export interface FileHead {
  /** The whole file, without its byte-order mark. */
  readonly bytes: Uint8Array;
  /** Its first two kilobytes, one character per byte. */
  readonly start: string;
  readonly options: ReadOptions;
}

/** Bytes that are read to recognise a format. */
export const SNIFFED_BYTES = 2048;

/** Every glTF document has the property "asset", by custom near its beginning or its end. */
function isGltfText({ bytes, start }: FileHead): boolean {
  if (!/^\s*\{/.test(start)) return false;
  return start.includes('"asset"') || String.fromCharCode(...bytes.subarray(-SNIFFED_BYTES)).includes('"asset"');
}

const isIfcZip = ({ name = '' }: ReadOptions) => /\.ifczip$/i.test(name);

async function readCad(format: CadFormat, bytes: Uint8Array, options: ReadOptions): Promise<Model> {
  return (await import('./cad/cad.ts')).readCad(format, bytes, options);
}

/** No two rows recognise the same file, so their order matters to readers of the table only. */
export const FORMATS: Readonly<Record<ModelFormat, FormatRow>> = {
  obj: {
    title: 'OBJ',
    endings: ['obj'],
    up: 'y',
    recognise: ({ start }) => isObjText(start),
    read: async (bytes, options) => (await import('./obj/obj.ts')).readObj(bytes, options),
  },
  stl: {
    title: 'STL',
    endings: ['stl'],
    up: 'z',
    hasExactSize: hasBinaryStlSize,
    recognise: ({ bytes }) => isAsciiStl(bytes),
    read: async (bytes, options) => (await import('./stl/stl.ts')).readStl(bytes, options),
  },
  ply: {
    title: 'PLY',
    endings: ['ply'],
    up: 'y',
    recognise: ({ start }) => /^ply[ \t]*[\r\n]/i.test(start),
    read: async (bytes, options) => (await import('./ply/ply.ts')).readPly(bytes, options),
  },
  off: {
    title: 'OFF',
    endings: ['off'],
    up: 'y',
    recognise: ({ bytes }) => isOffText(bytes),
    read: async (bytes, options) => (await import('./off/off.ts')).readOff(bytes, options),
  },
  gltf: {
    title: 'glTF',
    endings: ['gltf', 'glb'],
    companions: ['bin'],
    up: 'y',
    unit: 'meter',
    animated: true,
    recognise: (head) => head.start.startsWith('glTF') || isGltfText(head),
    read: async (bytes, options) => (await import('./gltf/gltf.ts')).readGltf(bytes, options),
  },
  '3mf': {
    title: '3MF',
    endings: ['3mf'],
    up: 'z',
    unit: 'stated',
    recognise: ({ start, options }) => start.startsWith('PK\x03\x04') && !isIfcZip(options),
    read: async (bytes, options) => (await import('./three-mf/three-mf.ts')).readThreeMf(bytes, options),
  },
  ifc: {
    title: 'IFC',
    endings: ['ifc', 'ifczip'],
    // Upright along z in the file; the package rotates it.
    up: 'y',
    unit: 'meter',
    package: 'web-ifc',
    recognise: ({ bytes, start, options }) =>
      partTwentyOne(bytes, start, options.name) === 'ifc' || (start.startsWith('PK\x03\x04') && isIfcZip(options)),
    read: (bytes, options) => readCad('ifc', bytes, options),
  },
  step: {
    title: 'STEP',
    endings: ['step', 'stp', 'p21'],
    up: 'z',
    unit: 'millimeter',
    package: 'occt-import-js',
    recognise: ({ bytes, start, options }) => partTwentyOne(bytes, start, options.name) === 'step',
    read: (bytes, options) => readCad('step', bytes, options),
  },
  iges: {
    title: 'IGES',
    endings: ['iges', 'igs'],
    up: 'z',
    unit: 'millimeter',
    package: 'occt-import-js',
    recognise: ({ start }) => isIges(start),
    read: (bytes, options) => readCad('iges', bytes, options),
  },
  brep: {
    title: 'BREP',
    endings: ['brep', 'brp'],
    up: 'z',
    package: 'occt-import-js',
    recognise: ({ start }) => isBrep(start),
    read: (bytes, options) => readCad('brep', bytes, options),
  },
};

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly ModelFormat[];

/** `a, b or c`. */
function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** Their titles: `OBJ, STL or PLY`. */
export function formatTitles(conjunction: 'and' | 'or', fits: (row: FormatRow) => boolean = () => true): string {
  const rows = Object.values(FORMATS).filter(fits);
  return listed(
    rows.map(({ title }) => title),
    conjunction,
  );
}

/** What `--format` takes: `obj, stl or ply`. */
export function formatNames(): string {
  return listed(FORMAT_NAMES, 'or');
}

/** Titles, with the endings where they do not follow from them: `glTF (.gltf, .glb)`. */
export function formatTitlesWithEndings(): string {
  const shown = Object.values(FORMATS).map(({ title, endings }) =>
    endings.length > 1 ? `${title} (${endings.map((ending) => `.${ending}`).join(', ')})` : title,
  );
  return listed(shown, 'and');
}

/** What a file picker accepts: every ending, those of companions, and that of gzip. */
export function acceptedEndings(): string {
  const endings = Object.values(FORMATS).flatMap((row) => [...row.endings, ...(row.companions ?? [])]);
  return [...endings, 'gz'].map((ending) => `.${ending}`).join(',');
}

/** The format that an ending stands for; upper or lower case. */
export function formatOfEnding(ending: string): ModelFormat | undefined {
  return FORMAT_NAMES.find((name) => FORMATS[name].endings.includes(ending.toLowerCase()));
}
