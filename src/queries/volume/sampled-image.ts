/**
 * The paper's own software image (§3.4): triangles are sampled at the centres of pixels, and each pixel's layers sorted at the end.
 *
 * Corners are moved to the nearest 1/256 of a pixel, as graphics cards do, and edges decided in whole numbers; a centre on an edge
 * belongs to one of its two sides. So a closed surface is entered as often as it is left along every ray, and an image is off by
 * no more than moving the surface sideways by 1/256 of a pixel does. There is no bound for what lies between centres.
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, totalTriangles } from '../../backend/wasm/scene-job.ts';
import { boundsOfBox } from '../../mesh/bounds.ts';
import { queryNumber } from '../registry.ts';
import { SAMPLED_PLACES } from './constants.ts';
import type { LayeredImage } from './layers.ts';
import { SAMPLED_JOB } from './sampled-records.ts';
import type { View } from './view.ts';

/** Up to these, the calling thread is done before others have woken up, and needs no atomic operations. */
const ALONE_TRIANGLES = 2 ** 15;
const ALONE_RESOLUTION = 256;

function writeView({ memory }: WasmRuntime, { order, box }: View, resolution: number, isAlone: boolean): void {
  const { u32, f64 } = memory;
  const [u, v, w] = order;
  u32[SAMPLED_JOB.at.resolution >>> 2] = resolution;
  u32[SAMPLED_JOB.at.alone >>> 2] = Number(isAlone);
  u32.set(order, SAMPLED_JOB.at.axes >>> 2);
  const perUnit = (k: number) => (resolution * SAMPLED_PLACES) / (box[k + 3] - box[k]);
  f64.set([box[u], box[v]], SAMPLED_JOB.at.low >>> 3);
  f64.set([perUnit(u), perUnit(v)], SAMPLED_JOB.at.perUnit >>> 3);
  f64[SAMPLED_JOB.at.near >>> 3] = box[w];
  f64[SAMPLED_JOB.at.far >>> 3] = box[w + 3];
}

function readImage({ memory }: WasmRuntime, view: View, resolution: number): LayeredImage {
  const { u32, f64, buffer } = memory;
  const address = (field: number) => u32[field >>> 2];
  const pixels = resolution ** 2;
  const at = address(SAMPLED_JOB.at.starts) >>> 2;
  const starts = u32.slice(at, at + pixels + 1);
  const count = starts[pixels];
  const depths = address(SAMPLED_JOB.at.depths) >>> 3;
  const triangles = address(SAMPLED_JOB.at.triangles) >>> 2;
  return {
    axis: view.axis,
    across: resolution,
    down: resolution,
    box: boundsOfBox(view.box),
    starts,
    depths: f64.slice(depths, depths + count),
    enters: new Uint8Array(buffer, address(SAMPLED_JOB.at.enters), count).slice(),
    triangles: u32.slice(triangles, triangles + count),
    windings: new Int32Array(buffer, address(SAMPLED_JOB.at.windings), pixels).slice(),
    generator: 'sampled',
  };
}

/** The image of the only object of a list. Must not run at the same time as another job of the same engine. */
export async function sampledImage(
  runtime: WasmRuntime,
  list: readonly Participant[],
  view: View,
  resolution: number,
  options: JobOptions,
): Promise<LayeredImage> {
  const isAlone = totalTriangles(list) <= ALONE_TRIANGLES && resolution <= ALONE_RESOLUTION;
  const job = {
    query: queryNumber('sampled'),
    adjacency: false,
    given: 'bare placed',
    smallTriangles: isAlone ? ALONE_TRIANGLES : 0,
    write: () => writeView(runtime, view, resolution, isAlone),
  } as const;
  await runSceneJob(runtime, list, job, options);
  return readImage(runtime, view, resolution);
}
