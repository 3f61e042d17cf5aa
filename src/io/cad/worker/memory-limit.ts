/**
 * Limits the memory of the wasm modules that this thread loads.
 *
 * Emscripten's heap grows through `WebAssembly.Memory.grow`, called from JavaScript; a thread has its own copy of that
 * class, so refusing there affects nothing else. The module then sees an allocation that failed, as on a full machine.
 */

const PAGE_BYTES = 65_536;

/** Whether growing was refused. */
let refused = false;
let largest = 0;

export function wasMemoryRefused(): boolean {
  return refused;
}

/** Bytes of the largest memory that has grown. */
export function largestMemory(): number {
  return largest;
}

/** Called once. */
export function limitWasmMemory(limitBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > limitBytes) {
      refused = true;
      throw new RangeError(`the heap may not grow beyond ${limitBytes} bytes`);
    }
    const before = grow.call(this, pages);
    largest = Math.max(largest, this.buffer.byteLength);
    return before;
  };
}
