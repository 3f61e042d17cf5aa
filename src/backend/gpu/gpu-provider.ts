/**
 * Where WebGPU comes from: the browser's `navigator.gpu`, or in Node the optional package `webgpu` (Dawn).
 *
 * Promise: the same GPU object for the whole life of the process. Dawn's object must outlive every device that came out
 * of it; collected while one lives, it takes the process down, hence the module-level variable.
 */
import { EngineError } from '../../errors.ts';

// A name in a variable, so that bundlers for browsers leave the import alone.
const NODE_PACKAGE = 'webgpu';

interface NodePackage {
  create(options: string[]): GPU;
}

let nodeGpu: Promise<GPU> | undefined;

const isNode = () => typeof process !== 'undefined' && typeof process.versions?.node === 'string';

async function loadNodeGpu(): Promise<GPU> {
  try {
    const { create } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE_PACKAGE)) as NodePackage;
    return create([]);
  } catch (error) {
    nodeGpu = undefined; // it may be installed by the next try
    throw new EngineError(
      'no-webgpu',
      `the npm package "webgpu" cannot be loaded (${error instanceof Error ? error.message : error}). ` +
        "Install it with: npm install webgpu. Or use createEngine({ backend: 'wasm' }); it gives the same answers.",
    );
  }
}

/** What browsers have, on secure pages and in their workers. */
export function browserGpu(): GPU | undefined {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.gpu;
}

/** Rejects with EngineError no-webgpu, and the remedy, where there is none. */
export async function findGpu(): Promise<GPU> {
  const found = browserGpu();
  if (found) return found;
  if (!isNode()) {
    const insecure = globalThis.isSecureContext === false;
    throw new EngineError(
      'no-webgpu',
      insecure
        ? 'WebGPU is only there on secure pages. Serve this one over https or from localhost, ' +
            "or use createEngine({ backend: 'wasm' }); it gives the same answers."
        : "this browser has no WebGPU. Use createEngine({ backend: 'wasm' }); it gives the same answers.",
    );
  }
  nodeGpu ??= loadNodeGpu();
  return nodeGpu;
}
