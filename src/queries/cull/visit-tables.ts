/** Writes what a culling job works on: the view, the settings, and the triangles and labels of the elements. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { COVER_BOXES, COVER_CONSERVATIVE, COVER_SAMPLED, FREE_VIEW } from './constants.ts';
import { triangleTotal } from './elements.ts';
import type { ViewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Visit } from './prune.ts';
import { CULL_JOB } from './records.ts';

const COVER = { sampled: COVER_SAMPLED, uobb: COVER_BOXES, conservative: COVER_CONSERVATIVE };

export function writeView(runtime: WasmRuntime, view: ViewFrame): void {
  const { f64 } = runtime.memory;
  f64.set(view.view.rows.flat(), CULL_JOB.at.rows >>> 3);
  f64[CULL_JOB.at.sign >>> 3] = view.view.sign;
  f64.set(view.low, CULL_JOB.at.low >>> 3);
  f64.set(view.scale, CULL_JOB.at.scale >>> 3);
  f64.set(view.pixel, CULL_JOB.at.pixel >>> 3);
  f64.set(view.grow, CULL_JOB.at.grow >>> 3);
  f64[CULL_JOB.at.radius >>> 3] = view.radius;
  f64[CULL_JOB.at.reach >>> 3] = view.reach;
}

/** What every job on a view needs to know. */
export function writeSettings(runtime: WasmRuntime, options: CheckedCullOptions, view: ViewFrame): void {
  const { u32 } = runtime.memory;
  const fields: [number, number][] = [
    [CULL_JOB.at.axis, view.view.axis ?? FREE_VIEW],
    [CULL_JOB.at.resolution, options.resolution],
    [CULL_JOB.at.coverage, COVER[options.coverage]],
    [CULL_JOB.at.depthBits, options.depthBits],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}

/** Bytes of the tables: two numbers per triangle, one number and three bytes per element. */
export function visitTableBytes({ elements }: Visit): number {
  return 8 * triangleTotal(elements) + 7 * elements.count;
}

export function writeVisitTables(
  runtime: WasmRuntime,
  list: readonly Participant[],
  visit: Visit,
  tables: number,
): void {
  const { elements, orders, kept } = visit;
  const { count, object, from, to } = elements;
  const triangles = triangleTotal(elements);
  const { u32, buffer } = runtime.memory;
  const u8 = new Uint8Array(buffer);
  let at = tables >>> 2;
  let elementAt = at + triangles;
  for (let i = 0; i < count; i++) {
    const order = orders[object[i]];
    const start = list[object[i]].triangleStart;
    for (let place = from[i]; place < to[i]; place++) {
      u32[at++] = start + (order ? order[place] : place);
      u32[elementAt++] = i;
    }
  }
  const objectsAt = tables + 8 * triangles;
  const labelsAt = objectsAt + 4 * count;
  u32.set(elements.object, objectsAt >>> 2);
  u8.set(elements.sets, labelsAt);
  u8.set(kept, labelsAt + count);
  const fields: [number, number][] = [
    [CULL_JOB.at.triangles, tables],
    [CULL_JOB.at.triangleCount, triangles],
    [CULL_JOB.at.elementOf, tables + 4 * triangles],
    [CULL_JOB.at.elementCount, count],
    [CULL_JOB.at.objectOf, objectsAt],
    [CULL_JOB.at.labels, labelsAt],
    [CULL_JOB.at.kept, labelsAt + count],
    [CULL_JOB.at.hidden, labelsAt + 2 * count],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}
