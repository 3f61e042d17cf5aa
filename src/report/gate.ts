/** Which clashes make a run fail. */
import type { ClashKind } from '../queries/clashes/clashes.ts';
import type { ReportClash } from './clash-list.ts';

/** All but those that only touch. */
export const FAIL_ON: readonly ClashKind[] = ['penetrating', 'contained', 'duplicate', 'near'];

/** Whether a known clash reaches deeper than before, by more than the tolerance. */
export function isDeeper({ deeper = 0 }: Pick<ReportClash, 'deeper'>, tolerance = 0): boolean {
  return deeper > tolerance;
}

/**
 * Of the kinds that count: without a baseline every clash; with one those that are new and not approved, and known ones
 * that have become deeper by more than the tolerance or were marked as resolved. What a rule calls `info` or by design never counts.
 */
export function failsGate(clash: ReportClash, kinds: readonly ClashKind[], tolerance: number): boolean {
  if (!kinds.includes(clash.kind) || clash.severity === 'info' || clash.byDesign !== undefined) return false;
  if (clash.status !== 'known') return clash.decision?.state !== 'approved';
  return clash.decision?.state === 'resolved' || isDeeper(clash, tolerance);
}
