/** Fields of `sweep`. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const SWEEP_JOB = record('SweepJob', {
  /** SWEEP_ITEM records, each a piece of the job. */
  items: 'address',
  itemCount: 'u32',
  /** Two SWEEP_SIDE records per item. */
  sides: 'address',
}).placed(QUERY_BLOCK);

/** One object during an interval of its motion. */
export const SWEEP_SIDE = record('SweepSide', {
  /** Its number in the table of objects, and its clusters. */
  object: 'u32',
  clusters: 'address',
  /** Where it is at the beginning, in the middle and at the end of the interval. */
  start: ['f64', 16],
  middle: ['f64', 16],
  end: ['f64', 16],
  /**
   * How far a point can be from the chord between its places at the beginning and the end: `constant`, and for each of `lineCount` lines a factor times
   * its distance from the line in the middle of the interval.
   */
  constant: 'f64',
  lineCount: 'u32',
  /** BOUND_LINES times: x y z of a point, a unit direction (0 0 0 for the distance from the point itself), the factor. */
  lines: ['f64', 28],
});

/** Two objects and an interval, or a place; two SWEEP_SIDE records for each. */
export const SWEEP_ITEM = record('SweepItem', {
  /** ITEM_PROVE or ITEM_MEET. */
  kind: 'u32',
  /** Not zero: the way is free; the objects meet deeper than `gap` below 0 allows. */
  found: 'u32',
  /** How far they must stay apart; below 0, how deep triangles may overlap. */
  gap: 'f64',
  /** What rounding of poses and coordinates may amount to, as a part of the coordinates' magnitudes. */
  rounding: 'f64',
  /** ITEM_PROVE: pairs of nodes and of triangles after which it is given up as not proven. */
  work: 'f64',
  /** ITEM_MEET: the largest overlap found, -1 when nothing meets; 1 when something crosses. */
  depth: 'f64',
  crosses: 'u32',
  /** The triangles that could not be told apart, or that meet. */
  triangleA: 'u32',
  triangleB: 'u32',
  nodePairs: 'f64',
  trianglePairs: 'f64',
});
