/** Files of npm packages: in Node found by themselves; a page brings its own reader. */

import { MeshError } from '../../src/index.ts';

/** The bytes of `package/path` as Node finds it from here. */
export async function readPackageFile(path: string): Promise<Uint8Array> {
  // Names in variables, so that bundlers for pages leave the imports alone.
  const [modules, files] = ['node:module', 'node:fs/promises'];
  if (typeof process === 'undefined') {
    throw new Error(`on a page, open this scene with { readFile }: it needs ${path}, for example by fetch().`);
  }
  const { createRequire } = (await import(/* @vite-ignore */ modules)) as typeof import('node:module');
  const { readFile } = (await import(/* @vite-ignore */ files)) as typeof import('node:fs/promises');
  try {
    return await readFile(createRequire(import.meta.url).resolve(path));
  } catch (error) {
    const name = path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/');
    throw new MeshError(
      'missing-package',
      `this scene needs the npm package "${name}" (${error}). Run: npm install ${name}`,
    );
  }
}
