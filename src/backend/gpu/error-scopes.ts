/**
 * Turns errors of the device into `EngineError`s.
 *
 * Promise: whatever goes wrong in `work` (validation, memory) rejects; nothing is left to the console. The scopes are a
 * stack of the device, which others may use too, so `work` must not wait: all scopes are pushed and popped synchronously.
 */
import { EngineError } from '../../errors.ts';
import { type Device, lostError } from './device.ts';

const LOSS_WAIT_MILLISECONDS = 200;

function toEngineError(error: GPUError, filter: GPUErrorFilter, purpose: string): EngineError {
  if (filter === 'out-of-memory') {
    return new EngineError(
      'out-of-memory',
      `the GPU has no memory left for ${purpose} (${error.message || 'no message'}). Query fewer objects at a time, ` +
        "or use createEngine({ backend: 'wasm' }); it gives the same answers.",
    );
  }
  return new EngineError('internal', `WebGPU refused ${purpose}: ${error.message} Please report this.`);
}

/** The error to show for a failed call: that the device is gone, if it is (it may say so a little later), else the error. */
export async function explainFailure(device: Device, error: unknown): Promise<unknown> {
  if (error instanceof EngineError) return error;
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, LOSS_WAIT_MILLISECONDS));
  const loss = await Promise.race([device.whenLost, patience]);
  return loss ? lostError(loss) : error;
}

const FILTERS = ['validation', 'out-of-memory'] as const;

/** Runs `work` at once; resolves with what it gave when the device has accepted all of it. */
export async function guarded<T>(device: Device, purpose: string, work: () => T): Promise<T> {
  device.throwIfLost();
  for (const filter of FILTERS) device.handle.pushErrorScope(filter);
  let result: T | undefined;
  let failure: { error: unknown } | undefined;
  try {
    result = work();
  } catch (error) {
    failure = { error };
  }
  // The last pushed is the first popped.
  const popped = [...FILTERS].reverse().map(async (filter) => {
    const error = await device.handle.popErrorScope();
    return error ? toEngineError(error, filter, purpose) : undefined;
  });
  let found: (EngineError | undefined)[];
  try {
    found = await Promise.all(popped);
  } catch (error) {
    throw await explainFailure(device, failure ? failure.error : error);
  }
  if (failure) throw await explainFailure(device, failure.error);
  device.throwIfLost();
  const error = found.find((one) => one !== undefined); // memory first: what it made invalid follows from it
  if (error) throw error;
  return result as T;
}
