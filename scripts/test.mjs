/**
 * `npm test`: sets the clone up, then lint, import directions, types, build and all tests. Every part runs even if one
 * before it failed. The last line sums up: each part before the tests counts as one.
 *
 * `npm run test:long` takes all seeds and sizes instead of a tenth, and runs what needs minutes (`test/support/thoroughness.ts`).
 * Other arguments go to vitest.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, tryRun } from './run.mjs';
import { setup } from './setup.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const RESULTS = 'build/test-results.json';
const bin = (name) => join('node_modules/.bin', name);

const CHECKS = [
  ['Lint and format', bin('biome'), ['check', '.']],
  ['Import directions', process.execPath, ['scripts/check-imports.mjs']],
  ['Types', bin('tsc'), ['-p', 'tsconfig.json', '--noEmit']],
  ['Types of the kernels', bin('tsc'), ['-p', 'tsconfig.kernels.json']],
  ['Build', process.execPath, ['scripts/build.mjs']],
];

const isLong = process.argv.includes('--long');
const vitestArguments = process.argv.slice(2).filter((word) => word !== '--long');
if (isLong) process.env.COLLIDESCOPE_SLOW = '1';

const begun = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };

function section(title) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`);
}

function check(succeeded) {
  if (succeeded) total.passed++;
  else total.failed++;
}

/** Counts of vitest's own report. A file that could not be loaded has no tests in it; it counts as one that failed. */
function addVitestResults(succeeded) {
  const file = join(root, RESULTS);
  if (!existsSync(file)) {
    check(succeeded);
    return;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  total.passed += report.numPassedTests;
  total.failed += !succeeded && failed === 0 ? 1 : failed;
  total.skipped += report.numPendingTests + report.numTodoTests;
}

section('Setup');
setup();

section('System packages');
const missing = ensureSystemPackages();
if (missing.length === 0) console.log('all there');
else if (process.env.CI === 'true') check(false);

for (const [title, command, args] of CHECKS) {
  section(title);
  check(tryRun(command, args));
}

section('Tests');
rmSync(join(root, RESULTS), { force: true });
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
addVitestResults(tryRun(bin('vitest'), ['run', ...reporters, ...vitestArguments]));

const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(`\nin ${minutes} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
