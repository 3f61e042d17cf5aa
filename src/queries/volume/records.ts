/** Fields of layered depth images and of the volumes made from them, and what is found in each of their panes. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const LAYERS_JOB = record('LayersJob', {
  /** LAYERS_OVERLAP of the objects 0 and 1, LAYERS_SELF or LAYERS_IMAGE of object 0. */
  mode: 'u32',
  /** Pixels across and down. */
  across: 'u32',
  down: 'u32',
  /** Not zero: keep the segments. */
  stacks: 'u32',
  /** Address of one byte per pixel, to be set where a ray does not leave an object as often as it enters; 0: not wanted. */
  unclosed: 'address',
  /** Which coordinates are across, down and depth: 0, 1, 2 for x, y, z. */
  axes: ['u32', 3],
  /** Not zero: also find out whether the edges of object 0, of object 1 cancel. */
  checkEdges: ['u32', 2],
  /** Six f64 in view order: low and high corner of the volume of interest. */
  box: ['f64', 6],
  panesAcross: 'u32',
  panesDown: 'u32',
  /** u32 per pane and one more: how many triangles, then where the next goes, in the end where the next pane's begin. */
  starts: 'address',
  /** u32 triangle numbers, pane by pane. */
  members: 'address',
  /** f64 per group of triangles: six times the volume they enclose together with the low corner of the box. */
  groupVolumes: 'address',
  groups: 'u32',
  /** Four u16 per triangle: first and last pane across, first and last down; first > last when it is left out. */
  ranges: 'address',
  /** Two f32 per triangle: its nearest and farthest depth, rounded outwards. */
  depths: 'address',
  /** +1, or −1 when object 0 is turned inside out as a whole. */
  orientation: 'i32',
  /** One record per pane. */
  paneRecords: 'address',
  /** u64 per object: sum of the signed hashes of all edges; 0 when they cancel. */
  edgeSums: ['u64', 2],
}).placed(QUERY_BLOCK);

export const LAYERS_PANE = record('LayersPane', {
  /** f64: length of overlap, by how much it may be too long, and length times place across, down and in depth. */
  length: 'f64',
  excess: 'f64',
  moments: ['f64', 3],
  /** f64: nearest and farthest depth; u32: first and last pixel across and down. Nothing was found where first > last. */
  nearest: 'f64',
  farthest: 'f64',
  firstAcross: 'u32',
  lastAcross: 'u32',
  firstDown: 'u32',
  lastDown: 'u32',
  /** u32: where the pane's segments or layers are, and how many. */
  list: 'u32',
  listCount: 'u32',
  /** u32: pixels that an edge touches, or in which surfaces may cross. */
  unsurePixels: 'u32',
  /** f64: by how much the length may be too short. */
  shortfall: 'f64',
});
