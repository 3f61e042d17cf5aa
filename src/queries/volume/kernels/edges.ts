/**
 * Edges of the triangle that is being rasterized, and the columns of a row that they leave to it: those it touches, those
 * whose centres it may cover, surely covers, and those it covers wholly. Bounds of rounding are in docs/volumes.md.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';
import { a, view } from './view';

/**
 * An edge: how its function, positive inside, changes across and down, and its value at corner a; what rounding may have
 * changed; how much it changes within a pixel, rounding included. Then for its column in a row: columns per unit of it,
 * columns within a pixel's reach, and what rounding may move a column.
 */
const EDGE_ACROSS: usize = 0;
const EDGE_DOWN: usize = 8;
const EDGE_AT_A: usize = 16;
const EDGE_ERROR: usize = 24;
const EDGE_REACH: usize = 32;
const EDGE_COLUMNS: usize = 40;
const EDGE_SPANS: usize = 48;
const EDGE_BYTES: usize = 64;
export const edgeAB = reserveScratch(EDGE_BYTES);
export const edgeBC = reserveScratch(EDGE_BYTES);
export const edgeCA = reserveScratch(EDGE_BYTES);

/** The edge that is being walked along, and the columns it may and must cover. */
// @unmanaged
export class EdgesState {
  /** The column of corner a, and by how much rounding may move columns. */
  columnOfA: f64;
  columnMargin: f64;

  // Columns of the current row, as real numbers. Outer: those that are touched, and whose centres may be covered.
  // Inner: those that are covered wholly, and whose centres are covered.
  outerLow: v128;
  outerHigh: v128;
  innerLow: v128;
  innerHigh: v128;
}
export const edges = changetype<EdgesState>(reserveScratch(offsetof<EdgesState>()));

/** Call when a, b and c hold a new triangle. */
export function openEdges(): void {
  edges.columnOfA = (load<f64>(a) - view.lowAcross) * view.perAcross - 0.5;
  edges.columnMargin = COLUMN_MARGIN + 4 * view.offAcross * view.perAcross + 1e-13 * abs(edges.columnOfA);
}

/** An edge from its vector; `sign` is −1 for a triangle that is seen clockwise. */
// @inline
export function setEdge(
  edge: usize,
  sign: f64,
  edgeU: f64,
  edgeV: f64,
  atA: f64,
  error: f64,
  halfU: f64,
  halfV: f64,
): void {
  const reach = (abs(edgeU) * halfV + abs(edgeV) * halfU + error) * (1 + 1e-12);
  store<f64>(edge, sign * edgeV, EDGE_ACROSS);
  store<f64>(edge, sign * edgeU, EDGE_DOWN);
  store<f64>(edge, sign * atA, EDGE_AT_A);
  store<f64>(edge, error, EDGE_ERROR);
  store<f64>(edge, reach, EDGE_REACH);
  if (edgeV == 0) return;
  const columns = view.perAcross / (sign * edgeV);
  store<f64>(edge, columns, EDGE_COLUMNS);
  const margin = edges.columnMargin + 2 * error * abs(columns);
  store<f64>(edge, reach * abs(columns) + margin, EDGE_SPANS);
  store<f64>(edge, margin, EDGE_SPANS + 8);
}

/** Columns by which a bound may be off, at least: far more than rounding, and still so few that exact tests are rare. */
const COLUMN_MARGIN: f64 = 1e-7;
const NO_BOUND: f64 = 1e9;

/** Begins a row: all columns from the first to the last. */
// @inline
export function openColumns(firstColumns: v128, lastColumns: v128): void {
  edges.outerLow = firstColumns;
  edges.outerHigh = lastColumns;
  edges.innerLow = firstColumns;
  edges.innerHigh = lastColumns;
}

/** Narrows the columns to the inner side of an edge; false when none is left. `fromA`: how far the row is down from a. */
// @inline
export function boundColumns(edge: usize, fromA: f64): bool {
  // The edge function is `value` − across · (distance across from a).
  const value = load<f64>(edge, EDGE_DOWN) * fromA - load<f64>(edge, EDGE_AT_A);
  const across = load<f64>(edge, EDGE_ACROSS);
  if (across == 0) {
    const reach = load<f64>(edge, EDGE_REACH);
    const error = load<f64>(edge, EDGE_ERROR);
    if (value < -reach) return false;
    const maybe = value >= -error ? NO_BOUND : -1;
    const surely = value > error ? NO_BOUND : -1;
    const full = value > reach ? NO_BOUND : -1;
    edges.outerHigh = f64x2.pmin(edges.outerHigh, f64x2(NO_BOUND, maybe));
    edges.innerHigh = f64x2.pmin(edges.innerHigh, f64x2(full, surely));
    return true;
  }
  const middle = f64x2.splat(value * load<f64>(edge, EDGE_COLUMNS) + edges.columnOfA);
  // A pixel's reach, and rounding.
  const spans = v128.load(edge, EDGE_SPANS);
  if (across > 0) {
    edges.outerHigh = f64x2.pmin(edges.outerHigh, f64x2.add(middle, spans));
    edges.innerHigh = f64x2.pmin(edges.innerHigh, f64x2.sub(middle, spans));
  } else {
    edges.outerLow = f64x2.pmax(edges.outerLow, f64x2.sub(middle, spans));
    edges.innerLow = f64x2.pmax(edges.innerLow, f64x2.add(middle, spans));
  }
  return true;
}

/** Whether a pixel certainly lies beside the edge by more than its own reach and `more`. */
export function isBeside(edge: usize, across: f64, fromA: f64, more: f64): bool {
  const value = load<f64>(edge, EDGE_DOWN) * fromA - load<f64>(edge, EDGE_AT_A) - load<f64>(edge, EDGE_ACROSS) * across;
  return abs(value) > load<f64>(edge, EDGE_REACH) + more;
}
