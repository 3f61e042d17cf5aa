/** `collidescope studio`: serves the studio to this machine and opens it in the browser. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { OptionError } from '../../errors.ts';
import { findBeside } from '../beside.ts';
import type { Arguments } from '../input/arguments.ts';
import { checkReadable } from '../input/read-bytes.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { readRecent, recentPath, rememberOpened } from '../studio/recent.ts';
import { type StudioServer, type StudioServerOptions, serveStudio } from '../studio/server.ts';

const PORT_MOST = 65_535;
/** The same port at every start, if free: browsers keep what was open, and how it looked, by address. */
const USUAL_PORT = 47_213;

/** Undefined if not given. */
function portSetting(args: Arguments): number | undefined {
  const text = args.text('port');
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= PORT_MOST) return port;
  throw new OptionError('option-value', `--port is "${text}"; expected a whole number from 0 to ${PORT_MOST}.`, {
    option: 'port',
  });
}

/** Opens the browser. If there is none, the printed address must suffice. */
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

/** Status requested by the page of a plan. The code for plans is loaded only when one is given. */
async function watchPlan(path: string) {
  const [{ openPlan }, { StatusReader }] = await Promise.all([
    import('../shards/open-plan.ts'),
    import('../shards/plan-status.ts'),
  ]);
  return new StatusReader(await openPlan(path, undefined));
}

/** On the usual port, or on any free one. */
async function serve(options: Omit<StudioServerOptions, 'port'>, port: number | undefined): Promise<StudioServer> {
  if (port !== undefined) return serveStudio({ ...options, port });
  try {
    return await serveStudio({ ...options, port: USUAL_PORT });
  } catch {
    return serveStudio({ ...options, port: 0 });
  }
}

export async function studio(args: Arguments, terminal: Terminal): Promise<number> {
  const port = portSetting(args);
  const [joints, srdf] = [args.text('joints'), args.text('srdf')];
  const isRobot = args.files.some((file) => /\.urdf$/i.test(file));
  if (srdf !== undefined && !isRobot)
    throw new OptionError('option-alone', '--srdf goes with a URDF; name one.', { option: 'srdf' });
  if (joints !== undefined && (isRobot || args.files.length === 0)) {
    const why = isRobot ? 'does not go with a URDF, which has its own' : 'says how parts of files move; name them';
    throw new OptionError('option-alone', `--joints ${why}.`, { option: 'joints' });
  }
  const files = [...args.files, ...(srdf === undefined ? [] : [srdf])];
  for (const file of [...files, ...(joints === undefined ? [] : [joints])]) await checkReadable(file);
  const page = await findBeside('studio/index.html');
  if (!page) throw new OptionError('no-studio', 'the studio is not built here. In a clone, run: npm run studio');
  const plan = args.text('plan');
  const watched = plan === undefined ? undefined : await watchPlan(plan);
  const remembers = !args.has('no-recent');
  const recent = remembers ? readRecent(recentPath()) : [];
  const options = {
    folder: dirname(page),
    files,
    recent,
    ...(joints !== undefined && { joints }),
    allowOutside: args.has('allow-outside'),
    ...(watched && { status: () => watched.read() }),
  };
  const server = await serve(options, port);
  if (remembers) rememberOpened(recentPath(), args.files, Date.now());
  const url = watched ? `${server.url}status.html` : server.url;
  terminal.print(`studio: ${url}\n`);
  terminal.note('Press Ctrl-C to stop. Nothing leaves this machine.');
  if (!args.has('no-open')) openBrowser(url);
  await server.ended;
  return EXIT.done;
}
