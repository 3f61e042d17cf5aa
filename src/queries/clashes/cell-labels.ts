/**
 * Whether what cells say of inside and outside holds for surfaces that rounding may have folded.
 *
 * Kernels label stretches by the face that an edge goes through there: behind it is inside. At each such place the winding number of the
 * other surface changes just as the label does, and nowhere else on a shell. So on one shell they differ by the same number all over,
 * and it is 0 if it is 0 at one place. Of surfaces that wind once round what is inside, and not at all round the rest, it is; but where
 * rounding has turned a thin part of a placed surface inside out, all else would be taken for its inside.
 */
import type { CellMesh } from './cell-mesh.ts';
import type { Contact } from './contact.ts';
import { windingsAt } from './winding.ts';

/** Tells it for each shell of a side that meets the other surface, inside which that winds `inside` times. */
export function labelsHold(contact: Contact, mesh: CellMesh, inside: 1 | -1): boolean {
  const { points } = contact;
  const { topology } = mesh.surface;
  const isTold = beyondBox(contact, mesh);
  if (!isTold) return false;
  // Each shell that meets the other surface has groups inside, and each of these is of one shell.
  const samples: number[] = [];
  for (const { small } of mesh.inside) {
    const shell = topology.shellOf(mesh.faceOf[small[0]]);
    if (isTold[shell] === 0) samples.push(sampleOf(contact, mesh, small[0]));
    isTold[shell] = 1;
  }
  if (samples.length === 0) return true;
  return windingsAt(points, samples, 1 - mesh.side).every(({ on, winding }) => on < 0 && winding === inside);
}

/** Marks the shells with a vertex beyond the box of the other surface, which winds round none of these; undefined if some is said to be inside. */
function beyondBox({ points }: Contact, mesh: CellMesh): Uint8Array | undefined {
  const { surface, groups, freeVertices } = mesh;
  const { count, ofVertex } = surface.topology.shells;
  const { box } = points.surfaces[1 - mesh.side];
  const isBeyond = new Uint8Array(count);
  const insideRoots = new Set(mesh.inside.map(({ root }) => root));
  let left = count;
  for (let i = 0; i < freeVertices.length && left > 0; i++) {
    const shell = ofVertex[freeVertices[i]];
    if (isBeyond[shell] !== 0 || !isOutside(box, surface.positions, 3 * freeVertices[i])) continue;
    if (insideRoots.has(groups.find(i))) return undefined;
    isBeyond[shell] = 1;
    left--;
  }
  return isBeyond;
}

function isOutside(box: Float64Array, positions: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (positions[at + k] < box[k] || positions[at + k] > box[k + 3]) return true;
  return false;
}

/** A vertex of a small triangle that is not on the other surface, or its middle. */
function sampleOf({ points }: Contact, mesh: CellMesh, t: number): number {
  const [p, q, r] = mesh.corners.subarray(3 * t, 3 * t + 3);
  return [p, q, r].find((corner) => mesh.freeVertex(corner) >= 0) ?? points.addMiddle(p, q, r);
}
