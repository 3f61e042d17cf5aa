/** Compiles entries of the kernels in a thread, because the compiler uses only the one that calls it. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compileKernels } from './compile-kernels.mjs';

/** `builds` are what `compileKernels` takes, as pairs; gives the bytes of each. */
export function compileInThread(builds) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: builds });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function compileAll(builds) {
  const all = [];
  for (const [entry, options] of builds) all.push(await compileKernels(entry, options));
  return all;
}

if (!isMainThread) parentPort.postMessage(await compileAll(workerData));
