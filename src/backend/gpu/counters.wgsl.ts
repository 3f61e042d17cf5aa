/**
 * Counts that the GPU itself keeps (counters.ts). The shader binds them as `counters`: `array<u32>` for COUNT_WGSL,
 * `array<atomic<u32>>` for APPEND_WGSL.
 */

/** The number of items: one that the CPU knew, or the lesser of that and a counter. */
export const COUNT_WGSL = /* wgsl */ `
const NO_COUNTER = 0xffffffffu;

fn countedItems(capacity: u32, countIndex: u32) -> u32 {
  if (countIndex == NO_COUNTER) { return capacity; }
  return min(capacity, counters[countIndex]);
}
`;

/**
 * Reserves space in an append list. The counter keeps counting past the end of the list, which tells the CPU how much
 * is needed; the caller writes only what lies below arrayLength(&list). Beyond 2^32 the mark behind the counter is set.
 */
export const APPEND_WGSL = /* wgsl */ `
fn appendEntries(counterIndex: u32, entryCount: u32) -> u32 {
  let first = atomicAdd(&counters[counterIndex], entryCount);
  if (first + entryCount < first) { atomicStore(&counters[counterIndex + 1u], 1u); }
  return first;
}
`;
