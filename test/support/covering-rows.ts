/** Settings for long tests, where all combinations would be too many: rows in which every two values of different settings occur together. */

export type Settings = Readonly<Record<string, readonly (string | number | boolean)[]>>;
export type Row<S extends Settings> = { readonly [Name in keyof S]: S[Name][number] };

/** Two settings and a value of each, by their places. */
type Two = readonly [first: number, value: number, second: number, value: number];

function allTwos(lengths: readonly number[]): Map<string, Two> {
  const twos = new Map<string, Two>();
  for (let first = 0; first < lengths.length; first++) {
    for (let second = first + 1; second < lengths.length; second++) {
      for (let a = 0; a < lengths[first]; a++) {
        for (let b = 0; b < lengths[second]; b++) twos.set(keyOf(first, a, second, b), [first, a, second, b]);
      }
    }
  }
  return twos;
}

function keyOf(first: number, a: number, second: number, b: number): string {
  return first < second ? `${first},${a},${second},${b}` : `${second},${b},${first},${a}`;
}

/**
 * The rows, greedily: each begins with two values that have not met yet, and every other setting takes the value that meets most of
 * what it has not met; of several the one that was taken least.
 */
export function coveringRows<const S extends Settings>(settings: S): Row<S>[] {
  const names = Object.keys(settings);
  const lengths = names.map((name) => settings[name].length);
  const taken = lengths.map((length) => new Array<number>(length).fill(0));
  const open = allTwos(lengths);
  const rows: Row<S>[] = [];
  while (open.size > 0) {
    const [first, a, second, b]: Two = open.values().next().value!;
    const row = new Map([
      [first, a],
      [second, b],
    ]);
    for (let setting = 0; setting < names.length; setting++) {
      if (row.has(setting)) continue;
      const worth = taken[setting].map((times, value) => {
        const met = [...row].filter(([other, chosen]) => open.has(keyOf(setting, value, other, chosen))).length;
        return met - times / 1e6;
      });
      row.set(setting, worth.indexOf(Math.max(...worth)));
    }
    const chosen = names.map((_, setting) => row.get(setting)!);
    for (const [setting, value] of chosen.entries()) {
      taken[setting][value]++;
      for (let other = 0; other < setting; other++) open.delete(keyOf(other, chosen[other], setting, value));
    }
    rows.push(Object.fromEntries(names.map((name, at) => [name, settings[name][chosen[at]]])) as Row<S>);
  }
  return rows;
}
