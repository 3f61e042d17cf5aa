/**
 * How winding numbers change around an edge that more than two triangles have: in the order in which the triangles come round the
 * edge, each adds one or takes one away.
 */
import type { ExactSigns } from './exact-signs.ts';

/** A triangle at an edge p q. */
export interface AtEdge {
  readonly triangle: number;
  /** Its third corner. */
  readonly apex: number;
  /** 1 when it has the edge from p to q, −1 when from q to p. */
  readonly direction: number;
}

/** How much more often the front of one triangle is wound round than that of another. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly more: number;
}

/** The steps from each triangle at the edge p q to the next; none when two of them lie on each other, or they do not cancel. */
export function stepsAround(
  positions: Float64Array,
  p: number,
  q: number,
  triangles: readonly AtEdge[],
  signs: ExactSigns,
): Step[] {
  const ordered = inOrder(positions, p, q, triangles, signs);
  if (!ordered) return [];
  const fronts: number[] = [];
  // Going round in the direction that normals of triangles from p to q point in.
  let winding = 0;
  for (const { direction } of ordered) {
    const after = winding - direction;
    fronts.push(direction > 0 ? after : winding);
    winding = after;
  }
  if (winding !== 0) return [];
  return ordered.slice(1).map(({ triangle }, i) => ({
    from: ordered[i].triangle,
    to: triangle,
    more: fronts[i + 1] - fronts[i],
  }));
}

/** The triangles as they come round the edge, from the first one on; null when two of them lie on each other. */
function inOrder(
  positions: Float64Array,
  p: number,
  q: number,
  triangles: readonly AtEdge[],
  signs: ExactSigns,
): readonly AtEdge[] | null {
  /** The side of the half plane of one triangle that another is on. */
  const side = (of: AtEdge, plane: AtEdge) =>
    signs.side(positions, 3 * of.apex, positions, 3 * p, 3 * q, 3 * plane.apex);
  const [first, ...others] = triangles;
  const before = others.filter((one) => side(one, first) > 0);
  // Those that meet nothing but their neighbours do not lie on the first, so it is on the other side of the edge.
  const across = others.filter((one) => side(one, first) === 0);
  const after = others.filter((one) => side(one, first) < 0);
  if (across.length > 1) return null;
  let isClear = true;
  const compare = (a: AtEdge, b: AtEdge) => {
    const turn = side(a, b);
    if (turn === 0 && a !== b) isClear = false;
    return turn;
  };
  before.sort(compare);
  after.sort(compare);
  return isClear ? [first, ...before, ...across, ...after] : null;
}
