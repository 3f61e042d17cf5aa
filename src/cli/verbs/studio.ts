/** `collidescope studio`: the page that shows where models collide, served on this machine. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OptionError } from '../../errors.ts';
import type { Arguments } from '../input/arguments.ts';
import { checkReadable } from '../input/read-bytes.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { findStudio, serveStudio } from '../studio/server.ts';

const PORT_MOST = 65_535;

function portSetting(args: Arguments): number {
  const text = args.text('port');
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= PORT_MOST) return port;
  throw new OptionError('option-value', `--port is "${text}"; expected a whole number from 0 to ${PORT_MOST}.`, {
    option: 'port',
  });
}

/** Opens the browser. Where there is none the address has been printed, which is enough. */
function openBrowser(url: string): void {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(command, words, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

export async function studio(args: Arguments, terminal: Terminal): Promise<number> {
  const port = portSetting(args);
  for (const file of args.files) await checkReadable(file);
  const folder = await findStudio(dirname(fileURLToPath(import.meta.url)));
  const server = await serveStudio({ folder, files: args.files, port, allowOutside: args.has('allow-outside') });
  terminal.print(`studio: ${server.url}\n`);
  terminal.note('Ctrl-C ends it. Nothing leaves this machine.');
  if (!args.has('no-open')) openBrowser(server.url);
  await server.ended;
  return EXIT.done;
}
