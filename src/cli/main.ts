/** Entry point of the command line: streams and the exit code. What signals do: `signals.ts`. */
import { runCommandLine } from './dispatch.ts';
import { EXIT } from './output/exit-codes.ts';
import { discardUnfinished } from './output/output-file.ts';
import { Terminal } from './output/terminal.ts';

const { stdout, stderr, env, argv } = process;
const terminal = new Terminal({ stdout, stderr, env });

// A closed pipe (`| head`) is not an error; a full disk is.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  terminal.error(`standard output could not be written: ${error.message}`);
  discardUnfinished();
  process.exit(EXIT.badInput);
});
stderr.on('error', () => {});

process.exitCode = await runCommandLine(argv.slice(2), terminal);
