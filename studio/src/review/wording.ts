/** What the review says of a clash, in words and numbers. */
import type { Clash, ClashKind } from '../../../src/index.ts';
import { statedDepth } from '../../../src/report/depth-text.ts';
import type { ReviewClash } from '../answer.ts';

/** Formats a length in the unit shown. */
export type LengthWriter = (value: number) => string;

/** A shape for each kind, so that colour is never the only sign. */
export const KIND_SIGNS: Readonly<Record<ClashKind, string>> = {
  penetrating: '◆',
  contained: '◉',
  duplicate: '▣',
  near: '↔',
  touching: '○',
};

const NO_DEPTH: Readonly<Record<NonNullable<Clash['reason']>, string>> = {
  open: 'no depth',
  self: 'itself',
  duplicate: 'same solid',
  touching: 'touching',
  near: 'near',
  flush: 'surfaces coincide',
  'not-asked': 'no depth',
};

/** Its depth, or how far apart; else why there is none. */
export function measureOf({ depth, distance, reason }: ReviewClash, length: LengthWriter): string {
  if (depth) return length(statedDepth(depth));
  if (distance !== null) return `${length(distance)} apart`;
  return NO_DEPTH[reason ?? 'not-asked'];
}

/** What the mark in the view says. */
export function markOf(clash: ReviewClash, length: LengthWriter): string {
  if (clash.depth || clash.distance !== null) return measureOf(clash, length);
  return clash.kind === 'penetrating' ? 'surfaces cross' : clash.kind;
}

/** What is wrong, in a sentence about A and B. */
export function sentenceOf(clash: ReviewClash, length: LengthWriter): string {
  const { kind, depth, distance, inner } = clash;
  if (clash.a === clash.b) return `A ${kind === 'touching' ? 'touches' : 'crosses'} itself`;
  switch (kind) {
    case 'penetrating':
      return depth
        ? `A and B reach ${length(statedDepth(depth))} into each other`
        : 'The surfaces of A and B cross; one is open and has no inside, so there is no depth';
    case 'contained':
      return inner === clash.a ? 'A lies inside B' : 'B lies inside A';
    case 'duplicate':
      return 'A and B are the same solid in the same place';
    case 'near':
      return `A and B do not meet, and are ${length(distance ?? 0)} apart`;
    case 'touching':
      return clash.undecided
        ? 'A and B touch; whether they reach deeper than the tolerance could not be told'
        : 'A and B touch';
  }
}
