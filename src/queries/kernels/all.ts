/** What the set of all kernels offers to TypeScript. */
import { CONTACT_LAYOUT_NUMBER } from '../../memory/generated/kernels/records';

export { triangleDistance } from '../../exact/kernels/triangle-distance';
export { trianglesNear } from '../../mesh/kernels/box-grid';
export {
  joinAreas,
  linkSurface,
  markIrregular,
  nameAreas,
  openAreas,
  writeFacing,
} from '../../mesh/kernels/surface-areas';
export { measureVertices } from '../../mesh/kernels/vertex-places';
export { findGroups, layOutGroups } from '../clashes/kernels/cell-groups';
export { findCells } from '../clashes/kernels/cell-triangles';
export { openCells } from '../clashes/kernels/contact-mates';
export { namePairs, openContact } from '../clashes/kernels/contact-points';
export { meetAll, openGrid } from '../clashes/kernels/patch-grid';
export { meetClusters, meetListed, openPatch } from '../clashes/kernels/patch-search';
export { addVolume } from '../clashes/kernels/volume-sum';
export { walkInTurn } from '../clashes/kernels/walks-in-turn';
export { impactTick } from '../impacts/kernels/feature-pair';
export { gapTick } from '../impacts/kernels/gap-search';
export * from './index';

/** Which records of contacts these kernels were built for. */
export function contactLayoutNumber(): u32 {
  return CONTACT_LAYOUT_NUMBER;
}
