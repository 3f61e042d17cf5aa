/** `collidescope closest`: how far objects are apart, and where they are nearest. */
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import { modelUnit, resolveLength } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import { objectsOf } from '../../report/objects.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { readFileModel } from '../input/read-files.ts';
import {
  checkFilesGiven,
  clearanceSetting,
  engineSettings,
  readSettings,
  unitSetting,
  weldFor,
} from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

/** More objects would give a million pairs. */
const OBJECTS_MOST = 1500;
const LISTED_MOST = 20;

interface Distance {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly triangleA: number;
  readonly triangleB: number;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
}

export async function closest(args: Arguments, terminal: Terminal): Promise<number> {
  checkFilesGiven('closest', args);
  const setting = clearanceSetting(args);
  const engines = await Engines.open(engineSettings(args));
  try {
    const files: ModelFile[] = [];
    for (const file of args.files) files.push(await readFileModel(file, readSettings(args), terminal));
    const merge = args.has('merge');
    const objects = files.flatMap((file) => objectsOf(file, { merge, weld: weldFor(args, file, true) }));
    if (objects.length > OBJECTS_MOST) {
      throw new OptionError(
        'too-many-files',
        `closest measures each pair of at most ${OBJECTS_MOST} objects; found ${objects.length}. Use --merge, or clash --clearance.`,
      );
    }
    const below = setting ? resolveLength(setting, files, unitSetting(args)) : Number.POSITIVE_INFINITY;
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    using scene = engine.createScene();
    for (const { mesh } of objects) scene.add(mesh);
    const distances: Distance[] = [];
    for (let a = 0; a < objects.length; a++) {
      terminal.progress('measuring', a / objects.length);
      for (let b = a + 1; b < objects.length; b++) {
        const { distance, triangleA, triangleB, pointA, pointB } = await scene.closest(a, b, { below });
        if (!pointA || !pointB) continue;
        distances.push({ a, b, distance, triangleA, triangleB, pointA: [...pointA], pointB: [...pointB] });
      }
    }
    distances.sort((p, q) => p.distance - q.distance || p.a - q.a || p.b - q.b);
    const unit = modelUnit(files, unitSetting(args)) ?? 'units';
    terminal.clear();
    if (args.has('json')) {
      const named = objects.map(({ file, name, triangles }) => ({ file, name, triangles }));
      terminal.printJson({ command: 'closest', version, objects: named, unit, distances });
    } else if (!args.has('quiet')) {
      const lines = distances.slice(0, LISTED_MOST).map(({ a, b, distance, pointA, pointB }) => {
        const places = [pointA, pointB].map((point) => point.map((x) => Number(x.toPrecision(6))).join(' '));
        const apart = distance === 0 ? 'meet' : `are ${Number(distance.toPrecision(8))} ${unit} apart`;
        return `${objects[a].name} and ${objects[b].name} ${apart}, at ${places[0]}${distance === 0 ? '' : ` and ${places[1]}`}`;
      });
      const more = distances.length - lines.length;
      if (more > 0) lines.push(`${more} more pairs, all with --json`);
      terminal.print(lines.length > 0 ? `${lines.join('\n')}\n` : 'No two objects are that near.\n');
    }
    return EXIT.done;
  } finally {
    engines.dispose();
  }
}
