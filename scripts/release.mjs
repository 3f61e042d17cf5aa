/**
 * `npm run release -- 0.2.0`: tests, writes version and changelog, builds, packs, tries the archive in an empty folder, commits and
 * tags. Pushing and publishing stay with you: the commands are printed at the end. `--dry-run` only checks, and shows the notes.
 *
 * Nothing is written before the tests have passed; if a later step fails, version and changelog are restored.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { placeholders, readProject, staleFiles } from './project-links.mjs';
import { docsWithVersion, releasedChangelog, releaseNotes, versionProblems } from './release-changelog.mjs';
import { root, run } from './run.mjs';

const path = (file) => join(root, file);
const read = (file) => readFileSync(path(file), 'utf8');
const WRITTEN = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  ...docsWithVersion(read, '').map(({ file }) => file),
];
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

function problems(version, about) {
  const found = versionProblems(read('CHANGELOG.md'), about.version, version);
  if (git('status', '--porcelain') !== '') found.push('there are changes that are not committed');
  if (git('rev-parse', '--abbrev-ref', 'HEAD') !== 'main') found.push('the branch is not main');
  if (git('tag', '--list', `v${version}`) !== '') found.push(`there is a tag v${version} already`);
  const project = readProject();
  const unnamed = placeholders(project);
  if (unnamed.length > 0)
    found.push(`project.json has a placeholder as ${unnamed.join(', ')}; fill it in, then: npm run links`);
  const stale = staleFiles(project);
  if (stale.length > 0) found.push(`links in ${stale.join(', ')} are not those of project.json; run: npm run links`);
  return found;
}

function writeVersion(version) {
  for (const file of ['package.json', 'package-lock.json']) {
    const about = JSON.parse(read(file));
    about.version = version;
    if (about.packages) about.packages[''].version = version;
    writeFileSync(path(file), `${JSON.stringify(about, null, 2)}\n`);
  }
  for (const { file, text } of docsWithVersion(read, version)) writeFileSync(path(file), text);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(path('CHANGELOG.md'), releasedChangelog(read('CHANGELOG.md'), version, today));
}

/** Builds and tries what will be published. Returns the archive's path. */
function pack() {
  const folder = path('build/release');
  mkdirSync(folder, { recursive: true });
  run('npm', ['run', 'build']);
  const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  const shell = process.platform === 'win32';
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', shell }));
  const archive = join(folder, filename);
  run(process.execPath, ['scripts/smoke.mjs', archive]);
  return archive;
}

const [version, ...options] = process.argv.slice(2);
if (!version || version.startsWith('-')) {
  console.error('usage: npm run release -- <version> [--dry-run]');
  process.exit(2);
}
const about = JSON.parse(read('package.json'));
const found = problems(version, about);
for (const problem of found) console.error(`not ready: ${problem}`);
if (options.includes('--dry-run')) console.log(`\n${version}\n\n${releaseNotes(read('CHANGELOG.md'), version)}`);
if (found.length > 0) process.exit(1);
if (options.includes('--dry-run')) process.exit(0);

run('npm', ['test'], { env: { ...process.env, CI: 'true' } });
writeVersion(version);
let isDone = false;
process.on('exit', () => {
  if (!isDone) git('checkout', '--', ...WRITTEN);
});
const archive = pack();
git('add', ...WRITTEN);
git('commit', '-m', `release: version ${version}`);
git('tag', '-a', `v${version}`, '-m', `Version ${version}`);
isDone = true;
console.log(`\nReady. To publish:
  git push --follow-tags
  npm publish ${relative(root, archive)}
  npm run smoke -- collidescope@${version}`);
