/**
 * `npm run studio [-- <files>]`: sets up a clone, builds the studio and serves it to this machine.
 * `npm run studio -- --build <folder>` writes it as static files for any web host instead, with all scans.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { root } from './run.mjs';
import { setup } from './setup.mjs';

const words = process.argv.slice(2);
// npm runs scripts in the project's folder; the user's paths are relative to where npm was called.
const from = process.env.INIT_CWD ?? process.cwd();

setup();
const { buildStudio } = await import('./build-studio.mjs');
if (words[0] === '--build') {
  const folder = resolve(from, words[1] ?? 'studio-site');
  await buildStudio(folder, 'everything');
  console.log(`studio: static files in ${folder}`);
  console.log('Serve them with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp');
  console.log('to get threads; without these headers it runs on one.');
} else {
  const { bundleCommandLine } = await import('./bundle-command-line.mjs');
  const [cli] = await Promise.all([bundleCommandLine(), buildStudio(join(root, 'build/studio'), 'published')]);
  const server = spawn(process.execPath, [cli, 'studio', ...words], { cwd: from, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)));
}
