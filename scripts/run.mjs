/** Runs a command from the project's root with its output shown; a failing one ends the script with its exit code. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// npm is a .cmd file on Windows, and those start only through a shell.
const shell = process.platform === 'win32';

/** Returns whether the command succeeded. */
export function tryRun(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

export function run(command, args, options) {
  if (tryRun(command, args, options)) return;
  console.error(`failed: ${[command, ...args].join(' ')}`);
  process.exit(1);
}
