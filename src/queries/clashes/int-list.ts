/** A list of whole numbers that grows: a typed array with spare capacity, so that adding rarely allocates. */
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
