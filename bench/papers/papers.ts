/** The papers whose experiments are repeated, by their short names, and all their methods on one scene; docs/papers has a page for each. */
import { compare } from './compare.ts';
import { far } from './far.ts';
import { ldi } from './ldi.ts';
import type { PaperBench } from './paper.ts';
import { quickCullide } from './quick-cullide.ts';
import { selfCullide } from './self-cullide.ts';
import { voxels } from './voxels.ts';

export const papers = {
  'quick-cullide': quickCullide,
  'self-cullide': selfCullide,
  far,
  ldi,
  voxels,
  compare,
} satisfies Record<string, PaperBench>;

export type PaperName = keyof typeof papers;

export const paperNames = Object.keys(papers) as PaperName[];
