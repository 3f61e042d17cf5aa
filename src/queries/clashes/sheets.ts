/**
 * Whether two sheets cross in a region, where an inside is not defined: some triangles pass through each other; or an
 * edge of one sheet lies in a face of the other with triangles on both sides of it; or edges lie on each other and their
 * triangles alternate around them.
 *
 * Sheets that come together, lie on each other for a while and part on the other side are not seen to cross.
 */
import { CONTACT_KIND } from '../collide/collide.ts';
import { NAME_OF_FACE, NAME_OF_VERTEX } from './constants.ts';
import type { Contact } from './contact.ts';
import { ExactSigns } from './exact-signs.ts';

/** Around which edges of the two sides triangles meet along a segment, and with which third vertices. */
interface Hinge {
  readonly edge: readonly [number, number];
  /** Which side the edge is of. */
  readonly side: number;
  readonly own: Set<number>;
  /** Triangles of the other side that the segment crosses within, or third vertices at an edge of it. */
  readonly faces: Set<number>;
  readonly others: Set<number>;
}

/** The edge of one side on which both ends of a segment lie; undefined when they lie on none, or on several. */
function commonEdge(contact: Contact, side: number, p: number, q: number): [number, number] | undefined {
  const ends = [p, q].map((node): number[] => {
    const [word0, word1] = [contact.name0(side, node), contact.name1(side, node)];
    return word1 === NAME_OF_FACE ? [] : word1 === NAME_OF_VERTEX ? [word0] : [word0, word1];
  });
  if (ends[0].length === 0 || ends[1].length === 0) return undefined;
  const vertices = [...new Set([...ends[0], ...ends[1]])].sort((a, b) => a - b);
  return vertices.length === 2 ? [vertices[0], vertices[1]] : undefined;
}

function thirdVertex(contact: Contact, side: number, face: number, [p, q]: readonly [number, number]): number {
  const { corners } = contact.points.surfaces[side];
  return [0, 1, 2].map((k) => corners[3 * face + k]).find((vertex) => vertex !== p && vertex !== q)!;
}

function hingesOf(contact: Contact, pairs: readonly number[]): Iterable<Hinge> {
  const hinges = new Map<string, Hinge>();
  for (const pair of pairs) {
    const first = contact.starts[pair];
    if (contact.coplanar[pair] || contact.starts[pair + 1] - first !== 2) continue;
    const [p, q] = [contact.pairPoints[first], contact.pairPoints[first + 1]];
    const edges = [0, 1].map((side) => commonEdge(contact, side, p, q));
    const side = edges[0] ? 0 : 1;
    const edge = edges[side];
    const [own, other] = [contact.pairs[2 * pair + side], contact.pairs[2 * pair + 1 - side]];
    if (!edge) continue;
    const otherEdge = edges[1 - side];
    const key = `${side} ${edge} ${otherEdge ?? `in ${other}`}`;
    let hinge = hinges.get(key);
    if (!hinge) {
      hinge = { edge, side, own: new Set(), faces: new Set(), others: new Set() };
      hinges.set(key, hinge);
    }
    hinge.own.add(thirdVertex(contact, side, own, edge));
    if (otherEdge) hinge.others.add(thirdVertex(contact, 1 - side, other, otherEdge));
    else hinge.faces.add(other);
  }
  return hinges.values();
}

/** Whether the triangles at an edge pass from one side of the other sheet to the other. */
function passesThrough(contact: Contact, signs: ExactSigns, { edge, side, own, faces, others }: Hinge): boolean {
  const { surfaces } = contact.points;
  const [mine, theirs] = [surfaces[side].positions, surfaces[1 - side]];
  for (const face of faces) {
    const [t0, t1, t2] = [0, 1, 2].map((k) => 3 * theirs.corners[3 * face + k]);
    const sides = [...own].map((vertex) => signs.side(mine, 3 * vertex, theirs.positions, t0, t1, t2));
    if (sides.includes(1) && sides.includes(-1)) return true;
  }
  if (own.size !== 2 || others.size !== 2) return false;
  const [p, q] = [3 * edge[0], 3 * edge[1]];
  const [f, g] = [...own].map((vertex) => ({ positions: mine, at: 3 * vertex }));
  /** The sense of rotation around the edge from one third vertex to another, by less than half a turn. */
  const sense = (x: typeof f, y: typeof f) => signs.orient3d(mine, p, mine, q, x.positions, x.at, y.positions, y.at);
  const isBetween = (x: typeof f): number => {
    const [fx, xg, fg] = [sense(f, x), sense(x, g), sense(f, g)];
    if (fx === 0 || xg === 0) return 0;
    const narrow = fg >= 0;
    const inside = narrow ? fx > 0 && xg > 0 : !(fx < 0 && xg < 0);
    return inside ? 1 : -1;
  };
  const [x, y] = [...others].map((vertex) => isBetween({ positions: theirs.positions, at: 3 * vertex }));
  return x * y < 0;
}

export function sheetsCross(contact: Contact, pairs: readonly number[], kinds: Uint8Array): boolean {
  if (pairs.some((pair) => kinds[pair] === CONTACT_KIND.crossing)) return true;
  const signs = new ExactSigns(contact.points.surfaces.some(({ isWide }) => isWide));
  for (const hinge of hingesOf(contact, pairs)) if (passesThrough(contact, signs, hinge)) return true;
  return false;
}
