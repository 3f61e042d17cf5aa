/** Finds the verb, loads and runs it, and turns errors into messages and exit codes. */
import { version } from '../../package.json';
import { EngineError, MeshError, OptionError } from '../errors.ts';
import { clearOfMemory } from '../mesh/allocation-failure.ts';
import { nearest } from '../report/nearest.ts';
import { plainText } from '../report/text.ts';
import { firstHelp, generalHelp, verbHelp } from './help.ts';
import { type Arguments, readArguments } from './input/arguments.ts';
import { EXIT, exitCodeOf } from './output/exit-codes.ts';
import { discardUnfinished } from './output/output-file.ts';
import { remedyFor } from './output/remedies.ts';
import type { Terminal } from './output/terminal.ts';
import { VERB_NAMES, VERBS, type Verb } from './verb-table.ts';

function findVerb(name: string): Verb {
  const verb = VERBS.find((candidate) => candidate.name === name);
  if (verb) return verb;
  const near = nearest(name, VERB_NAMES);
  const known = `The verbs are ${[...VERB_NAMES, 'help'].join(', ')}.`;
  const what = name.startsWith('-') ? 'option' : 'verb';
  throw new OptionError(
    what === 'option' ? 'unknown-option' : 'unknown-verb',
    `there is no ${what} "${name}". ${near ? `Did you mean ${near}? ` : ''}${known}`,
    { [what]: name },
  );
}

async function withFilesExpanded(verb: Verb, args: Arguments): Promise<Arguments> {
  if (!verb.takes.includes('<file') || !args.files.some((file) => /[*?[]/.test(file))) return args;
  const { expandGlobs } = await import('./input/expand-globs.ts');
  return args.withFiles(expandGlobs(args.files));
}

async function refuseOverwriting(verb: Verb, args: Arguments): Promise<void> {
  if (!verb.options.some(({ name, value }) => value === 'file' && args.has(name))) return;
  const { refuseOverwriting } = await import('./input/refuse-overwriting.ts');
  refuseOverwriting(args, verb.options);
}

/** Starts watching the limits that the verb accepts, if any were given. */
async function withLimits(verb: Verb, args: Arguments, words: readonly string[], terminal: Terminal) {
  const takesLimits = verb.options.some(({ name }) => name === 'timeout');
  if (!takesLimits || !(args.has('timeout') || args.has('memory'))) return () => {};
  const { watchLimits } = await import('./limits.ts');
  return watchLimits(args, (error) => {
    reportError(error, [verb.name, ...words], terminal);
    discardUnfinished();
    process.exit(EXIT.badInput);
  });
}

async function runVerb(verb: Verb, words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.includes('--help')) {
    terminal.print(verbHelp(verb));
    return EXIT.done;
  }
  const args = await withFilesExpanded(verb, readArguments(verb.name, words, verb.options));
  await refuseOverwriting(verb, args);
  const run = await verb.load();
  const release = await withLimits(verb, args, words, terminal);
  try {
    return await run(args, args.has('quiet') ? terminal.quietly() : terminal);
  } finally {
    release();
  }
}

function printHelp(verb: string | undefined, terminal: Terminal): number {
  terminal.print(verb === undefined ? generalHelp() : verbHelp(findVerb(verb)));
  return EXIT.done;
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = words;
  switch (first) {
    case undefined:
      terminal.error(firstHelp());
      return EXIT.badInput;
    case 'help':
    case '--help':
    case '-h':
      return printHelp(rest[0], terminal);
    case '--version':
    case '-v':
      terminal.print(`${version}\n`);
      return EXIT.done;
    default:
      return runVerb(findVerb(first), rest, terminal);
  }
}

/** Our own errors need one line, even where names in them hold line breaks. Anything else is a bug, so the stack is shown. */
function messageOf(error: unknown, words: readonly string[]): string {
  if (error instanceof MeshError || error instanceof OptionError || error instanceof EngineError) {
    return plainText(`${error.name} ${error.message}${remedyFor(error, words)}`);
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `unexpected: ${stack}\nThis is a bug in collidescope. Please report it, with the file that caused it.`;
}

function errorDocument(command: string, error: unknown) {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  return { command, version, error: { name, code, message } };
}

/** Runs the command line `words` and returns its exit code. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(words, terminal);
  } catch (thrown) {
    const error = clearOfMemory(thrown, words.join(' '));
    reportError(error, words, terminal);
    return exitCodeOf(error);
  }
}

function reportError(error: unknown, words: readonly string[], terminal: Terminal): void {
  terminal.error(messageOf(error, words));
  if (words.includes('--json')) terminal.printJson(errorDocument(words[0], error));
}
