/** Adds people's decisions to a baseline. */
import { type Baseline, type BaselineClash, OPEN } from './baseline.ts';
import { baselineOf, type Compared } from './baseline-match.ts';
import type { KnownObjects, ReportClash } from './clash-list.ts';

/**
 * The baseline with the current decisions. Its entries stay, even for clashes that are gone; new clashes for which
 * `isDecided` holds are added, the others stay new.
 */
export function withDecisions(
  { baseline, clashes, gone }: Compared,
  known: KnownObjects,
  unit: string | undefined,
  isDecided: (clash: ReportClash) => boolean,
): Baseline {
  const added = clashes.filter((clash) => clash.status === 'new' && isDecided(clash));
  const decisions = new Map(clashes.map(({ id, decision }) => [id, decision ?? OPEN]));
  const kept = baseline.clashes.map(
    (entry): BaselineClash => ({ ...entry, decision: decisions.get(entry.id) ?? entry.decision }),
  );
  const goneIds = new Set(gone.map(({ id }) => id));
  const fresh = baselineOf(added, known, unit);
  return { ...fresh, clashes: [...kept, ...fresh.clashes.filter(({ id }) => !goneIds.has(id))] };
}
