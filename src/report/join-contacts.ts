/**
 * Joins the contacts of two parts whose triangles approximate curved surfaces.
 *
 * A bolt in a hole of its own diameter touches it all around. Its triangles and those of the hole have their corners on the
 * same cylinder at other places, so they cross and part again along every edge: one contact of the surfaces becomes dozens
 * of the triangles, as many as the tessellation has edges. They are reported as one, so that the list does not depend on the tessellation.
 */

interface Contact {
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly pairs: number;
  readonly centre: readonly number[];
  readonly coincident?: boolean;
  readonly undecided?: boolean;
  readonly depth: { readonly most: number } | null;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

function deeper<T extends Contact>(p: T, q: T): T {
  return (q.depth?.most ?? 0) > (p.depth?.most ?? 0) ? q : p;
}

function joined<T extends Contact>(p: T, q: T): T {
  return {
    ...deeper(p, q),
    pairs: p.pairs + q.pairs,
    ...((p.coincident || q.coincident) && { coincident: true }),
    ...((p.undecided || q.undecided) && { undecided: true }),
    centre: p.centre.map((value, axis) => (value * p.pairs + q.centre[axis] * q.pairs) / (p.pairs + q.pairs || 1)),
    bounds: {
      min: p.bounds.min.map((low, axis) => Math.min(low, q.bounds.min[axis])),
      max: p.bounds.max.map((high, axis) => Math.max(high, q.bounds.max[axis])),
    },
  };
}

/** The touching clashes of each such pair as one, with the depth of the deepest; all others as they are. */
export function joinContacts<T extends Contact>(
  clashes: readonly T[],
  isTessellated: (a: number, b: number) => boolean = () => false,
): T[] {
  const places = new Map<string, number>();
  const result: T[] = [];
  for (const clash of clashes) {
    const key = `${clash.a} ${clash.b}`;
    const place = places.get(key);
    if (clash.kind !== 'touching' || !isTessellated(clash.a, clash.b)) result.push(clash);
    else if (place === undefined) {
      places.set(key, result.length);
      result.push(clash);
    } else result[place] = joined(result[place], clash);
  }
  return result;
}
