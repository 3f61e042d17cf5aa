/** Merges sorted lists of rows of whole numbers: for each row of the result, the list that it is of and its place there. */
export function mergeSorted(lists: readonly Uint32Array[], width: number): { list: Uint32Array; row: Uint32Array } {
  const total = lists.reduce((sum, { length }) => sum + length / width, 0);
  const list = new Uint32Array(total);
  const row = new Uint32Array(total);
  const next = new Uint32Array(lists.length);
  const isBefore = (p: number, q: number) => {
    const [own, other] = [lists[p], lists[q]];
    for (let k = 0; k < width; k++) {
      const [x, y] = [own[width * next[p] + k], other[width * next[q] + k]];
      if (x !== y) return x < y;
    }
    return p < q;
  };
  const heap: number[] = [];
  for (const [i, { length }] of lists.entries()) {
    if (length === 0) continue;
    heap.push(i);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[parent])) break;
      [heap[at], heap[parent]] = [heap[parent], heap[at]];
      at = parent;
    }
  }
  for (let i = 0; i < total; i++) {
    const least = heap[0];
    list[i] = least;
    row[i] = next[least]++;
    if (width * next[least] >= lists[least].length) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(heap, isBefore);
  }
  return { list, row };
}

/** Puts the first of a heap where it belongs. */
function sink(heap: number[], isBefore: (p: number, q: number) => boolean): void {
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isBefore(heap[child], heap[least])) least = child;
    }
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least], heap[at]];
    at = least;
  }
}
