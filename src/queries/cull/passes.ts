/**
 * The passes of a visit for generators that make them one by one: which sets are queried and drawn, and how the answers change
 * the sets. Twin of src/queries/cull/kernels/job.ts, which does the same within a job, and of gpu/sets.wgsl.ts, which does it on the
 * GPU; tests in test/queries/cull/gpu compare them.
 */
import { CULL_SET } from './cull.ts';
import { triangleTotal } from './elements.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Visit, VisitOutcome, VisitPass } from './prune.ts';

const { NFV, FFV, SFV, BFV } = CULL_SET;

/** Whether the second pass queries only elements fully visible in the first: FAR's saving (§4.2.1). */
export function savesSecondPass({ passes, coverage }: CheckedCullOptions): boolean {
  return passes === 'cullide' && coverage === 'uobb';
}

/** A pass that is about to be made. */
export interface PassPlan {
  /** Counted from 0; odd ones go backward. */
  readonly pass: number;
  readonly backward: boolean;
  /** Which sets are queried and which are drawn: bit CULL_SET. */
  readonly asked: number;
  readonly drawn: number;
  isAsked(element: number): boolean;
  isDrawn(element: number): boolean;
}

/** Makes a pass: one byte per element, non-zero where a queried element is not fully visible. */
export type Walk = (plan: PassPlan) => Promise<Uint8Array>;

/** Only scenes that lose one element per iteration would need more. */
export const PASSES_MOST = 128;

/** Which sets a pass queries and which it draws: bit CULL_SET. */
export function setsOfPass(options: CheckedCullOptions, second: boolean): Pick<PassPlan, 'asked' | 'drawn'> {
  const bits = (...labels: number[]) => labels.reduce((mask, label) => mask | (1 << label), 0);
  if (options.passes === 'cullide') {
    return { asked: second && savesSecondPass(options) ? bits(FFV) : bits(NFV, FFV), drawn: bits(NFV, FFV) };
  }
  return second ? { asked: bits(NFV, FFV), drawn: bits(NFV, SFV) } : { asked: bits(NFV, SFV), drawn: bits(NFV, FFV) };
}

function planPass(visit: Visit, pass: number, options: CheckedCullOptions): PassPlan {
  const { sets } = visit.elements;
  const second = pass % 2 === 1;
  const { asked, drawn } = setsOfPass(options, second);
  if (options.passes === 'cullide' && !second) sets.set(sets.map((set) => (set === BFV ? BFV : NFV)));
  return {
    pass,
    backward: second,
    asked,
    drawn,
    isAsked: (element) => ((asked >>> sets[element]) & 1) !== 0,
    isDrawn: (element) => ((drawn >>> sets[element]) & 1) !== 0,
  };
}

function closePass(visit: Visit, plan: PassPlan, hidden: Uint8Array, isQuick: boolean) {
  const { count, from, to, sets } = visit.elements;
  const [other, alone] = plan.backward ? [FFV, SFV] : [SFV, FFV];
  const counts = { before: 0, after: 0, queries: 0, renders: 0, triangles: 0 };
  const { asked, drawn } = plan;
  const { kept } = visit;
  let changes = 0;
  for (let element = 0; element < count; element++) {
    const set = sets[element];
    if (set === BFV) continue;
    counts.before++;
    counts.after++;
    if (((drawn >>> set) & 1) !== 0) {
      counts.renders++;
      counts.triangles += to[element] - from[element];
    }
    if (((asked >>> set) & 1) === 0) continue;
    counts.queries++;
    if (hidden[element] !== 0 || kept[element] !== 0) continue;
    const next = set === other ? BFV : alone;
    sets[element] = next;
    if (next === BFV) counts.after--;
    if (isQuick || next === BFV) changes++;
  }
  return { counts, changes };
}

/** Makes passes until nothing changes, nothing is left, or the limit is reached. */
export async function makePasses(
  visit: Visit,
  options: CheckedCullOptions,
  walk: Walk,
): Promise<Pick<VisitOutcome, 'passes' | 'stable'>> {
  const passes: VisitPass[] = [];
  const total = triangleTotal(visit.elements);
  let changes = 0;
  while (passes.length < PASSES_MOST) {
    options.signal?.throwIfAborted();
    const began = performance.now();
    const plan = planPass(visit, passes.length, options);
    const hidden = total > 0 ? await walk(plan) : new Uint8Array(0);
    if (!plan.backward) changes = 0;
    const closed = closePass(visit, plan, hidden, options.passes === 'quick');
    changes += closed.changes;
    const milliseconds = performance.now() - began;
    passes.push({ ...closed.counts, milliseconds, ...(options.trace && { sets: visit.elements.sets.slice() }) });
    visit.onProgress?.(1 - 0.5 ** passes.length);
    if (closed.counts.after === 0) return { passes, stable: true };
    if (!plan.backward) continue;
    if (changes === 0) return { passes, stable: true };
    if (passes.length / 2 >= visit.iterations) break;
  }
  return { passes, stable: false };
}
