/**
 * Plans and shards: a terrain of any size in space tiles against one process, and thousands of small files in batches.
 *
 * Every run is compared with what is known: the pairs of the terrain from its generator, the report of the files from one
 * process. Exits 1 when one differs. Times are CPU seconds of all processes (`/usr/bin/time`), which say more than the
 * clock on a machine that others use too.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags } from './support/flags.ts';
import { saveResults } from './support/results.ts';
import { sharedFolder } from './support/shared-folder.ts';
import { printTable, type Row } from './support/table.ts';
import { writeTerrain } from './support/terrain-files.ts';

const COLUMNS = 5000;
const FILE_TRIANGLES = 25_000_000;
/** Capacity of one process; larger terrains are not compared with it. */
const WHOLE_TRIANGLES = 30_000_000;
const SMALL_BYTES = 60_000;

interface Run {
  readonly cpu: number;
  readonly clock: number;
  /** Peak memory of one process. */
  readonly mebibytes: number;
  readonly stdout: string;
}

/** What one part of the benchmark found. */
interface Part {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly isRight: boolean;
}

function bundle(): string {
  const text = "import('./scripts/bundle-command-line.mjs').then((m) => m.bundleCommandLine('build/bench-cli'))";
  execFileSync(process.execPath, ['-e', text], { stdio: 'inherit' });
  return resolve('build/bench-cli/cli.js');
}

function timed(script: string, folder: string, words: readonly string[]): Run {
  const measure = join(folder, 'time');
  const command = ['-o', measure, '-f', '%U %S %e %M', process.execPath, script, ...words];
  const { stdout, stderr, status } = spawnSync('/usr/bin/time', command, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status === null || status > 2) throw new Error(`${words.join(' ')}: ${stderr}`);
  const [user, system, clock, kibibytes] = readFileSync(measure, 'utf8')
    .trim()
    .split('\n')
    .at(-1)!
    .split(' ')
    .map(Number);
  return { cpu: user + system, clock, mebibytes: Math.round(kibibytes / 1024), stdout };
}

const rowOf = (what: string, { cpu, clock, mebibytes }: Run, more: Row = {}): Row => ({
  what,
  'CPU s': cpu,
  'clock s': clock,
  'MiB of the largest process': mebibytes,
  ...more,
});

function terrain(script: string, folder: string, triangles: number, workers: string): Part {
  const count = Math.ceil(triangles / FILE_TRIANGLES);
  const columns = Math.min(COLUMNS, Math.ceil(Math.sqrt(triangles / 2)));
  const rows = Math.round(triangles / count / 2 / columns);
  const files = Array.from({ length: count }, (_, i) => `terrain-${i}.stl`);
  const written = files.map((file, i) =>
    writeTerrain(join(folder, file), { columns, rows, every: 1000, height: 20 * i }),
  );
  const pairs = written.reduce((sum, own) => sum + own.pairs, 0);
  const total = written.reduce((sum, own) => sum + own.triangles, 0);
  const found = (run: Run) => (JSON.parse(run.stdout) as { pairs: number }).pairs;
  const planned = timed(script, folder, ['plan', 'check', ...files, '--tiles', 'auto', '--out', 'terrain.jsonl']);
  const done = timed(script, folder, ['batch', 'terrain.jsonl', '--json', '--workers', workers]);
  const more = { triangles: total, pairs: found(done) };
  const table = [
    rowOf('plan', planned, { triangles: total, pairs: undefined, 'tiles / whole': undefined }),
    rowOf(`batch, ${workers} workers`, done, more),
  ];
  let isRight = found(done) === pairs;
  if (total <= WHOLE_TRIANGLES) {
    const whole = timed(script, folder, ['check', ...files, '--json']);
    isRight &&= found(whole) === pairs;
    const ratio = (planned.cpu + done.cpu) / whole.cpu;
    table.push(rowOf('check in one process', whole, { triangles: total, pairs: found(whole), 'tiles / whole': ratio }));
  }
  return { title: 'one large model', rows: table, isRight };
}

/** Small models of the shared folder, or terrains where there is none; one in a hundred is broken. */
function writeFiles(folder: string, count: number): void {
  mkdirSync(folder);
  const shared = sharedFolder;
  const models = shared
    ? readdirSync(join(shared, 'meshes'), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(obj|off|ply|stl)$/.test(name))
        .map((name) => join(shared, 'meshes', name))
        .filter((path) => statSync(path).size < SMALL_BYTES)
        .sort()
    : [];
  for (let i = 0; i < count; i++) {
    const name = (ending: string) => join(folder, `${String(i).padStart(6, '0')}${ending}`);
    const model = models[i % Math.max(1, models.length)];
    if (i % 100 === 50) writeFileSync(name('.stl'), 'broken');
    else if (model) cpSync(model, name(extname(model)));
    else writeTerrain(name('.stl'), { columns: 10 + (i % 7), rows: 10, every: 30 });
  }
}

function smallFiles(script: string, folder: string, count: number): Part {
  writeFiles(join(folder, 'models'), count);
  timed(script, folder, ['plan', 'check', 'models', '--out', 'models.jsonl']);
  const files = readdirSync(join(folder, 'models')).map((name) => join('models', name));
  const whole = timed(script, folder, ['check', ...files, '--json']);
  const runs = ['1', '2'].map((workers) => {
    rmSync(join(folder, 'models.shards'), { recursive: true, force: true });
    return timed(script, folder, ['batch', 'models.jsonl', '--json', '--workers', workers]);
  });
  const answer = ({ stdout }: Run) => {
    const { milliseconds: _, threads: _t, ...rest } = JSON.parse(stdout);
    return JSON.stringify(Object.entries(rest).sort(([p], [q]) => (p < q ? -1 : 1)));
  };
  const overhead = (run: Run) => (1000 * (run.cpu - whole.cpu)) / count;
  const table = [
    rowOf('check in one process', whole, {
      files: count,
      'CPU ms more per file': undefined,
      'times faster than 1': undefined,
    }),
    rowOf('batch, 1 worker', runs[0], { files: count, 'CPU ms more per file': overhead(runs[0]) }),
    rowOf('batch, 2 workers', runs[1], {
      files: count,
      'CPU ms more per file': overhead(runs[1]),
      'times faster than 1': runs[0].clock / runs[1].clock,
    }),
  ];
  return { title: 'many small files', rows: table, isRight: runs.every((run) => answer(run) === answer(whole)) };
}

export async function run(): Promise<boolean> {
  const flags = readFlags({
    triangles: { type: 'string', help: 'of the terrain [2000000]; 0 for none' },
    files: { type: 'string', help: 'small files [5000]; 0 for none' },
    workers: { type: 'string', help: 'processes for the terrain [2]' },
    save: { type: 'boolean', help: 'append to bench/results' },
  });
  const [triangles, files] = [Number(flags.triangles ?? 2_000_000), Number(flags.files ?? 5000)];
  const script = bundle();
  const folder = mkdtempSync(join(tmpdir(), 'collidescope-bench-'));
  try {
    const parts = [
      ...(triangles > 0 ? [terrain(script, folder, triangles, flags.workers ?? '2')] : []),
      ...(files > 0 ? [smallFiles(script, folder, files)] : []),
    ];
    for (const { title, rows, isRight } of parts) {
      printTable(title, rows);
      console.log(isRight ? 'the answer is right\n' : 'THE ANSWER IS WRONG\n');
      if (flags.save) saveResults('shards', rows, ['what']);
    }
    return parts.every(({ isRight }) => isRight);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
