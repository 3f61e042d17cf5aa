/**
 * What the GitHub Action installs, and where: the command line and the packages that read IFC, STEP, IGES and BREP.
 *
 *   node install.mjs <folder>
 *
 * Versions are those of this checkout, so whoever pins the action by a tag or commit pins all of it. COLLIDESCOPE_VERSION asks for another
 * version of the command line.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const READERS = ['web-ifc', 'occt-import-js'];

const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** What npm is to install, each with an exact version. */
export function packagesToInstall(wanted = '') {
  const { version } = json('../package.json');
  const { packages } = json('../package-lock.json');
  const readers = READERS.map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
  return [`collidescope@${wanted.trim() || version}`, ...readers];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...words, ...packagesToInstall(process.env.COLLIDESCOPE_VERSION)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
