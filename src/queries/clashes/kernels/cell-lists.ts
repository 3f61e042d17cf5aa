/** What the lists of a contact hold that only the kernels read: edges with points, the way round a triangle, corners of a polygon. */
import { CELL_CORNER_BYTES, CELL_EDGE_BYTES, CELL_RING_BYTES } from '../constants';

/** An edge with contact points. */
// @unmanaged
export class CellEdge {
  /** Its vertices, the lower first, and their places in the list of vertices. */
  low: u32 = 0;
  high: u32 = 0;
  lowPlace: u32 = 0;
  highPlace: u32 = 0;
  /** Its points in `onEdges`. */
  first: u32 = 0;
  count: u32 = 0;
  /** The first stretch between two points. */
  stretch: u32 = 0;

  // @inline
  static at(list: usize, i: u32): CellEdge {
    return changetype<CellEdge>(list + <usize>i * CELL_EDGE_BYTES);
  }
}

/** A contact point or a corner on the way round a triangle. */
// @unmanaged
export class CellRing {
  /** A contact point, or INSIDE_VERTEX and the place of a vertex. */
  point: u32 = 0;
  /** For contact points: the stretches before and after it. */
  before: u32 = 0;
  after: u32 = 0;
  isSeen: u32 = 0;

  // @inline
  static at(list: usize, i: u32): CellRing {
    return changetype<CellRing>(list + <usize>i * CELL_RING_BYTES);
  }
}

/** A corner of a polygon, seen along an axis. */
// @unmanaged
export class CellCorner {
  u: f64 = 0;
  v: f64 = 0;
  /** Error of either. */
  error: f64 = 0;
  /** As in CellRing. */
  point: u32 = 0;
  /** Whether an arc leads to the next corner. */
  isArc: u32 = 0;
  /** Those that are left. Of the first corner of a hole: how many it has, and whether it is joined to the polygon. */
  next: u32 = 0;
  previous: u32 = 0;

  // @inline
  static at(list: usize, i: u32): CellCorner {
    return changetype<CellCorner>(list + <usize>i * CELL_CORNER_BYTES);
  }
}
