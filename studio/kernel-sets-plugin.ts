/**
 * Leaves out the middle set of kernels: clashes, which the studio asks for most, need all of them. A query that asks for that set
 * gets all, and a session loads two sets at most.
 */
import type { Plugin } from 'vite';

const MIDDLE_SET = /\/generated\/step-(single|shared)\.ts$/;

export function kernelSets(): Plugin {
  return {
    name: 'studio-kernel-sets',
    apply: 'build',
    enforce: 'pre',
    transform(_code, id) {
      const form = MIDDLE_SET.exec(id)?.[1];
      if (form === undefined) return null;
      const suffix = form.toUpperCase();
      return { code: `export { WASM_ALL_${suffix} as WASM_STEP_${suffix} } from './all-${form}.ts';`, map: null };
    },
  };
}
