/** What the edges of triangles add to the common volume: each as a whole, as often as the other object winds round its start. */
import { CommonSideRecord, commonJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { NO_AREA, PLACE_MAYBE_ON, PLACE_USED } from '../constants';
import { windingRound } from './common-classes';
import { readCorners, readVertex, setEdgeEnd, setPoint, setReference } from './common-points';
import { addExactTerm, addTerm, newRoundedPoint, noteCorner, noteWinding } from './common-sum';
import { POINT } from './moved-signs';

const corners = reserveScratch(72);
const windings = reserveScratch(12);
const reference = newRoundedPoint();
const start = newRoundedPoint();
const end = newRoundedPoint();

function addEdge(k: usize): void {
  const winding = load<i32>(windings + (k << 2));
  if (winding == 0) return;
  const s = corners + k * POINT;
  setPoint(start, s);
  if (setEdgeEnd(end, s, corners + (k == 2 ? 0 : k + 1) * POINT)) addExactTerm(<f64>winding, reference, start, end);
  else addTerm(<f64>winding, reference, start, end);
}

/** Notes how low and how high the winding number may be along the edges of a triangle, in whatever order changes come. */
function noteAlong(side: CommonSideRecord, triangle: u32, start: i32, k: usize): void {
  const place = <usize>triangle * 12 + (k << 2);
  const rises = load<i32>(side.rises + place);
  const falls = rises - load<i32>(side.jumps + place);
  noteWinding(start - falls);
  noteWinding(start + rises);
}

/** Adds the triangles from..to of one side to the sum. */
export function addEdges(side: CommonSideRecord, from: u32, to: u32): void {
  for (let triangle = from; triangle < to; triangle++) {
    const at = side.corners + <usize>triangle * 12;
    const w0 = windingRound(side, load<u32>(at));
    const w1 = windingRound(side, load<u32>(at, 4));
    const w2 = windingRound(side, load<u32>(at, 8));
    if (commonJob.self != 0 && load<i32>(side.jumps + <usize>triangle * 12) != NO_AREA) {
      noteAlong(side, triangle, w0, 0);
      noteAlong(side, triangle, w1, 1);
      noteAlong(side, triangle, w2, 2);
    }
    if ((w0 | w1 | w2) == 0 || load<i32>(side.jumps + <usize>triangle * 12) == NO_AREA) continue;
    store<i32>(windings, w0);
    store<i32>(windings, w1, 4);
    store<i32>(windings, w2, 8);
    readCorners(side, triangle, corners);
    const isCorner = setReference(reference, corners);
    addEdge(1);
    // The other two end in the first corner, and span nothing with it.
    if (isCorner) continue;
    addEdge(0);
    addEdge(2);
  }
}

/** Notes the vertices from..to that lie inside the other object. */
export function noteVertices(side: CommonSideRecord, from: u32, to: u32): void {
  for (let vertex = from; vertex < to; vertex++) {
    const winding = windingRound(side, vertex);
    const place = load<u8>(side.places + vertex);
    if (winding == 0 || (place & <u8>PLACE_USED) == 0) continue;
    noteWinding(winding);
    readVertex(side, vertex, corners);
    noteCorner(load<f64>(corners), load<f64>(corners, 8), load<f64>(corners, 16), (place & <u8>PLACE_MAYBE_ON) == 0);
  }
}
