/** When the GPU has no room or is lost, culling goes on on wasm; a caller's own device that is lost is the caller's to know. */
import { describe, expect, it } from 'vitest';
import type { Gpu } from '../../../src/backend/gpu/gpu.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { participants } from '../../../src/backend/wasm/scene-job.ts';
import { SceneObject } from '../../../src/backend/wasm/scene-object.ts';
import type { ErrorCode } from '../../../src/error-codes.ts';
import { EngineError } from '../../../src/errors.ts';
import { checkMesh } from '../../../src/mesh/check-mesh.ts';
import { objectElements } from '../../../src/queries/cull/elements.ts';
import { frameOf, viewFrame } from '../../../src/queries/cull/frame.ts';
import { pruneOnGpu } from '../../../src/queries/cull/gpu/prune-gpu.ts';
import { checkCullOptions } from '../../../src/queries/cull/options.ts';
import type { Visit } from '../../../src/queries/cull/prune.ts';
import { pruneOnWasm } from '../../../src/queries/cull/prune-wasm.ts';
import { AXIS_VIEWS } from '../../../src/queries/cull/views.ts';
import { lying, standing } from '../../support/shapes.ts';

/** A GPU of which every shader fails with this error. */
function failingGpu(code: ErrorCode): Gpu {
  const compile = () => Promise.reject(new EngineError(code, 'made to fail'));
  return { compile, workSizes: { plain: { threads: 32 }, scan: { threads: 32, itemsPerThread: 1 } } } as unknown as Gpu;
}

async function visitWith(code: ErrorCode, isOwn: boolean) {
  const runtime = await WasmRuntime.open(0);
  try {
    const list = participants([lying(), standing()].map((mesh, id) => [id, new SceneObject(runtime, checkMesh(mesh))]));
    const options = checkCullOptions({ resolution: 32 });
    const frame = frameOf(list);
    const reasons: string[] = [];
    const gpus = { isOwn, isAsked: false, replaceLost: async () => undefined };
    const onWasm = { prune: pruneOnWasm(runtime, list, options), pruneRounds: undefined };
    const tools = { runtime, objects: new Map(), list, options, frame };
    const { prune } = pruneOnGpu({ runtime, gpus }, failingGpu(code), tools, onWasm, ({ backend, restartedAfter }) =>
      reasons.push(`${backend} after ${restartedAfter}`),
    );
    const visit = (): Visit => {
      const elements = objectElements(list, [0, 1]);
      return {
        view: viewFrame(frame, AXIS_VIEWS[2], options),
        elements,
        orders: [],
        kept: new Uint8Array(2),
        iterations: 1,
        onProgress: undefined,
      };
    };
    const outcomes = [await prune(visit()), await prune(visit())];
    return { reasons, befores: outcomes.map(({ passes }) => passes[0].before) };
  } finally {
    runtime.dispose();
  }
}

describe('culling without the GPU it began with', () => {
  it.each(['gpu-limit', 'out-of-memory', 'device-lost'] as const)(
    'goes on on wasm after %s, and says so once',
    async (code) => {
      expect(await visitWith(code, true)).toEqual({ reasons: [`wasm after ${code}`], befores: [2, 2] });
    },
  );

  it('rejects when the caller’s own device is lost, and on errors of ours', async () => {
    await expect(visitWith('device-lost', false)).rejects.toMatchObject({ code: 'device-lost' });
    await expect(visitWith('internal', true)).rejects.toMatchObject({ code: 'internal' });
  });
});
