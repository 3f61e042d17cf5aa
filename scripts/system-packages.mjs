/**
 * The system packages that some tests need. Installs what is missing if that needs no questions (Debian, as
 * root); otherwise prints how, and those tests are skipped, or fail with CI=true. And the tests that need none of them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tryRun } from './run.mjs';

/** Tests that need neither a shell nor commands of Unix; pages among them are skipped where there is no Chromium. */
export const PORTABLE = [
  ...[
    'exact',
    'memory',
    'mesh',
    'tile-lists',
    'queries',
    'oracle',
    'parity',
    'io',
    'repro',
    'backend',
    'report',
    'fuzz',
  ],
  ...['attack', 'bench', 'scenes', 'three'],
].map((folder) => `test/${folder}/`);

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Where Chromium is: COLLIDESCOPE_CHROMIUM, else the first known name on the PATH. */
export function findChromium() {
  const asked = process.env.COLLIDESCOPE_CHROMIUM;
  if (asked) return existsSync(asked) ? asked : undefined;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

/** Where the Redis server is that queues are tested with. */
export function findRedisServer() {
  const folder = (process.env.PATH ?? '').split(delimiter).find((own) => existsSync(join(own, 'redis-server')));
  return folder && join(folder, 'redis-server');
}

function hasVulkanLoader() {
  if (process.platform !== 'linux') return true;
  const folders = ['/usr/lib', '/usr/local/lib', '/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const nested = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes('linux'))
      .map((entry) => join(folder, entry.name)),
  );
  return [...folders, ...nested].some((folder) => existsSync(join(folder, 'libvulkan.so.1')));
}

function missingPackages() {
  return [
    ...(findChromium() ? [] : ['chromium']),
    ...(hasVulkanLoader() ? [] : ['libvulkan1']),
    ...(findRedisServer() ? [] : ['redis-server']),
  ];
}

/** Returns what is still missing afterwards. */
export function ensureSystemPackages() {
  const missing = missingPackages();
  if (missing.length === 0) return missing;
  const canInstall = process.getuid?.() === 0 && onPath('apt-get');
  if (canInstall) {
    console.log(`installing ${missing.join(' and ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
    if (tryRun('apt-get', ['update', '-qq'], { env })) tryRun('apt-get', install, { env });
  }
  const still = missingPackages();
  if (still.length > 0) {
    const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
    console.log(`${still.join(' and ')} missing; the tests that need it cannot run.`);
    const command = `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${still.join(' ')}`;
    if (process.platform === 'linux') console.log(`On Debian, install with:\n  ${command}`);
  }
  return still;
}
