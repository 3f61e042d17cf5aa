/**
 * Compiles the kernels (AssemblyScript: every folder of src called `kernels`) four times: what `collide` needs, and all queries,
 * each with threads and without. Bundles the worker that runs them, and writes all into src/backend/wasm/generated as
 * modules; beside that, the worker that reads CAD files. Embedded, they load alike in Node, in bundlers and on plain
 * pages: nothing has to be copied, served or configured. What else is generated in src is brought up to date as well.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { bundleCadWorker } from './build-cad-worker.mjs';
import { bundleReportViewer } from './bundle-report-viewer.mjs';
import { bundleWorker } from './bundle-worker.mjs';
import { evaluate } from './declarations.mjs';
import { generateRecords } from './generate-records.mjs';
import { generateRegistry } from './generate-registry.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'src/backend/wasm/generated');

const COMMON = [
  '-O3',
  '--noAssert',
  '--enable',
  'simd',
  '--disableWarning',
  '201',
  '--disableWarning',
  '112',
  '--importMemory',
  '--runtime',
  'stub',
  '--initialMemory',
  '40',
];
/** Where kernels, or parts of the worker, lie. */
const SOURCES = ['memory', 'exact', 'mesh', 'tile-lists', 'backend/wasm', 'queries'];
/** For profiling: keeps the names of functions. Such a build counts as stale, so that it is never published. */
const NAMES = process.argv.includes('--names');
const SHARED = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
const SINGLE = ['--disable', 'threads'];
const DECLARATIONS = `export { STATIC_BASE, STATIC_BYTES_EACH } from './src/memory/constants.ts';`;

/** What is compiled: a module in `generated`, its entry, and what asc is told. */
async function builds() {
  const { STATIC_BASE, STATIC_BYTES_EACH } = await evaluate(DECLARATIONS);
  const collide = { entry: 'index', base: STATIC_BASE, only: 1 };
  const all = { entry: 'all', base: STATIC_BASE + STATIC_BYTES_EACH, only: 0 };
  return [
    { name: 'collide-shared', ...collide, flags: SHARED },
    { name: 'collide-single', ...collide, flags: SINGLE },
    { name: 'all-shared', ...all, flags: SHARED },
    { name: 'all-single', ...all, flags: SINGLE },
  ];
}

/** When the newest source below a folder was written; what this script writes does not count. */
async function newest(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('wasm/generated'));
  const times = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mtimeMs),
  );
  return Math.max(0, ...times);
}

async function isFresh() {
  try {
    const names = ['worker-source', ...(await builds()).map(({ name }) => name)];
    const built = await Promise.all(names.map((name) => stat(join(target, `${name}.ts`))));
    const sources = [
      ...(await Promise.all(SOURCES.map((folder) => newest(join(root, 'src', folder))))),
      (await stat(fileURLToPath(import.meta.url))).mtimeMs,
    ];
    const first = (await readFile(join(target, 'all-shared.ts'), 'utf8')).split('\n', 1)[0];
    return !first.includes('--names') && Math.min(...built.map((file) => file.mtimeMs)) > Math.max(...sources);
  } catch {
    return false;
  }
}

/**
 * Kernels are plain TypeScript to the formatter and to tsc, for which decorators of functions are errors; so they are
 * written as comments, `// @inline`, and become decorators here.
 */
const withDecorators = (text) => text.replace(/^([ \t]*)\/\/ (@(?:inline|unmanaged|external\(.*\)))$/gm, '$1$2');

async function compile({ name, entry, base, only, flags }) {
  const asc = await import('assemblyscript/asc');
  const outputs = new Map();
  const messages = [];
  const { error } = await asc.main(
    [
      `src/queries/kernels/${entry}.ts`,
      '-o',
      'kernels.wasm',
      ...COMMON,
      '--memoryBase',
      `${base}`,
      '--use',
      `COLLIDE_ONLY=${only}`,
      ...flags,
      ...(NAMES ? ['--debug'] : []),
    ],
    {
      stdout: { write: (text) => messages.push(text) },
      stderr: { write: (text) => messages.push(text) },
      readFile: (file, base) => readFile(join(base || root, file), 'utf8').then(withDecorators, () => null),
      writeFile: (file, data) => outputs.set(file, data),
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernels do not compile (${name}):\n${messages.join('')}`);
  const bytes = outputs.get('kernels.wasm');
  await writeModule(`${name}.ts`, `WASM_${name.toUpperCase().replace('-', '_')}`, packed(bytes));
  return bytes.length;
}

/** Base64 that has not been deflated hides repetition from the compression of a web server. Unpacked in backend/wasm/kernels.ts. */
const packed = (bytes) => deflateSync(bytes, { level: 9, memLevel: 9 }).toString('base64');

async function writeModule(file, constant, text) {
  const body = `// Generated by scripts/build-kernels.mjs${NAMES ? ' --names' : ''}; do not edit.\nexport const ${constant} = ${JSON.stringify(text)};\n`;
  await writeFile(join(target, file), body);
}

await generateRecords();
await generateRegistry();
await bundleCadWorker();
await bundleReportViewer();
if (!NAMES && !process.argv.includes('--force') && (await isFresh())) process.exit(0);
process.chdir(root);
await mkdir(target, { recursive: true });
const sizes = [];
for (const build of await builds()) sizes.push(`${build.name} ${await compile(build)} bytes`);
await writeModule('worker-source.ts', 'WORKER_SOURCE', await bundleWorker('src/backend/wasm/worker.ts'));
console.log(`kernels: ${sizes.join(', ')}`);
