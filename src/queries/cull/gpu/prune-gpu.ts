/** Visits on WebGPU: everything from image coordinates to sets is made there (cull-passes.ts). */

import { answerOn, type Backends } from '../../../backend/choose.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { LeftToWasm } from '../../../backend/left-to-wasm.ts';
import type { ErrorCode } from '../../../error-codes.ts';
import { triangleTotal } from '../elements.ts';
import type { Prune, PruneRounds, Rounds } from '../prune.ts';
import { reachingElements } from '../reach.ts';
import { leftOf, unpackSets } from './read-sets.ts';
import { type LookTools, lookOnGpu } from './visits.ts';

/** Reported when a query, or the rest of it, runs on another device or backend than it began on. */
export interface Moved {
  readonly backend: 'wasm' | 'webgpu';
  readonly restartedAfter?: ErrorCode | undefined;
  readonly leftToWasm?: LeftToWasm | undefined;
}

export interface OnWasm {
  readonly prune: Prune;
  readonly pruneRounds: PruneRounds | undefined;
}

const NOTHING_LEFT = { visits: [], fragments: 0, bytes: 0 };

/**
 * Visits on the GPU. Where src/backend/choose.ts has them begun again, they go on from the sets as they are then, and all that
 * follow are made where those were. `onMove` hears of it.
 */
export function pruneOnGpu(
  { runtime, gpus }: { runtime: LookTools['runtime']; gpus: Backends['gpus'] },
  first: Gpu,
  tools: LookTools,
  onWasm: OnWasm,
  onMove: (moved: Moved) => void,
): OnWasm {
  let current: Gpu | undefined = first;
  const answer = async <T>(webgpu: (gpu: Gpu) => Promise<T>, wasm: () => Promise<T>): Promise<T> => {
    const { answer, gpu, restartedAfter, leftToWasm } = await answerOn({ runtime, gpus }, current, { webgpu, wasm });
    current = gpu;
    if (restartedAfter ?? leftToWasm) onMove({ backend: gpu ? 'webgpu' : 'wasm', restartedAfter, leftToWasm });
    return answer;
  };
  const { list, options } = tools;
  const sweep = async ({ elements, orders, views }: Rounds) => {
    if (!options.sweep) return { elements, swept: 0 };
    const reaching = await reachingElements(runtime, list, options, { elements, orders, reach: views[0].reach });
    return { elements: reaching.elements, swept: triangleTotal(elements) - triangleTotal(reaching.elements) };
  };
  const prune: Prune = (visit) =>
    answer(
      async (gpu) => {
        const { view, elements } = visit;
        const { packed, visits, ...rest } = await lookOnGpu(gpu, tools, {
          ...visit,
          views: [view],
          rounds: 1,
          isFresh: false,
        });
        elements.sets.set(unpackSets(packed, elements.count));
        return { ...rest, passes: visits[0] };
      },
      () => onWasm.prune(visit),
    );
  const pruneRounds: PruneRounds = (rounds) =>
    answer(
      async (gpu) => {
        const { elements, swept } = await sweep(rounds);
        if (elements.count === 0) return { ...NOTHING_LEFT, elements, orders: rounds.orders, swept };
        const isFresh = elements.isWhole === true;
        const { packed, visits, fragments, bytes } = await lookOnGpu(gpu, tools, { ...rounds, elements, isFresh });
        const left = leftOf(elements, packed, list);
        return { elements: left, orders: rounds.orders, visits, swept, fragments, bytes };
      },
      async () => onWasm.pruneRounds?.(rounds),
    );
  // Frames that are fitted to what is left, and sets after every pass, need the CPU between visits.
  const { refit, trace } = options;
  return { prune, pruneRounds: refit || trace ? undefined : pruneRounds };
}
