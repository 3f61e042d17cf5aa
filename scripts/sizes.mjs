/**
 * `npm run sizes`: what the built package costs a page. Each entry point and a few programs are bundled as for a page
 * (esbuild, minified, split), then run in Node, where every file that a program loads is noted; what it never loads is not
 * counted. Packages that the reader installs anyway (three.js) are left out.
 *
 * Compressed: each file by itself, as a server sends it, with gzip and with brotli at their strongest.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './run.mjs';

const SCENE = `
const engine = await createEngine({ backend: 'wasm', threads: 0 });
const scene = engine.createScene();
scene.add({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) });
scene.add({ positions: new Float32Array([0.25, 0.25, -1, 0.25, 0.25, 1, 1, 1, 0]) });
`;
const PROGRAM = `import { createEngine } from 'collidescope';\n${SCENE}`;
const STL = `new TextEncoder().encode('solid a\\nfacet normal 0 0 1\\nouter loop\\nvertex 0 0 0\\nvertex 1 0 0\\nvertex 0 1 0\\nendloop\\nendfacet\\nendsolid\\n')`;

/** What is measured: a name, and a program whose loaded files count. */
export const PROGRAMS = {
  'collidescope (import only)': `import * as all from 'collidescope'; globalThis.all = all;`,
  'collidescope/io (import only)': `import * as all from 'collidescope/io'; globalThis.all = all;`,
  'collidescope/papers (import only)': `import * as all from 'collidescope/papers'; globalThis.all = all;`,
  'collidescope/three (import only)': `import * as all from 'collidescope/three'; globalThis.all = all;`,
  'collide on wasm': `${PROGRAM}await scene.collide({ self: true });`,
  'steps of a simulation': `import { createEngine } from 'collidescope';
    ${SCENE.replace('threads: 0', "threads: 0, prepare: ['contacts', 'impacts']")}
    scene.aim(1, new Float32Array([0.25, 0.25, 1, 0.25, 0.25, 2, 1, 1, 1]));
    await scene.advance({ gap: 0.01 });
    await scene.collide();`,
  'collide, within, inside, impacts': `${PROGRAM}
    await scene.collide();
    await scene.within(1);
    await scene.inside(0, new Float32Array(3), { allowOpen: true });
    await scene.impacts();`,
  'clashes on wasm': `${PROGRAM}await scene.clashes();`,
  'an STL file, read and collided': `import { readModel } from 'collidescope/io';\n${PROGRAM}
    const { parts } = await readModel(${STL}, { name: 'a.stl' });
    for (const part of parts) scene.add(part);
    await scene.collide();`,
};

/** Notes every module that is loaded from the bundle. */
const HOOK = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(process.env.COLLIDESCOPE_LOADED, url + '\\n');
  return next(url, context);
}
`;
const REGISTER = `import { register } from 'node:module';\nregister('./hook.mjs', import.meta.url);\n`;

async function bundle(source, outdir, packageFolder) {
  const entry = (file) => join(packageFolder, 'dist', file);
  await build({
    stdin: { contents: source, resolveDir: root, sourcefile: 'program.js' },
    outdir,
    entryNames: 'program',
    outExtension: { '.js': '.mjs' },
    alias: {
      'collidescope/io': entry('io.js'),
      'collidescope/papers': entry('papers.js'),
      'collidescope/three': entry('three.js'),
      collidescope: entry('index.js'),
    },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['three', 'node:*'],
    logLevel: 'error',
  });
}

/** The files that the program in `folder` loads when it runs. */
function loadedFiles(folder) {
  const list = join(folder, 'loaded.txt');
  writeFileSync(list, '');
  writeFileSync(join(folder, 'hook.mjs'), HOOK);
  writeFileSync(join(folder, 'register.mjs'), REGISTER);
  const program = pathToFileURL(join(folder, 'bundle/program.mjs')).href;
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      pathToFileURL(join(folder, 'register.mjs')).href,
      '--input-type=module',
      '-e',
      `await import('${program}')`,
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, COLLIDESCOPE_LOADED: list } },
  );
  if (status !== 0) throw new Error(`the program does not run:\n${stderr}`);
  const urls = new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean));
  return [...urls].map((url) => fileURLToPath(url)).filter((file) => file.startsWith(join(folder, 'bundle')));
}

/**
 * @param {string} packageFolder Where the package lies, with its dist.
 * @param {Record<string, string>} programs
 * @returns {Promise<{ name: string, files: number, minified: number, gzip: number, brotli: number }[]>} in bytes
 */
export async function measureSizes(packageFolder = root, programs = PROGRAMS) {
  // Below the project, so that programs find its packages.
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build/sizes-'));
  try {
    const rows = [];
    for (const [name, source] of Object.entries(programs)) {
      const own = join(folder, `${rows.length}`);
      await bundle(source, join(own, 'bundle'), packageFolder);
      const contents = loadedFiles(own).map((file) => readFileSync(file));
      const total = (sizeOf) => contents.reduce((sum, content) => sum + sizeOf(content), 0);
      rows.push({
        name,
        files: contents.length,
        minified: total((content) => content.length),
        gzip: total((content) => gzipSync(content, { level: 9 }).length),
        brotli: total((content) => brotliCompressSync(content).length),
      });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The rows as a Markdown table, in kB of 1000 bytes. */
export function sizeTable(rows) {
  const kilo = (bytes) => (bytes / 1000).toFixed(1);
  const lines = rows.map(
    ({ name, files, minified, gzip, brotli }) =>
      `| ${name} | ${files} | ${kilo(minified)} | ${kilo(gzip)} | ${kilo(brotli)} |`,
  );
  return [
    '| what a page loads | files | minified kB | gzip kB | brotli kB |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(sizeTable(await measureSizes()));
