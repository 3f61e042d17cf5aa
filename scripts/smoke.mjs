/**
 * `npm run smoke`: the package as a stranger gets it. Packs dist, installs the archive into an empty folder with npm, and runs
 * the library, the readers and the command there. `npm run smoke -- collidescope@latest` does the same with what is published.
 *
 * Exits with 1, and says which step failed, when something does not work or the folder is larger than promised.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.mjs';

const INSTALLED_MAX = 15_000_000;
const shell = process.platform === 'win32'; // npm is a .cmd file there
const npm = (words, cwd) =>
  execFileSync('npm', words, { cwd, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 'inherit'] });

const OBJ = 'o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no b\nv .2 .2 -1\nv .2 .2 1\nv 1 1 0\nf 4 5 6\n';
const PROGRAM = `
  const engine = await createEngine(OPTIONS);
  const scene = engine.createScene();
  for (const part of (await readModel(readFileSync('two.obj'), { name: 'two.obj' })).parts) scene.add(part);
  const { trianglePairs } = await scene.collide();
  engine.dispose();
  console.log(String(trianglePairs));
`;
const IMPORTS = `import { readFileSync } from 'node:fs';
import { createEngine } from 'collidescope';
import { readModel } from 'collidescope/io';
`;
const REQUIRES = `const { readFileSync } = require('node:fs');
const { createEngine } = require('collidescope');
const { readModel } = require('collidescope/io');
`;

function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

function pack(folder) {
  const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(npm(words, root));
  return join(folder, filename);
}

function expectEqual(what, found, expected) {
  if (found !== expected)
    throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  console.log(`ok  ${what}`);
}

function smoke(spec, folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'two.obj'), OBJ);
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', spec], folder);
  const size = sizeOf(join(folder, 'node_modules'));
  expectEqual(
    `installed size, ${(size / 1e6).toFixed(1)} MB, is below ${INSTALLED_MAX / 1e6} MB`,
    size < INSTALLED_MAX,
    true,
  );

  const run = (file, text) => {
    writeFileSync(join(folder, file), text);
    return execFileSync(process.execPath, ['--no-warnings', file], { cwd: folder, encoding: 'utf8' }).trim();
  };
  expectEqual('import, with threads', run('threads.mjs', IMPORTS + PROGRAM.replace('OPTIONS', '')), '0,0,1,0');
  expectEqual('import, no threads', run('one.mjs', IMPORTS + PROGRAM.replace('OPTIONS', '{ threads: 0 }')), '0,0,1,0');
  if (process.features.require_module) {
    const body = `(async () => {${PROGRAM.replace('OPTIONS', '')}})();`;
    expectEqual('require', run('require.cjs', REQUIRES + body), '0,0,1,0');
  } else console.log('--  require: this version of Node cannot load ES modules that way');

  const cli = join(folder, 'node_modules/collidescope/dist/cli.js');
  let status = 0;
  try {
    execFileSync(process.execPath, [cli, 'clash', 'two.obj', '--quiet'], { cwd: folder });
  } catch (error) {
    ({ status } = error);
  }
  expectEqual('the command finds the clash', status, 1);
}

const folder = mkdtempSync(join(tmpdir(), 'collidescope-smoke-'));
try {
  smoke(process.argv[2] ?? pack(folder), folder);
} catch (error) {
  console.error(`failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
