/** Which bytes of an engine's memory may be used, and what kernels with checked loads and stores import to ask (checked-kernels.ts). */

/** Vectors of three numbers are loaded with the four bytes behind them; no lane of these is used. */
const LOADED_BEHIND = 4;

/** Memory that may be used, a byte for each of its bytes. */
class Shadow {
  #bytes = new Uint8Array(1 << 24);
  /** Faults, in words; one for each place in the kernels. */
  readonly faults = new Map<number, string>();

  mark(from: number, to: number, isValid: boolean): void {
    if (to > this.#bytes.length) {
      const larger = new Uint8Array(2 * to);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.fill(Number(isValid), from, to);
  }

  /** Nothing from here on may be used. */
  end(from: number): void {
    this.#bytes.fill(0, from);
  }

  check(kind: 'load' | 'store', place: number, bytes: number, address: number): void {
    const shadow = this.#bytes;
    const end = address + (kind === 'load' && bytes === 16 ? bytes - LOADED_BEHIND : bytes);
    for (let at = address; at < end; at++) {
      if (shadow[at] === 1) continue;
      if (!this.faults.has(place))
        this.faults.set(place, `${kind} of ${bytes} bytes at ${address}, byte ${at - address}`);
      return;
    }
  }
}

/** The shadow of the engine that is open: one at a time, without threads. */
export let shadow = new Shadow();

/** Everything up to `end` may be used, and nothing else yet. */
export function openShadow(end: number): void {
  shadow = new Shadow();
  shadow.mark(0, end, true);
}

export function takeFaults(): string[] {
  const faults = [...shadow.faults.values()];
  shadow.faults.clear();
  return faults;
}

/** What the pass, and `take`, import. */
export function checkImports(): WebAssembly.ModuleImports {
  const same = <T>(_: number, value: T) => value;
  const pointer = (kind: 'load' | 'store') => (place: number, bytes: number, offset: number, address: number) => {
    shadow.check(kind, place, bytes, (address >>> 0) + (offset >>> 0));
    return address;
  };
  return {
    load_ptr: pointer('load'),
    store_ptr: pointer('store'),
    ...Object.fromEntries(
      ['load', 'store'].flatMap((kind) => ['i32', 'i64', 'f32', 'f64'].map((type) => [`${kind}_val_${type}`, same])),
    ),
    memory_grow_pre: same,
    memory_grow_post: same,
    noteTake: (start: number, bytes: number) => shadow.mark(start >>> 0, (start >>> 0) + (bytes >>> 0), true),
  };
}
