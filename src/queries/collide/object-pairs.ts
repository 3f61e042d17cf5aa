/** Rows of `objectPairs`: a, b and a number of pairs of triangles, in ascending order. */

/** The rows of the first `count` pairs of triangles. */
export function countObjectPairs(pairs: Uint32Array, count: number): Uint32Array {
  const totals = new Map<number, Map<number, number>>();
  // Neighbouring pairs tend to be of the same objects: counted here, and noted when the objects change.
  let [a, b, run] = [0, 0, 0];
  const note = () => {
    if (run === 0) return;
    const row = totals.get(a) ?? new Map<number, number>();
    totals.set(a, row);
    row.set(b, (row.get(b) ?? 0) + run);
  };
  for (let at = 0; at < 4 * count; at += 4) {
    if (pairs[at] === a && pairs[at + 2] === b) {
      run++;
      continue;
    }
    note();
    a = pairs[at];
    b = pairs[at + 2];
    run = 1;
  }
  note();
  const rows = [...totals].flatMap(([first, row]) => [...row].map(([second, total]) => [first, second, total]));
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return Uint32Array.from(rows.flat());
}

/** The rows of two lists that have no pair of objects in common; of the first, those that `isIn` says. */
export function joinObjectPairs(
  first: Uint32Array,
  isIn: (a: number, b: number) => boolean,
  second: Uint32Array,
): Uint32Array {
  const joined = new Uint32Array(first.length + second.length);
  let at = 0;
  let next = 0;
  const take = (rows: Uint32Array, from: number) => {
    joined[at++] = rows[from];
    joined[at++] = rows[from + 1];
    joined[at++] = rows[from + 2];
  };
  for (let row = 0; row < first.length; row += 3) {
    const a = first[row];
    const b = first[row + 1];
    if (!isIn(a, b)) continue;
    for (; next < second.length && (second[next] < a || (second[next] === a && second[next + 1] < b)); next += 3) {
      take(second, next);
    }
    take(first, row);
  }
  for (; next < second.length; next += 3) take(second, next);
  return at === joined.length ? joined : joined.slice(0, at);
}
