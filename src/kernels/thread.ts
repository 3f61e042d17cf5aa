/** Gives an instance of the kernels its place among the threads. Called once, before anything else. */
import { bindCandidates } from './candidates';
import { bindBox } from './cull-box';
import { bindEdgeCrossing } from './edge-crossing';
import { bindFanDirection } from './fan-direction';
import { bindInsideCrossing } from './inside-crossing';
import { bindNearPairs } from './near-pairs';
import { bindLayersCluster } from './layers-cluster';
import { bindLayersEdges } from './layers-edges';
import { bindLayersView } from './layers-view';
import { bindNeighbours } from './neighbours';
import { bindNormalSigns } from './normal-signs';
import { bindOverlapFilter } from './overlap-filter';
import { bindPredicates } from './predicates';
import { openScratch } from './scratch';
import { bindSegments } from './segments';
import { bindSettle } from './settle-job';
import { bindTriangleDistance } from './triangle-distance';
import { bindUpload } from './upload';
import { bindVoxelExact } from './voxel-exact';
import { bindVoxelIdentify } from './voxel-identify';
import { bindVoxelPaper } from './voxel-paper';
import { bindVoxelSheets } from './voxel-sheets';

export function bindThread(slot: u32): void {
  openScratch(slot);
  bindPredicates();
  bindNormalSigns();
  bindCandidates();
  bindNeighbours();
  bindFanDirection();
  bindEdgeCrossing();
  bindSegments();
  bindTriangleDistance();
  bindNearPairs();
  bindOverlapFilter();
  bindSettle();
  bindUpload();
  bindInsideCrossing();
  bindVoxelExact();
  bindVoxelPaper();
  bindVoxelSheets();
  bindVoxelIdentify();
  bindBox();
  bindLayersView();
  bindLayersCluster();
  bindLayersEdges();
}
