/** Disjoint sets of the numbers from 0 up (union-find); a set is named by its smallest member. */
export class DisjointSets {
  #parents: Int32Array;
  #count: number;

  constructor(count = 0) {
    this.#parents = new Int32Array(Math.max(16, count));
    this.#count = 0;
    this.grow(count);
  }

  get count(): number {
    return this.#count;
  }

  /** Begins anew, without numbers, in the same memory. */
  clear(): void {
    this.#count = 0;
  }

  /** Begins anew with the sets that parents name, none of them larger than its child. */
  assign(parents: Int32Array): void {
    this.#count = 0;
    this.grow(parents.length);
    this.#parents.set(parents);
  }

  /** Adds numbers until there are `count`; each new one starts as a set by itself. */
  grow(count: number): void {
    if (count > this.#parents.length) {
      const larger = new Int32Array(Math.max(count, 2 * this.#parents.length));
      larger.set(this.#parents.subarray(0, this.#count));
      this.#parents = larger;
    }
    for (let i = this.#count; i < count; i++) this.#parents[i] = i;
    this.#count = Math.max(this.#count, count);
  }

  /** The name of the set that `member` belongs to. */
  find(member: number): number {
    const parents = this.#parents;
    let root = member;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }

  /** Merges two sets and returns the name of the result. */
  union(p: number, q: number): number {
    const a = this.find(p);
    const b = this.find(q);
    if (a === b) return a;
    const least = Math.min(a, b);
    this.#parents[Math.max(a, b)] = least;
    return least;
  }
}
