/**
 * Reads CAD files again with finer triangles for parts that come so near each other that the triangles cannot tell whether their
 * surfaces overlap.
 *
 * Promise: parts that are left coarse are farther from all others than their triangles are off the surfaces, unless `couldHide` says how
 * deep an overlap may go unnoticed. Parts keep their order and names; a file whose parts change between readings stays as it is.
 */
import { createEngine } from '../engine.ts';
import { PartAdder } from '../io/add-parts.ts';
import type { ModelPart } from '../io/model.ts';
import { federate } from './federate.ts';
import type { ModelFile } from './model-file.ts';

/** Deflections that are tried, in millimetres; the last is what machines can hold. */
const STEPS = [0.01, 0.001];
/** Triangles that may come of it: a step down makes about four times as many, and contacts of curved faces cost more than that. */
const TRIANGLES_MOST = 80_000;
const GROWTH = 4;

export interface RefineChoice {
  /** The unit that the caller states for all files. */
  readonly said: string | undefined;
  /** Parts of a file are one object, so the coarsest of them counts for all. */
  readonly merge: boolean;
  /** Reads a file with this deflection, in millimetres. */
  readonly read: (file: string, deflection: number) => Promise<ModelFile>;
}

export interface Refined {
  readonly files: readonly ModelFile[];
  /** In the unit that the files have together: overlaps up to this depth may go unnoticed. */
  readonly couldHide: number;
}

interface PartPlace {
  readonly file: number;
  readonly part: number;
}

type NearPair = readonly [PartPlace, PartPlace];

const deflectionOf = ({ deflection = 0 }: ModelPart) => deflection;

/** Pairs of parts that are nearer than their triangles are off their surfaces, and how much that is at most. */
async function nearPairs(files: readonly ModelFile[]): Promise<{ pairs: NearPair[]; couldHide: number }> {
  const places = files.flatMap(({ model }, file) => model.parts.map((_, part): PartPlace => ({ file, part })));
  const partAt = ({ file, part }: PartPlace) => files[file].model.parts[part];
  const farthest = places.reduce((most, place) => Math.max(most, deflectionOf(partAt(place))), 0);
  if (farthest === 0) return { pairs: [], couldHide: 0 };
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  try {
    const scene = engine.createScene();
    const adder = new PartAdder(scene);
    for (const place of places) {
      const { name, positions, indices } = partAt(place);
      adder.add({ name, positions, indices, weld: true });
    }
    // Strictly nearer, so a little more than both together.
    const { objectPairs, objectDistances } = await scene.within(2.01 * farthest, { objects: true });
    const pairs: NearPair[] = [];
    let couldHide = 0;
    for (const [i, distance] of objectDistances.entries()) {
      const [p, q] = [places[objectPairs[3 * i]], places[objectPairs[3 * i + 1]]];
      const off = deflectionOf(partAt(p)) + deflectionOf(partAt(q));
      if (off === 0 || distance > off) continue;
      pairs.push([p, q]);
      couldHide = Math.max(couldHide, off);
    }
    return { pairs, couldHide };
  } finally {
    engine.dispose();
  }
}

/** Parts of a file that are to be finer: those of near pairs, or all of them where they count as one. */
function partsToRefine(files: readonly ModelFile[], pairs: readonly NearPair[], step: number, merge: boolean) {
  const wanted = new Map<number, Set<number>>();
  for (const { file, part } of pairs.flat()) {
    const { parts } = files[file].model;
    const all = merge ? [...parts.keys()] : [part];
    for (const each of all) {
      if (deflectionOf(parts[each]) <= step) continue;
      wanted.set(file, (wanted.get(file) ?? new Set()).add(each));
    }
  }
  return wanted;
}

function triangleCount(files: readonly ModelFile[], wanted: ReadonlyMap<number, ReadonlySet<number>>): number {
  let count = 0;
  for (const [file, parts] of wanted)
    for (const part of parts) count += files[file].model.parts[part].indices.length / 3;
  return count;
}

function withParts(coarse: ModelFile, fine: ModelFile, parts: ReadonlySet<number>): ModelFile {
  const [before, after] = [coarse.model.parts, fine.model.parts];
  const isSame = before.length === after.length && before.every(({ name }, i) => name === after[i].name);
  if (!isSame) return coarse;
  return { ...coarse, model: { ...coarse.model, parts: before.map((part, i) => (parts.has(i) ? after[i] : part)) } };
}

export async function refineSurfaces(given: readonly ModelFile[], choice: RefineChoice): Promise<Refined> {
  let files = given;
  for (const step of STEPS) {
    const { pairs } = await nearPairs(federate(files, choice.said).files);
    const wanted = partsToRefine(files, pairs, step, choice.merge);
    if (wanted.size === 0 || GROWTH * triangleCount(files, wanted) > TRIANGLES_MOST) continue;
    const next = [...files];
    for (const [file, parts] of wanted)
      next[file] = withParts(files[file], await choice.read(files[file].file, step), parts);
    files = next;
  }
  return { files, couldHide: (await nearPairs(federate(files, choice.said).files)).couldHide };
}
