/**
 * How much a closed object overlaps itself, to rounding: ∫ w (w − 1) / 2 of its winding number w, where −1 ≤ w ≤ 2 is proven.
 *
 * There, that is what `selfOverlapVolume` asks for: 1 where w is 2 or −1, and 0 where it is 0 or 1. Just above a triangle the surface winds
 * w times, just below w + 1 times; so the integral is that of w, just above, over the triangles, and is summed up like the common volume
 * of two objects (common-volume.ts).
 *
 * The proof: no sign is zero, every vertex has one fan of triangles, and no segments cross within a triangle. Then every part of the
 * surface between segments borders on an edge or on the end of a segment, which lies on an edge; and along edges all winding numbers are
 * known, from one sample of each shell.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { KIND_CROSSING } from '../../memory/constants.ts';
import type { Collisions } from '../collide/collide.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collideWasm } from '../collide/wasm.ts';
import { cornersOf, placedPositions } from '../open-mesh.ts';
import { tightBox } from '../tight-boxes.ts';
import { type CommonSide, commonVolume } from './common-volume.ts';
import { segmentsAreApart } from './segments-apart.ts';
import { isMeasurable, type MeasuredVolume, pairsOf, sideOf, summed } from './sum-volume.ts';
import { findSamples } from './surface-samples.ts';
import type { Box } from './view.ts';

/** Undefined without a proof. Must not run at the same time as another job of the same engine. */
export async function selfSumVolume(
  runtime: WasmRuntime,
  { id, object }: Participant,
  signal: AbortSignal | undefined,
): Promise<MeasuredVolume | undefined> {
  const asked = { ...checkCollideOptions({ self: true, between: false, segments: true }), signal };
  const collisions = await collideWasm(runtime, new Map([[id, object]]), asked);
  const box = tightBox(runtime, object);
  if (object.isWide || !object.edgesCancel || !isMeasurable(box)) return undefined;
  const corners = cornersOf(runtime, object).slice();
  if (!crossPlainly(collisions, corners) || !isTurnedOut(placedPositions(runtime, object), corners)) return undefined;
  const largest = Math.max(...box.map(Math.abs));
  if (!segmentsAreApart(collisions, corners, largest)) return undefined;
  const side = sideOf({ id, object, triangleStart: 0, vertexStart: 0 }, collisions);
  const trianglePairs = pairsOf(collisions);
  const options = signal ? { signal } : {};
  const known = await windingsOfShells(runtime, side, trianglePairs, corners, box, options);
  if (!known) return undefined;
  const question = { sides: [side, side] as const, trianglePairs, box, wide: box, known };
  const common = await commonVolume(runtime, question, options);
  const [, { least, most }] = common.windings;
  if (common.ties > 0 || common.classes !== known.length / 2 || least < -1 || most > 1) return undefined;
  return summed(common, 1).measured;
}

/** Whether all pairs cross, and none shares a vertex. */
function crossPlainly({ kinds, trianglePairs }: Collisions, corners: Uint32Array): boolean {
  return kinds.every((kind, pair) => {
    const [a, b] = [3 * trianglePairs[4 * pair + 1], 3 * trianglePairs[4 * pair + 3]];
    const isOfBoth = (vertex: number) =>
      vertex === corners[b] || vertex === corners[b + 1] || vertex === corners[b + 2];
    return kind === KIND_CROSSING && ![0, 1, 2].some((k) => isOfBoth(corners[a + k]));
  });
}

/** Whether the object as a whole is certainly not inside out: its volume is above 0, whatever rounding does. */
function isTurnedOut(positions: ArrayLike<number>, corners: Uint32Array): boolean {
  let [volume, size] = [0, 0];
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = [3 * corners[at], 3 * corners[at + 1], 3 * corners[at + 2]];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      const height = positions[a + k] - positions[k];
      const forward = (positions[b + u] - positions[u]) * (positions[c + v] - positions[v]);
      const backward = (positions[b + v] - positions[v]) * (positions[c + u] - positions[u]);
      volume += height * (forward - backward);
      size += Math.abs(height) * (Math.abs(forward) + Math.abs(backward));
    }
  }
  return volume > (8 + corners.length) * 2 ** -52 * size;
}

/** A vertex of each shell, and the winding number just above its triangles; undefined when they are not clear. */
async function windingsOfShells(
  runtime: WasmRuntime,
  side: CommonSide,
  trianglePairs: Uint32Array,
  corners: Uint32Array,
  box: Box,
  options: { readonly signal?: AbortSignal },
): Promise<Int32Array | undefined> {
  // Above triangles without pairs it is the same all over, up to their corners.
  const question = { side, box, wide: box, avoided: new Uint32Array(new Set(trianglePairs)) };
  const { samples, areClear, irregular } = await findSamples(runtime, question, options);
  if (!areClear || irregular > 0) return undefined;
  return Int32Array.from(samples.flatMap(({ triangle, above }) => [corners[3 * triangle], above]));
}
