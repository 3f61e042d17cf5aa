/**
 * Runs a benchmark: `npm run bench -- <name> [options]`; without a name lists them.
 *
 * Installs and compiles what is missing, bundles bench/<name>.ts into build/bench/<name>.mjs and runs it in its own process,
 * with access to the garbage collector for measuring memory.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'bench');

/** Runs a program with its output shown. */
function run(program, ...parameters) {
  const { status, error } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    shell: program.endsWith('.cmd'),
  });
  if (error) throw error;
  return status ?? 1;
}

function need(program, ...parameters) {
  const status = run(program, ...parameters);
  if (status !== 0) process.exit(status);
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

/** The first sentence of a benchmark's header. */
function purpose(name) {
  const header = /^\/\*\*\s*([\s\S]*?)\*\//.exec(readFileSync(join(folder, `${name}.ts`), 'utf8'))?.[1] ?? '';
  return header
    .replace(/^ *\* ?/gm, '')
    .trim()
    .split('\n')[0];
}

function list() {
  console.log('npm run bench -- <name> [options]\n');
  for (const name of names) console.log(`  ${name.padEnd(10)} ${purpose(name)}`);
  console.log('\n  --help     after a name: its options');
}

async function bundle(name) {
  const { build } = await import('esbuild');
  const outfile = join(root, 'build/bench', `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [join(folder, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}

const [name, ...options] = process.argv.slice(2);
if (name === undefined || name === '--help') list();
else if (!names.includes(name)) {
  console.error(`bench: there is no benchmark "${name}"; the benchmarks are ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  if (!existsSync(join(root, 'node_modules'))) need(process.platform === 'win32' ? 'npm.cmd' : 'npm', 'ci');
  need(process.execPath, 'scripts/build-kernels.mjs');
  process.exitCode = run(process.execPath, '--expose-gc', await bundle(name), ...options);
}
