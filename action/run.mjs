/**
 * The GitHub Action's one step: runs the command line and tells GitHub what it found.
 *
 *   node run.mjs <path of cli.js> <file…>
 *
 * Options come from the environment (action.yml). The report folder gets `collidescope.json`, and `collidescope.html` where
 * the version can write one. Ends with the exit code of the command line.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { annotations, findingsOf, summary } from './findings.mjs';

const BAD_USAGE = 2;
const OUTPUT_MAX = 2 ** 30;
const COMMANDS = ['clash', 'check', 'motion'];

const lines = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function fail(message) {
  console.log(`::error::${message}`);
  process.exit(BAD_USAGE);
}

function runCli(cli, words, maxBuffer = OUTPUT_MAX) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { stdout, status, error } = spawnSync(process.execPath, [cli, ...words], {
    encoding: 'utf8',
    stdio,
    maxBuffer,
  });
  if (error) fail(`the command line could not be run: ${error.message}`);
  return { stdout, status: status ?? BAD_USAGE };
}

const [cli, ...files] = process.argv.slice(2);
const {
  COLLIDESCOPE_COMMAND: command = 'clash',
  COLLIDESCOPE_ARGUMENTS: more,
  COLLIDESCOPE_BASELINE: baseline,
  COLLIDESCOPE_REPORT: reportFolder,
  GITHUB_STEP_SUMMARY: summaryFile,
  GITHUB_OUTPUT: outputFile,
} = process.env;

if (!COMMANDS.includes(command)) fail(`command is "${command}"; expected ${COMMANDS.join(', ')}`);
if (files.length === 0) fail('no files were given; expected at least one path or pattern');
if (baseline && command !== 'clash') fail('a baseline is for the command "clash"');

// A file may be called --csv=x.obj, or -: with a folder before it, it is no option and not standard input.
const paths = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
const words = [command, ...paths, ...lines(more), ...(baseline ? ['--baseline', baseline] : []), '--json'];
if (reportFolder) {
  mkdirSync(reportFolder, { recursive: true });
  if (/^\s+--report /m.test(runCli(cli, [command, '--help']).stdout)) {
    words.push('--report', join(reportFolder, 'collidescope.html'));
  }
}
const { stdout, status } = runCli(cli, words);
if (status > 1 && stdout.trim() === '') process.exit(status); // the reason is on standard error

if (reportFolder) writeFileSync(join(reportFolder, 'collidescope.json'), stdout);
const document = JSON.parse(stdout);
const failed = status !== 0;
const findings = findingsOf(document);
for (const line of annotations(findings, status, document)) console.log(line);
const text = summary(document, findings, failed);
if (summaryFile) appendFileSync(summaryFile, text);
else console.log(text);
if (outputFile) {
  // What could not be read may hold anything, so there is no count.
  const isComplete = status < BAD_USAGE;
  const fresh = findings.filter(({ isNew }) => isNew).length;
  const counts = isComplete ? [findings.length, fresh] : ['', ''];
  appendFileSync(outputFile, `failed=${failed}\ncount=${counts[0]}\nnew=${counts[1]}\n`);
}
process.exitCode = status;
