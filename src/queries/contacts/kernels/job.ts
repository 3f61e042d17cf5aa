/**
 * `contacts` after the first phase: as `within`, with the features that each triangle stands for.
 *
 *   (prepare)                                                             → grow boxes; choose the view and the grid; or, where
 *                                                                           objects have kept clusters, list pairs of objects
 *   select         clusters that are near another object                  → make a small scene of them
 *   gather         places them                                            → grow boxes; choose the view and the grid
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   fill image     lists of triangles per tile; who stands for what       → list the triangles that take no part
 *   walk           tiles: features that are near                          → all objects again; join and sort
 *   measure        distances, points, normals, sides                      → which of them lead
 *
 * Where features are given, those are measured at once.
 */

import { wholeDistances } from '../../../exact/kernels/feature-distance';
import { PHASE_DONE, PHASE_GATHER, PHASE_PREPARE, PHASE_SELECT, STOP_LIMIT, STOP_NO } from '../../../memory/constants';
import { contactsJob, control, grid, job, ThreadRecord } from '../../../memory/generated/kernels/records';
import { peek, setPieces, take } from '../../../memory/kernels/memory';
import { noteCandidates, openCandidates } from '../../../tile-lists/kernels/candidates';
import {
  gatherPiece,
  listSourceVertices,
  openGathering,
  returnToAllObjects,
} from '../../../tile-lists/kernels/gather-clusters';
import { growBoxes } from '../../../tile-lists/kernels/growth';
import { countGroup, fillGroup, listDegenerate, scanImage } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { listOverlaps } from '../../../tile-lists/kernels/regions';
import { closeSelection, openSelection, selectPiece } from '../../../tile-lists/kernels/select-clusters';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { MEMBERS_OF_ONE_PIXEL, openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import { setMasks } from '../../impacts/kernels/feature-masks';
import { gathered, gatherRecords, openImpactList, storeImpactList } from '../../impacts/kernels/impact-list';
import { PHASE_CONTACTS_COUNT, PHASE_CONTACTS_FILL, PHASE_CONTACTS_MEASURE, PHASE_CONTACTS_WALK } from '../constants';
import { markLeads, measureContacts, takeLists } from './measure';
import { decideContacts, featurePairs, openNearFeatures } from './near-features';

const CONTACTS_AT_ONCE: u32 = 512;
/** Places for shares of tiles that cannot be split: boxes that have grown a lot cannot. */
const SHARES: u32 = 4096;

export function openThread(): void {
  forgetMembers();
  openSweep(false);
  openSelection(contactsJob.distance);
  openNearFeatures();
  openCandidates(decideContacts);
  openSplit();
  openWalk(false);
  openImpactList();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_CONTACTS_COUNT) countGroup(piece);
  else if (phase == PHASE_CONTACTS_FILL) {
    fillGroup(piece);
    setMasks(piece, contactsJob.masks, contactsJob.keptMasks);
  } else if (phase == PHASE_SELECT) selectPiece(piece);
  else if (phase == PHASE_GATHER) {
    gatherPiece(piece);
    listSourceVertices(piece, contactsJob.vertexSources);
  } else if (phase == PHASE_CONTACTS_WALK) {
    const tiles = grid.fixedPieces;
    if (piece < tiles) walkTile(piece);
    else walkPart(piece - tiles);
  } else if (phase == PHASE_CONTACTS_MEASURE) {
    measureContacts(piece * CONTACTS_AT_ONCE, min(contactsJob.count, (piece + 1) * CONTACTS_AT_ONCE));
  }
}

/** Leaves in the thread's record what it has found so far; `milliseconds` went to the pieces it has just taken. */
export function noteThread(phase: i32, record: ThreadRecord, milliseconds: f64): void {
  if (phase == PHASE_SELECT) closeSelection(record);
  noteCandidates(record, phase == PHASE_CONTACTS_WALK, milliseconds);
  storeImpactList(record);
  record.featurePairs = <f64>featurePairs;
  record.whole = <f64>wholeDistances;
}

/** Opens the measuring of the contacts in the list. */
function openMeasure(): i32 {
  const count = contactsJob.count;
  takeLists();
  setPieces((count + CONTACTS_AT_ONCE - 1) / CONTACTS_AT_ONCE, 0.85, 1);
  return PHASE_CONTACTS_MEASURE;
}

function closePrepare(): i32 {
  if (contactsJob.given != 0) {
    contactsJob.count = contactsJob.given;
    return openMeasure();
  }
  growBoxes(contactsJob.distance);
  if (job.selects == 0) return openCount();
  setPieces(listOverlaps(), 0.01, 0.02);
  return PHASE_SELECT;
}

function closeSelect(): i32 {
  const pieces = openGathering();
  contactsJob.vertexSources = <u32>take((<u64>job.vertexCount) << 2);
  setPieces(pieces, 0.02, 0.03);
  return PHASE_GATHER;
}

/** The gathered clusters have boxes of their own. */
function closeGather(): i32 {
  growBoxes(contactsJob.distance);
  return openCount();
}

function openCount(): i32 {
  contactsJob.masks = take(job.triangleCount);
  openGrid();
  setPieces(grid.groupCount, 0.03, 0.05);
  return PHASE_CONTACTS_COUNT;
}

function closeCount(): i32 {
  scanImage();
  setPieces(grid.groupCount, 0.05, 0.07);
  return PHASE_CONTACTS_FILL;
}

function closeFill(): i32 {
  listDegenerate();
  setPieces(openTiles(0, SHARES, MEMBERS_OF_ONE_PIXEL), 0.07, 0.85);
  return PHASE_CONTACTS_WALK;
}

function closeWalk(): i32 {
  // Contacts are numbered through all objects.
  if (contactsJob.vertexSources != 0) returnToAllObjects();
  let count = gatherRecords();
  if (job.limit != 0) count = min(count, job.limit);
  contactsJob.count = count;
  contactsJob.list = <u32>gathered;
  if (count == 0) return PHASE_DONE;
  // The limit has ended the search; the values of the contacts found are still needed.
  if (peek(control.stop) == STOP_LIMIT) store<u32>(control.stop, STOP_NO);
  return openMeasure();
}

function closeMeasure(): i32 {
  let size: u32 = 16;
  while (<u64>size < (<u64>contactsJob.count) << 1) size <<= 1;
  const table = take((<u64>size) << 2);
  memory.fill(table, 0, (<usize>size) << 2);
  markLeads(table, size);
  return PHASE_DONE;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_SELECT) return closeSelect();
  if (phase == PHASE_GATHER) return closeGather();
  if (phase == PHASE_CONTACTS_COUNT) return closeCount();
  if (phase == PHASE_CONTACTS_FILL) return closeFill();
  if (phase == PHASE_CONTACTS_WALK) return closeWalk();
  if (phase == PHASE_CONTACTS_MEASURE) return closeMeasure();
  return PHASE_DONE;
}
