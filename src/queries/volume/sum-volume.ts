/**
 * The common volume of two solids without cutting them: the sums of common-volume.ts, where it is proven that they are that volume.
 *
 * Promise: `volume` is off by no more than `errorBound`. Null when they are no solids in the plain sense where they may meet; undefined
 * when another method has to tell.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { Triple } from '../../mesh/bounds.ts';
import type { Collisions } from '../collide/collide.ts';
import { tightBox } from '../tight-boxes.ts';
import { type CommonSide, type CommonVolume, commonVolume, type WindingRange } from './common-volume.ts';
import { type SolidFound, solidsInBox, wideBox } from './solid-in-box.ts';
import { type Box, commonBox } from './view.ts';
import type { Volume } from './volume.ts';

export type MeasuredVolume = Pick<Volume, 'volume' | 'errorBound' | 'bounds' | 'centroid'>;

export interface SummedVolume {
  readonly measured: MeasuredVolume;
  /** Whether the surfaces touch in places that may or may not border on what is common: then `bounds` may be too large. */
  readonly mayOnlyTouch: boolean;
}

/** Products of three coordinates, and of their squares, must neither overflow nor lose bits. */
const LARGEST = 2 ** 190;
const SMALLEST = 2 ** -100;

const ZERO = { volume: 0, errorBound: 0, bounds: undefined, centroid: undefined };
const NOTHING: SummedVolume = { measured: ZERO, mayOnlyTouch: false };

/** Exact coordinates of the two must be up to date. Must not run at the same time as another job of the same engine. */
export async function sumVolume(
  runtime: WasmRuntime,
  list: readonly Participant[],
  collisions: Collisions,
  signal: AbortSignal | undefined,
): Promise<SummedVolume | null | undefined> {
  const boxes = list.map(({ object }) => tightBox(runtime, object));
  const box = commonBox(boxes[0], boxes[1]);
  if (!box) return NOTHING;
  if (list.some(({ object }, i) => object.isWide || !object.edgesCancel || !isMeasurable(boxes[i]))) return undefined;
  const sides = [sideOf(list[0], collisions), sideOf(list[1], collisions)] as const;
  const options = signal ? { signal } : {};
  const question = { sides, trianglePairs: pairsOf(collisions), box, wide: wideBox(box) };
  const common = await commonVolume(runtime, question, options);
  // Neither surface is anywhere inside the other, so nothing is inside both.
  if (!(common.possible[0] <= common.possible[3])) return NOTHING;
  const found = await solidsInBox(runtime, sides, common.survivors, box, options);
  const signs = found.map((one, i) => insideOf(one, common.windings[i]));
  if (signs.includes(0)) return null;
  if (found.includes('unclear')) return undefined;
  return summed(common, signs[0] * signs[1]);
}

export function isMeasurable(box: Box): boolean {
  const largest = Math.max(...box.map(Math.abs));
  return largest <= LARGEST && largest >= SMALLEST;
}

export function sideOf({ id, object }: Participant, { degenerateTriangles }: Collisions): CommonSide {
  const degenerate: number[] = [];
  for (let at = 0; at < degenerateTriangles.length; at += 2)
    if (degenerateTriangles[at] === id) degenerate.push(degenerateTriangles[at + 1]);
  return { object, degenerate: Uint32Array.from(degenerate) };
}

/** The triangles of the first and of the second object. */
export function pairsOf({ trianglePairs }: Collisions): Uint32Array {
  const pairs = new Uint32Array(trianglePairs.length / 2);
  for (let i = 0; i < pairs.length; i += 2) {
    pairs[i] = trianglePairs[2 * i + 1];
    pairs[i + 1] = trianglePairs[2 * i + 3];
  }
  return pairs;
}

/** The winding number of what is inside, 1 or −1, where no other was found; else 0. */
function insideOf(found: SolidFound, round: WindingRange): 1 | -1 | 0 {
  if (found === 'meets') return 0;
  const least = found === 'unclear' ? round.least : Math.min(found.least, round.least);
  const most = found === 'unclear' ? round.most : Math.max(found.most, round.most);
  if (least === 0 && most <= 1) return 1;
  return least === -1 && most === 0 ? -1 : 0;
}

export function summed(
  { volume: sum, errorBound, moment, certain, possible }: CommonVolume,
  sign: number,
): SummedVolume {
  const volume = sign * sum;
  const mayOnlyTouch = certain.some((value, k) => value !== possible[k]);
  if (!(volume > 0)) return { measured: { ...ZERO, errorBound: errorBound + Math.abs(volume) }, mayOnlyTouch };
  const corner = (first: number): Triple => [possible[first], possible[first + 1], possible[first + 2]];
  const at = (k: 0 | 1 | 2) => (sign * moment[k]) / volume;
  return {
    measured: { volume, errorBound, bounds: { min: corner(0), max: corner(3) }, centroid: [at(0), at(1), at(2)] },
    mayOnlyTouch,
  };
}
