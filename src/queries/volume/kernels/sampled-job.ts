/**
 * The paper's own software image (§3.4) after the first phase, which has nothing to do:
 *
 *   (prepare)                                                → memory for vertices and pixels
 *   vertices    in the view, moved to 1/256 of a pixel
 *   triangles   sampled at the centres of pixels             → where the layers of each pixel begin
 *   sort        each pixel's layers by depth
 */

import { PHASE_AGAIN, PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { job, sampledJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces, take } from '../../../memory/kernels/memory';
import { PHASE_SAMPLED_SORT, PHASE_SAMPLED_TRIANGLES, PHASE_SAMPLED_VERTICES } from '../constants';
import { openSampledLayers, openSorted, scanLayers, sortLayers } from './sampled-layers';
import { openSampledTriangles, sampleTriangles } from './sampled-triangles';
import { VERTEX_BITS, viewVertices } from './sampled-vertices';

const PIECE_VERTICES: u32 = 4096;
const PIECE_TRIANGLES: u32 = 4096;
const PIECE_PIXELS: u32 = 4096;
/** Pixels that are scanned before other work on the calling thread is let in. */
const SCANNED_PIXELS: u32 = 1 << 20;

/** How far the scan has come: the next pixel, and layers before it. */
let scannedPixels: u32 = 0;
let scannedLayers: u32 = 0;

export function openThread(): void {
  openSampledLayers();
  openSampledTriangles();
  scannedPixels = 0;
  scannedLayers = 0;
}

// @inline
function pixelCount(): u32 {
  return sampledJob.resolution * sampledJob.resolution;
}

// @inline
function piecesOf(count: u32, each: u32): u32 {
  return (count + each - 1) / each;
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_SAMPLED_VERTICES) {
    const from = piece * PIECE_VERTICES;
    viewVertices(from, min(job.vertexCount, from + PIECE_VERTICES));
  } else if (phase == PHASE_SAMPLED_TRIANGLES) {
    const from = piece * PIECE_TRIANGLES;
    sampleTriangles(from, min(job.triangleCount, from + PIECE_TRIANGLES));
  } else if (phase == PHASE_SAMPLED_SORT) {
    const from = piece * PIECE_PIXELS;
    sortLayers(from, min(pixelCount(), from + PIECE_PIXELS));
  }
}

function openImage(): void {
  const bytes = (<u64>pixelCount()) << 2;
  sampledJob.vertices = take((<u64>job.vertexCount) << VERTEX_BITS);
  sampledJob.linked = take(2 * bytes);
  sampledJob.starts = take(bytes + 4);
  sampledJob.windings = take(bytes);
  memory.fill(sampledJob.linked, 0, <usize>(2 * bytes));
  memory.fill(sampledJob.windings, 0, <usize>bytes);
}

/** Whether all pixels are scanned. */
function scanned(): bool {
  const to = min(pixelCount(), scannedPixels + SCANNED_PIXELS);
  scannedLayers = scanLayers(scannedPixels, to, scannedLayers);
  scannedPixels = to;
  if (to < pixelCount()) return false;
  store<u32>(sampledJob.starts + ((<usize>to) << 2), scannedLayers);
  return true;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    openImage();
    setPieces(piecesOf(job.vertexCount, PIECE_VERTICES), 0, 0.1);
    return PHASE_SAMPLED_VERTICES;
  }
  if (phase == PHASE_SAMPLED_VERTICES) {
    setPieces(piecesOf(job.triangleCount, PIECE_TRIANGLES), 0.1, 0.7);
    return PHASE_SAMPLED_TRIANGLES;
  }
  if (phase == PHASE_SAMPLED_TRIANGLES) {
    while (!scanned()) if (!ASC_FEATURE_THREADS) return PHASE_AGAIN;
    openSorted(scannedLayers);
    setPieces(piecesOf(pixelCount(), PIECE_PIXELS), 0.7, 1);
    return PHASE_SAMPLED_SORT;
  }
  return PHASE_DONE;
}

/** Counts nothing. */
export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}
