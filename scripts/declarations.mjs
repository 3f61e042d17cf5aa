/** What the generators of kernel sources share: declarations of src, evaluated, and writing only what has changed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { root } from './run.mjs';

/** The names that `source` exports, from TypeScript, which Node cannot run as it is. */
export async function evaluate(source) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'warning',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** Leaves the file alone when nothing changed, so that its time says when it did. */
export async function writeIfChanged(file, text) {
  const old = await readFile(file, 'utf8').catch(() => undefined);
  if (old === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
