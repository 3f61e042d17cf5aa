/**
 * The thread that reads CAD and BIM files, one after the other: each job has one answer. Whoever started it ends it.
 *
 * Bundled into a string (scripts/build-cad-worker.mjs), so that no file has to be copied or served for it.
 */
import type { CadJob, CadMessage, CadModel } from '../cad-job.ts';
import { CannotRead } from './failure.ts';
import { readIfc } from './ifc.ts';
import { largestMemory, limitWasmMemory, wasMemoryRefused } from './memory-limit.ts';
import { readShapes } from './shapes.ts';

interface NodePort {
  on(event: 'message', listener: (job: CadJob) => void): void;
  postMessage(message: CadMessage, transfer: readonly ArrayBuffer[]): void;
}

declare const require: undefined | ((name: string) => { parentPort: NodePort | null });

const port = typeof require === 'function' ? require('node:worker_threads').parentPort : null;

function post(message: CadMessage, transfer: readonly ArrayBuffer[] = []): void {
  if (port) port.postMessage(message, transfer);
  else self.postMessage(message, { transfer: [...transfer] });
}

function failureOf(error: unknown): CadMessage {
  if (error instanceof CannotRead) return { failure: error.failure };
  const text = error instanceof Error ? error.message : String(error);
  const isMemory = wasMemoryRefused() || error instanceof RangeError || /out of memory|bad_alloc|OOM/i.test(text);
  return { failure: { code: isMemory ? 'too-large' : 'bad-model', found: text.split('\n')[0].slice(0, 200) } };
}

let isLimited = false;

async function answer(job: CadJob): Promise<void> {
  if (!isLimited) limitWasmMemory(job.memoryLimitBytes);
  isLimited = true;
  const onProgress = (progress: number) => post({ progress });
  try {
    const model: CadModel = await (job.format === 'ifc' ? readIfc : readShapes)(job, onProgress);
    const buffers = model.parts.flatMap(({ positions, indices }) => [positions.buffer, indices.buffer]);
    post({ model, heapBytes: largestMemory() }, buffers);
  } catch (error) {
    post(failureOf(error));
  }
}

if (port) port.on('message', (job) => void answer(job));
else self.onmessage = ({ data }: MessageEvent<CadJob>) => void answer(data);
