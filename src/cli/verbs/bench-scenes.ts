/** `collidescope bench scenes`: times the animated scenes on this machine. */
import { version } from '../../../package.json';
import type { SceneName } from '../../../scenes/index.ts';
import { OptionError } from '../../errors.ts';
import type { Arguments } from '../input/arguments.ts';
import { countSetting, engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

function chosenScenes(args: Arguments, known: readonly SceneName[]): readonly SceneName[] {
  const names = args.text('scenes')?.split(',');
  if (!names) return known;
  const unknown = names.find((name) => !known.includes(name as SceneName));
  if (unknown === undefined) return names as SceneName[];
  throw new OptionError('option-value', `there is no scene "${unknown}"; the scenes are ${known.join(', ')}.`);
}

export async function benchScenes(args: Arguments, terminal: Terminal): Promise<number> {
  const { threads } = engineSettings(args);
  const { sceneNames } = await import('../../../scenes/index.ts');
  const { measureScenes, SCENE_BENCH_DEFAULTS, SCENE_TABLE_HEAD, sceneTableRow } = await import(
    '../../../scenes/measure-scenes.ts'
  );
  const options = {
    frames: countSetting(args, 'frames') ?? SCENE_BENCH_DEFAULTS.frames,
    threads: threads ?? SCENE_BENCH_DEFAULTS.threads,
    scenes: chosenScenes(args, sceneNames),
    allSizes: args.has('all-sizes'),
  };
  const asText = !args.has('json') && !args.has('quiet');
  if (asText) terminal.print(`${SCENE_TABLE_HEAD}\n`);
  const rows = await measureScenes(options, {
    tell: (row) => {
      terminal.clear();
      if (asText) terminal.print(`${sceneTableRow(row)}\n`);
    },
    progress: (message, done) => terminal.progress(message, done),
  });
  if (args.has('json')) {
    const { frames } = options;
    const document = {
      command: 'bench',
      version,
      benchmark: 'scenes',
      engine: 'wasm',
      threads: options.threads,
      frames,
      scenes: rows,
    };
    terminal.printJson(document);
  }
  return EXIT.done;
}
