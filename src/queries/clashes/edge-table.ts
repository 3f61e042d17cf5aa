/** A table more than this many times as large as needed is discarded rather than cleared. */
const SPARE_MOST = 16;

function slotsFor(expected: number): number {
  let slots = 32;
  while (slots < 2 * expected) slots *= 2;
  return slots;
}

/** Numbers for pairs of whole numbers in any order, in the order in which they are first asked for. */
export class EdgeTable {
  #ends: Int32Array;
  #slots: Int32Array;
  count = 0;

  constructor(expected: number) {
    const slots = slotsFor(expected);
    this.#slots = new Int32Array(slots).fill(-1);
    this.#ends = new Int32Array(slots);
  }

  /** Removes all pairs, usually reusing the memory. */
  clear(expected: number): void {
    const slots = slotsFor(expected);
    this.count = 0;
    if (slots <= this.#slots.length && this.#slots.length <= SPARE_MOST * slots) this.#slots.fill(-1);
    else {
      this.#slots = new Int32Array(slots).fill(-1);
      this.#ends = new Int32Array(slots);
    }
  }

  #slotOf(low: number, high: number): number {
    const slots = this.#slots;
    const ends = this.#ends;
    const mask = slots.length - 1;
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const held = slots[slot];
      if (held < 0 || (ends[2 * held] === low && ends[2 * held + 1] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** −1 when the pair has no number. */
  find(p: number, q: number): number {
    return p < q ? this.#slots[this.#slotOf(p, q)] : this.#slots[this.#slotOf(q, p)];
  }

  /** The number of the pair, a new one when it has none. */
  take(p: number, q: number): number {
    const low = Math.min(p, q);
    const high = Math.max(p, q);
    const slot = this.#slotOf(low, high);
    if (this.#slots[slot] >= 0) return this.#slots[slot];
    const number = this.count++;
    this.#slots[slot] = number;
    this.#ends[2 * number] = low;
    this.#ends[2 * number + 1] = high;
    if (2 * this.count >= this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const ends = new Int32Array(2 * this.#slots.length);
    ends.set(this.#ends.subarray(0, 2 * this.count));
    this.#ends = ends;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let number = 0; number < this.count; number++) {
      this.#slots[this.#slotOf(ends[2 * number], ends[2 * number + 1])] = number;
    }
  }
}
