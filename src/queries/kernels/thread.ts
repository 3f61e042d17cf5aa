/** Gives an instance of the kernels its place among the threads. Called once, before anything else. */

import { bindEdgeCrossing } from '../../exact/kernels/edge-crossing';
import { bindPredicates } from '../../exact/kernels/predicates';
import { bindTriangleDistance } from '../../exact/kernels/triangle-distance';
import { openScratch } from '../../memory/kernels/scratch';
import { bindUpload } from '../../mesh/kernels/upload';
import { bindCandidates } from '../../tile-lists/kernels/candidates';
import { bindNormalSigns } from '../../tile-lists/kernels/normal-signs';
import { bindOverlapFilter } from '../../tile-lists/kernels/overlap-filter';
import { bindFanDirection } from '../collide/kernels/fan-direction';
import { bindNeighbours } from '../collide/kernels/neighbours';
import { bindSegments } from '../collide/kernels/segments';
import { bindSettle } from '../collide/kernels/settle';
import { bindBox } from '../cull/kernels/box';
import { bindImpacts } from '../impacts/kernels/bind';
import { bindInsideCrossing } from '../inside/kernels/crossing';
import { bindLayersCluster } from '../volume/kernels/cluster';
import { bindLayersEdges } from '../volume/kernels/edges';
import { bindLayersView } from '../volume/kernels/view';
import { bindVoxelExact } from '../voxels/kernels/exact';
import { bindVoxelIdentify } from '../voxels/kernels/identify';
import { bindVoxelPaper } from '../voxels/kernels/paper';
import { bindVoxelSheets } from '../voxels/kernels/sheets';
import { bindNearPairs } from '../within/kernels/near-pairs';

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
  bindImpacts();
}
