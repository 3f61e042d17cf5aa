/** Runs a command from the project's root with its output shown; a failing one ends the script with its exit code. */
import { spawnSync } from 'node:child_process';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Programs of npm packages as the files that Node runs: what lies in node_modules/.bin differs from system to system. */
export const TOOL = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};

// npm is a .cmd file on Windows, and those start only through a shell; a path would need quotes there.
const needsShell = (command) => process.platform === 'win32' && !isAbsolute(command);

/** Returns whether the command succeeded. */
export function tryRun(command, args, options = {}) {
  const shell = needsShell(command);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

export function run(command, args, options) {
  if (tryRun(command, args, options)) return;
  console.error(`failed: ${[command, ...args].join(' ')}`);
  process.exit(1);
}
