/** Lists of whole numbers in typed arrays. */

/** One that grows: it has spare capacity, so that adding rarely allocates. */
export class IntList {
  /** The first `count` belong to the list; another array when it has grown. */
  values: Int32Array;
  count = 0;

  constructor(capacity = 64) {
    this.values = new Int32Array(capacity);
  }

  /** Returns the place of the number. */
  push(value: number): number {
    if (this.count === this.values.length) this.#grow(1);
    this.values[this.count] = value;
    return this.count++;
  }

  push3(p: number, q: number, r: number): void {
    if (this.count + 3 > this.values.length) this.#grow(3);
    const { values, count } = this;
    values[count] = p;
    values[count + 1] = q;
    values[count + 2] = r;
    this.count = count + 3;
  }

  /** Other numbers in place of those that are there. */
  assign(numbers: Int32Array): void {
    if (this.values.length < numbers.length) this.values = new Int32Array(numbers.length);
    this.values.set(numbers);
    this.count = numbers.length;
  }

  #grow(more: number): void {
    this.values = enlarged(this.values, this.count + more);
  }
}

/** A copy with twice the capacity, or with `least` if that is more. */
export function enlarged<T extends Int32Array | Float64Array | Uint8Array>(old: T, least: number): T {
  const made = new (old.constructor as new (length: number) => T)(Math.max(2 * old.length, least));
  made.set(old);
  return made;
}

/** One behind the other; there is at least one. */
export function joinedLists<T extends Int32Array | Uint32Array | Float64Array>(lists: readonly T[]): T {
  const all = new (lists[0].constructor as new (length: number) => T)(
    lists.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

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
