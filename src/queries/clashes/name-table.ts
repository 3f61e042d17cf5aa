import { enlarged } from './int-list.ts';

/** A table more than this many times as large as needed is discarded rather than cleared. */
const SPARE_MOST = 16;

/** Numbers for names of four words, in the order in which they are first asked for: a hash table with open addressing. */
export class NameTable {
  words: Int32Array;
  count = 0;
  #slots: Int32Array;

  constructor() {
    this.#slots = new Int32Array(64).fill(-1);
    this.words = new Int32Array(128);
  }

  /** Removes all names, usually reusing the memory, and reserves capacity for `expected`. */
  clear(expected: number): void {
    let slots = 64;
    while (slots < 2 * expected) slots *= 2;
    this.count = 0;
    if (slots <= this.#slots.length && this.#slots.length <= SPARE_MOST * slots) this.#slots.fill(-1);
    else this.#slots = new Int32Array(slots).fill(-1);
    if (this.words.length < 2 * slots || this.words.length > 2 * SPARE_MOST * slots)
      this.words = new Int32Array(2 * slots);
  }

  /** Names from elsewhere, four words each, in place of those that are there. Nothing can be asked for after that but words. */
  assign(words: Int32Array): void {
    if (this.words.length < words.length) this.words = new Int32Array(words.length);
    this.words.set(words);
    this.count = words.length / 4;
  }

  /** The number of the name; a new one when it has none. */
  take(w0: number, w1: number, w2: number, w3: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(w0, w1, w2, w3) & mask;
    for (;;) {
      const held = this.#slots[slot];
      if (held < 0) break;
      const at = 4 * held;
      const { words } = this;
      if (words[at] === w0 && words[at + 1] === w1 && words[at + 2] === w2 && words[at + 3] === w3) return held;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.count;
    return this.#append(w0, w1, w2, w3);
  }

  #append(w0: number, w1: number, w2: number, w3: number): number {
    const number = this.count++;
    if (4 * this.count > this.words.length) this.words = enlarged(this.words, 0);
    const at = 4 * number;
    this.words[at] = w0;
    this.words[at + 1] = w1;
    this.words[at + 2] = w2;
    this.words[at + 3] = w3;
    if (2 * this.count > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    for (let i = 0; i < this.count; i++) {
      const at = 4 * i;
      let slot = hashOf(this.words[at], this.words[at + 1], this.words[at + 2], this.words[at + 3]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = i;
    }
    this.#slots = slots;
  }
}

function hashOf(w0: number, w1: number, w2: number, w3: number): number {
  let hash = Math.imul(w0, 0x9e3779b1) ^ w1;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ w2;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ w3;
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}
