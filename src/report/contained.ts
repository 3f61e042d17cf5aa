/** Which objects lie inside others: derived from the clashes, so that a report says it once. */
import type { ClashKind } from '../queries/clashes/clashes.ts';

export interface Containment {
  readonly inner: number;
  readonly outer: number;
}

interface MayContain {
  readonly kind: ClashKind;
  readonly a: number;
  readonly b: number;
  readonly inner?: number;
}

/** By inner object, then by outer. */
export function containedIn(clashes: readonly MayContain[]): Containment[] {
  return clashes
    .flatMap(({ kind, a, b, inner }) =>
      kind === 'contained' && inner !== undefined ? [{ inner, outer: inner === a ? b : a }] : [],
    )
    .sort((p, q) => p.inner - q.inner || p.outer - q.outer);
}
