/** Leaves out the clashes whose ids an ignore list has. */
import { commonId } from './clash-id.ts';
import type { ReportClash } from './clash-list.ts';
import type { IgnoredClash } from './ignore-list.ts';
import { distanceBetween } from './object-shape.ts';
import { coordinate } from './text.ts';

const PLACE_DIGITS = 5;

/** The clash that a line stands for: by its id, or, of those that share one, the nearest to the place; or why there is none. */
function ignoredBy({ id, place }: IgnoredClash, clashes: readonly ReportClash[]): ReportClash | string {
  const sharing = clashes.filter((clash) => clash.isShared && commonId(clash.id) === commonId(id));
  if (sharing.length === 0) {
    return clashes.find((clash) => clash.id === id) ?? `there is no clash with the id "${id}".`;
  }
  if (!place) {
    const at = sharing.map(({ point }) => point.map((value) => coordinate(value, PLACE_DIGITS)).join(' '));
    return `${sharing.length} clashes share the id "${commonId(id)}" and differ only in their place, so none is left out. Add the place of the one that is meant: "${commonId(id)} ${at[0]}"${at[1] ? ` or "${commonId(id)} ${at[1]}"` : ''}.`;
  }
  return sharing.reduce((p, q) => (distanceBetween(q.point, place) < distanceBetween(p.point, place) ? q : p));
}

/** The clashes that are left, and what is to be said about lines that leave none out. */
export function withoutIgnored(
  clashes: readonly ReportClash[],
  ignored: readonly IgnoredClash[],
): { left: ReportClash[]; unused: string[] } {
  const found = ignored.map((line) => ignoredBy(line, clashes));
  const out = new Set(found);
  return {
    left: clashes.filter((clash) => !out.has(clash)),
    unused: found.filter((each) => typeof each === 'string'),
  };
}
