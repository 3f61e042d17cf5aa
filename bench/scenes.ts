/** Every scene of docs/scenes.md, frame by frame: simulating and detecting; also as `collidescope bench scenes`. */
import { fileURLToPath } from 'node:url';
import { type SceneName, sceneNames } from '../scenes/index.ts';
import {
  measureScenes,
  SCENE_BENCH_DEFAULTS,
  SCENE_TABLE_HEAD,
  type SceneBenchOptions,
  type SceneRow,
  sceneTableRow,
} from '../scenes/measure-scenes.ts';
import { readFlags } from './support/flags.ts';
import { progress } from './support/progress.ts';

const FLAGS = {
  frames: { type: 'string', help: `frames of each scene [${SCENE_BENCH_DEFAULTS.frames}]` },
  threads: { type: 'string', help: `threads of the engine [${SCENE_BENCH_DEFAULTS.threads}]` },
  scenes: { type: 'string', help: 'only these, comma-separated' },
  'all-sizes': { type: 'boolean', help: 'every size of the papers, not only the smallest' },
  json: { type: 'boolean', help: 'one JSON document on standard output' },
} as const;

/** A whole number from the command line; ends with 2 when it is not one. */
function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  console.error(`bench scenes: --${name} is "${text}"; expected a whole number from ${least}.`);
  process.exit(2);
}

function chosenScenes(text: string | undefined): SceneName[] | undefined {
  const names = text?.split(',');
  const unknown = names?.find((name) => !sceneNames.includes(name as SceneName));
  if (unknown === undefined) return names as SceneName[] | undefined;
  console.error(`bench scenes: there is no scene "${unknown}"; the scenes are ${sceneNames.join(', ')}.`);
  process.exit(2);
}

async function main(): Promise<void> {
  const flags = readFlags(FLAGS);
  const options: SceneBenchOptions = {
    frames: wholeNumber('frames', flags.frames, 1) ?? SCENE_BENCH_DEFAULTS.frames,
    threads: wholeNumber('threads', flags.threads, 0) ?? SCENE_BENCH_DEFAULTS.threads,
    scenes: chosenScenes(flags.scenes) ?? sceneNames,
    allSizes: flags['all-sizes'],
  };
  if (!flags.json) console.log(SCENE_TABLE_HEAD);
  const tell = (row: SceneRow) => flags.json || console.log(sceneTableRow(row));
  const rows = await measureScenes(options, { tell, progress });
  if (flags.json)
    console.log(JSON.stringify({ threads: options.threads, frames: options.frames, scenes: rows }, null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
