/**
 * `npm test`: sets the clone up, then lint, import directions, types, build and all tests. Every part runs even if one
 * before it failed. The last line sums up: each part before the tests counts as one.
 *
 * `npm run test:long` takes all seeds and sizes instead of a tenth, and runs what needs minutes (`test/support/thoroughness.ts`).
 * `--portable` leaves out the tests that need Unix. Other arguments go to vitest.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, TOOL, tryRun } from './run.mjs';
import { setup } from './setup.mjs';
import { ensureSystemPackages, PORTABLE } from './system-packages.mjs';

const RESULTS = 'build/test-results.json';

const CHECKS = [
  ['Lint and format', [TOOL.biome, 'check', '.']],
  ['Import directions', ['scripts/check-imports.mjs']],
  ['Types', [TOOL.tsc, '-p', 'tsconfig.json', '--noEmit']],
  ['Types of the kernels', [TOOL.tsc, '-p', 'tsconfig.kernels.json']],
  ['Build', ['scripts/build.mjs']],
];

const isLong = process.argv.includes('--long');
const isPortable = process.argv.includes('--portable');
const given = process.argv.slice(2).filter((word) => word !== '--long' && word !== '--portable');
const vitestArguments = isPortable ? [...PORTABLE, ...given] : given;
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

for (const [title, words] of CHECKS) {
  section(title);
  check(tryRun(process.execPath, words));
}

section('Tests');
rmSync(join(root, RESULTS), { force: true });
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
addVitestResults(tryRun(process.execPath, [TOOL.vitest, 'run', ...reporters, ...vitestArguments]));

const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(`\nin ${minutes} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
