/** The pictures of the papers' pages, each by its name in docs/images/papers. */

import type { Engine } from '../../../src/index.ts';
import type { Canvas } from '../../../src/report/picture/canvas.ts';
import { boundingOffsets, intersecting, lostContacts, pruningStrip, setsOf } from './culling.ts';
import { atFrame, FROM_ABOVE, FROM_HIGH } from './frame.ts';
import { handAndPhone, layerPlates, overlapStacks, peeledLayers, pointsInDragon } from './layers.ts';
import { fourModels, sharedVoxels, threeSheets, worksheetSlabs } from './voxels.ts';

export type DrawPicture = (engine: Engine) => Promise<Canvas>;

export const PICTURES: Readonly<Record<string, DrawPicture>> = {
  'quick-cullide-breaking': (engine) =>
    atFrame(engine, 'breaking', { size: 20_000, seconds: 1, without: ['floor'] }, (frame) =>
      setsOf(frame, { resolution: 1024 }, FROM_HIGH),
    ),
  'quick-cullide-leaves': (engine) =>
    atFrame(engine, 'leaves', { size: 40_000, seconds: 3, without: ['ground'] }, (frame) =>
      setsOf(frame, { resolution: 4096 }, FROM_ABOVE),
    ),
  'quick-cullide-cloth': (engine) =>
    atFrame(engine, 'cloth', { size: 20_000, seconds: 1.2, tangles: true, without: ['floor'] }, (frame) =>
      setsOf(frame, { self: true, resolution: 1024, views: 'xy' }, { towards: [0.5, 0.7, 0.8], up: [0, 1, 0] }),
    ),
  'far-lost': (engine) => atFrame(engine, 'bunnies', { size: 40_000, seconds: 3 }, lostContacts),
  'self-cullide-strip': (engine) => atFrame(engine, 'merged-cows', { size: 20_000, seconds: 1 }, pruningStrip),
  'self-cullide-bunny': (engine) => atFrame(engine, 'bent-bunny', { size: 5_000, seconds: 1 }, pruningStrip),
  'self-cullide-found-bunny': (engine) => atFrame(engine, 'bent-bunny', { size: 5_000, seconds: 1 }, intersecting),
  'self-cullide-found-cows': (engine) => atFrame(engine, 'merged-cows', { size: 20_000, seconds: 1 }, intersecting),
  'far-offsets': boundingOffsets,
  'ldi-peeling': (engine) => atFrame(engine, 'bunnies', { size: 10_000, seconds: 1 }, peeledLayers),
  'ldi-hand': (engine) => atFrame(engine, 'hand-and-phone', { size: 5_700, seconds: 2.5 }, handAndPhone),
  'ldi-points': (engine) => atFrame(engine, 'dragon-and-particles', { size: 24_000, seconds: 1 }, pointsInDragon),
  'voxels-slabs': (engine) => atFrame(engine, 'bunnies', { size: 20_000, seconds: 1 }, worksheetSlabs),
  'voxels-sheets': (engine) => atFrame(engine, 'bunnies', { size: 20_000, seconds: 1 }, threeSheets),
  'voxels-models': fourModels,
  'ldi-layers': (engine) => atFrame(engine, 'bunnies', { size: 10_000, seconds: 1 }, layerPlates),
  'ldi-stacks': (engine) => atFrame(engine, 'hat-and-mouse', { size: 16_500, seconds: 2 }, overlapStacks),
  'voxels-dolphin-and-cylinder': (engine) =>
    atFrame(engine, 'dolphin-and-cylinder', { size: 7368, seconds: 2 }, sharedVoxels),
};
