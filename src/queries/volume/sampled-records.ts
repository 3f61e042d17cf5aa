/** Fields of the job that samples triangles at the centres of pixels (kernels/sampled-job.ts). */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const SAMPLED_JOB = record('SampledJob', {
  /** Pixels along each side. */
  resolution: 'u32',
  /** Not zero: one thread works on it. */
  alone: 'u32',
  /** Which coordinates are across, down and depth: 0, 1, 2 for x, y, z. */
  axes: ['u32', 3],
  /** Low corner across and down; 1/256 of a pixel per unit across and down; near and far. */
  low: ['f64', 2],
  perUnit: ['f64', 2],
  near: 'f64',
  far: 'f64',
  /** Vertices in the view (kernels/sampled-vertices.ts). */
  vertices: 'address',
  /**
   * Two u32 per pixel: the address of the layer that was found last, which has that of the one before, and how many there are. 0 for
   * none.
   */
  linked: 'address',
  /** u32 per pixel and one more: where its layers begin. */
  starts: 'address',
  /** i32 per pixel: how often the surface winds round its ray where it comes into the volume of interest. */
  windings: 'address',
  /** Layers pixel by pixel, by depth: f64, u8 and u32 each. */
  depths: 'address',
  enters: 'address',
  triangles: 'address',
}).placed(QUERY_BLOCK);
