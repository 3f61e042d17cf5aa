/**
 * `impacts` after the first phase: as `contacts`, on swept boxes.
 *
 *   (prepare)                                                             → join the boxes of both ends; choose view and grid; or, where
 *                                                                           objects have kept clusters, list pairs of objects
 *   select         clusters that come near another object                 → make a small scene of them
 *   gather         places them at both ends                               → join the boxes of both ends; choose view and grid
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   fill image     lists of triangles per tile; who stands for what; fans → list the triangles that take no part
 *   walk           tiles: features that meet, and when                    → all objects again; join and sort
 *   contacts       sides; points, normals and coordinates
 *
 * Where pairs of features are given, those are decided at once. What could meet is listed besides where that is asked for.
 *
 * When only the earliest impact is wanted, a short part of the motion comes first, and the steps from the image on are
 * repeated for a longer one when there is none in it (reach.ts).
 */

import { PHASE_DONE, PHASE_GATHER, PHASE_PREPARE, PHASE_SELECT } from '../../../memory/constants';
import { grid, impactsJob, job, ObjectRecord, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { boundClusters } from '../../../mesh/kernels/cluster-boxes';
import { noteCandidates, openCandidates } from '../../../tile-lists/kernels/candidates';
import {
  gatherEnds,
  gatherPiece,
  listSourceVertices,
  openGatheredEnds,
  openGathering,
  returnToAllObjects,
} from '../../../tile-lists/kernels/gather-clusters';
import { countGroup, fillGroup, listDegenerate, scanImage } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { listOverlaps } from '../../../tile-lists/kernels/regions';
import { closeSelection, openSelection, selectPiece } from '../../../tile-lists/kernels/select-clusters';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import { openFans } from '../../collide/kernels/fans';
import {
  COLLECT_NONE,
  CONTACT_STRIDE,
  PHASE_IMPACTS_CONTACTS,
  PHASE_IMPACTS_COUNT,
  PHASE_IMPACTS_FILL,
  PHASE_IMPACTS_GIVEN,
  PHASE_IMPACTS_REACH,
  PHASE_IMPACTS_WALK,
  TICKS,
} from '../constants';
import { contactsOf } from './contacts';
import { setMasks } from './feature-masks';
import { growBoxes, growForGap } from './gap-boxes';
import { decideGiven } from './given-pairs';
import { chooseImpacts, gatherCandidates, gatherImpacts, openImpactList, storeImpactList } from './impact-list';
import { certifiesFans, certifyMovingFans, FAN_VERTICES, setMovingSigns } from './moving-fans';
import { nextReach, openReach, REACH_ENOUGH, REACH_LONGER, reachVertices, VERTICES_AT_ONCE } from './reach';
import { FEATURES_BYTES, takeReportedFeatures, VERTICES_BYTES } from './reported-features';
import { decideImpacts, featurePairs, openImpactPairs } from './triangle-pairs';
import { wholeQuestions } from './whole-numbers';

const IMPACTS_AT_ONCE: u32 = 512;
const GIVEN_AT_ONCE: u32 = 2048;
/** Places for shares of tiles that cannot be split: boxes that are swept far cannot. */
const SHARES: u32 = 4096;
/** Sharing pays from this many members on: each share reads the tile again, which swept boxes make costly. */
const MEMBERS_TO_SHARE: u32 = 8192;

export function openThread(): void {
  forgetMembers();
  openSweep(false);
  openSelection(impactsJob.near);
  openImpactPairs();
  openFans();
  openCandidates(decideImpacts);
  openSplit();
  openWalk(false);
  openImpactList();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_IMPACTS_COUNT) {
    countGroup(piece);
    // Known from the first time on.
    if (impactsJob.signs != 0 && impactsJob.certified == 0) setMovingSigns(piece);
  } else if (phase == PHASE_IMPACTS_FILL) {
    const fans = impactsJob.fanPieces;
    if (piece < fans) certifyMovingFans(piece);
    else {
      fillGroup(piece - fans);
      setMasks(piece - fans, impactsJob.masks, impactsJob.keptMasks);
    }
  } else if (phase == PHASE_SELECT) selectPiece(piece);
  else if (phase == PHASE_GATHER) {
    gatherPiece(piece);
    gatherEnds(piece);
    listSourceVertices(piece, impactsJob.vertexSources);
  } else if (phase == PHASE_IMPACTS_WALK) {
    const tiles = grid.fixedPieces;
    if (piece < tiles) walkTile(piece);
    else walkPart(piece - tiles);
  } else if (phase == PHASE_IMPACTS_CONTACTS) {
    contactsOf(piece * IMPACTS_AT_ONCE, min(impactsJob.count, (piece + 1) * IMPACTS_AT_ONCE));
  } else if (phase == PHASE_IMPACTS_REACH) reachVertices(piece);
  else if (phase == PHASE_IMPACTS_GIVEN) {
    decideGiven(piece * GIVEN_AT_ONCE, min(impactsJob.given, (piece + 1) * GIVEN_AT_ONCE));
  }
}

/** Leaves in the thread's record what it has found so far; `milliseconds` went to the pieces it has just taken. */
export function noteThread(phase: i32, record: ThreadRecord, milliseconds: f64): void {
  if (phase == PHASE_SELECT) closeSelection(record);
  noteCandidates(record, phase == PHASE_IMPACTS_WALK, milliseconds);
  storeImpactList(record);
  record.featurePairs = <f64>featurePairs;
  record.whole = <f64>wholeQuestions;
}

/** The box of an object that moves holds it at both ends; of one with clusters, those that were gathered, if any were. */
function joinEnds(isGathered: bool): void {
  const objects = job.objectCount;
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    if (object.end == 0) continue;
    const end = ObjectRecord.at(object.end, 0);
    if (end.clusters != 0) boundClusters(end, isGathered);
    v128.store(object.low, f32x4.pmin(v128.load(object.low), v128.load(end.low)));
    v128.store(object.high, f32x4.pmax(v128.load(object.high), v128.load(end.high)));
  }
}

function closePrepare(): i32 {
  joinEnds(false);
  growForGap();
  if (impactsJob.given != 0) {
    setPieces((impactsJob.given + GIVEN_AT_ONCE - 1) / GIVEN_AT_ONCE, 0.02, 0.97);
    return PHASE_IMPACTS_GIVEN;
  }
  if (job.selects == 0) return beginSearch();
  setPieces(listOverlaps(), 0.01, 0.02);
  return PHASE_SELECT;
}

function closeSelect(): i32 {
  const pieces = openGathering();
  openGatheredEnds();
  impactsJob.vertexSources = <u32>take((<u64>job.vertexCount) << 2);
  setPieces(pieces, 0.02, 0.03);
  return PHASE_GATHER;
}

/** The gathered clusters have boxes of their own. */
function closeGather(): i32 {
  joinEnds(true);
  growBoxes();
  return beginSearch();
}

function beginSearch(): i32 {
  impactsJob.masks = take(job.triangleCount);
  impactsJob.signs = certifiesFans() ? take(job.triangleCount) : 0;
  impactsJob.certified = 0;
  store<i64>(impactsJob.best, <i64>TICKS);
  return openReach() ? beginReach() : beginImage();
}

/** Only for the earliest impact: where the vertices get in a part of the motion. */
function beginReach(): i32 {
  setPieces((job.vertexCount + VERTICES_AT_ONCE - 1) / VERTICES_AT_ONCE, 0.02, 0.03);
  return PHASE_IMPACTS_REACH;
}

function beginImage(): i32 {
  openGrid();
  setPieces(grid.groupCount, 0.02, 0.03);
  return PHASE_IMPACTS_COUNT;
}

function closeCount(): i32 {
  scanImage();
  impactsJob.fanPieces = 0;
  if (impactsJob.signs != 0 && impactsJob.certified == 0) {
    impactsJob.certified = take(job.vertexCount);
    impactsJob.fanPieces = (job.vertexCount + FAN_VERTICES - 1) / FAN_VERTICES;
  }
  setPieces(impactsJob.fanPieces + grid.groupCount, 0.03, 0.05);
  return PHASE_IMPACTS_FILL;
}

function closeFill(): i32 {
  listDegenerate();
  setPieces(openTiles(0, SHARES, MEMBERS_TO_SHARE), 0.05, 0.97);
  return PHASE_IMPACTS_WALK;
}

function closeWalk(): i32 {
  const reach = nextReach();
  if (reach != REACH_ENOUGH) return reach == REACH_LONGER ? beginReach() : beginImage();
  // Impacts are numbered through all objects.
  if (impactsJob.vertexSources != 0) returnToAllObjects();
  return beginContacts(impactsJob.collects != COLLECT_NONE ? gatherCandidates() : gatherImpacts());
}

/** Begins the phase that writes the lists of `count` impacts. */
function beginContacts(count: u32): i32 {
  if (count == 0) return PHASE_DONE;
  impactsJob.features = <u32>takeReportedFeatures(count);
  impactsJob.vertices = <u32>(impactsJob.features + <usize>count * FEATURES_BYTES);
  impactsJob.kinds = <u32>(impactsJob.vertices + <usize>count * VERTICES_BYTES);
  impactsJob.contacts = impactsJob.wantsPoints != 0 ? take(<u64>count * CONTACT_STRIDE) : 0;
  setPieces((count + IMPACTS_AT_ONCE - 1) / IMPACTS_AT_ONCE, 0.97, 1);
  return PHASE_IMPACTS_CONTACTS;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_SELECT) return closeSelect();
  if (phase == PHASE_GATHER) return closeGather();
  if (phase == PHASE_IMPACTS_REACH) return beginImage();
  if (phase == PHASE_IMPACTS_COUNT) return closeCount();
  if (phase == PHASE_IMPACTS_FILL) return closeFill();
  if (phase == PHASE_IMPACTS_WALK) return closeWalk();
  if (phase == PHASE_IMPACTS_GIVEN) return beginContacts(chooseImpacts(impactsJob.candidates, impactsJob.given, TICKS));
  return PHASE_DONE;
}
