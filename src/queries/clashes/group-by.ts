/** Items by key: those of key k are `items[starts[k]]` to `items[starts[k + 1]]`, in ascending order. */
export interface Grouped {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Lists the items 0 to `count` by their key, a number below `keys`. */
export function groupBy(count: number, keys: number, keyOf: (item: number) => number): Grouped {
  const starts = new Uint32Array(keys + 1);
  const keyOfItem = new Uint32Array(count);
  for (let item = 0; item < count; item++) {
    keyOfItem[item] = keyOf(item);
    starts[keyOfItem[item] + 1]++;
  }
  for (let key = 0; key < keys; key++) starts[key + 1] += starts[key];
  const items = new Uint32Array(count);
  const places = starts.slice();
  for (let item = 0; item < count; item++) items[places[keyOfItem[item]]++] = item;
  return { starts, items };
}
