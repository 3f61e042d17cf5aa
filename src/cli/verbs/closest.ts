/** `collidescope closest`: how far objects are apart, and where they are nearest. */
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import { asInFile } from '../../report/clash-place.ts';
import { stanceOf } from '../../report/excerpt/evidence.ts';
import { modelUnit, resolveLength } from '../../report/lengths.ts';
import { nameObjects } from '../../report/object-keys.ts';
import { shapeOf } from '../../report/object-shape.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import { hiddenAnywhere } from '../../report/tessellation.ts';
import { coordinate, counted } from '../../report/text.ts';
import { unitSymbol } from '../../report/units.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { noteUnits, readTogether } from '../input/read-files.ts';
import { checkFilesGiven, clearanceSetting, engineSettings, unitSetting, weldFor } from '../input/settings.ts';
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
    const said = unitSetting(args);
    const files = await readTogether(args, said, terminal);
    const merge = args.has('merge');
    const objects = files.flatMap((file) => objectsOf(file, { merge, weld: weldFor(args, file, true) }));
    noteUnits(files, objects, said, terminal);
    if (objects.length === 1) terminal.note('there is only one object, so there is no distance to measure.');
    if (objects.length > OBJECTS_MOST) {
      throw new OptionError(
        'too-many-files',
        `closest measures each pair of at most ${OBJECTS_MOST} objects; found ${objects.length}. Use --merge, or clash --clearance.`,
      );
    }
    const below = setting ? resolveLength(setting, files, said) : Number.POSITIVE_INFINITY;
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    using scene = engine.createScene();
    for (const { mesh } of objects) scene.add(mesh);
    const stance = stanceOf(files.map(({ model }) => model.format));
    const distances: Distance[] = [];
    for (let a = 0; a < objects.length; a++) {
      terminal.progress('measuring', a / objects.length);
      for (let b = a + 1; b < objects.length; b++) {
        const { distance, triangleA, triangleB, pointA, pointB } = await scene.closest(a, b, { below });
        if (!pointA || !pointB) continue;
        const [from, to] = [asInFile(stance, pointA), asInFile(stance, pointB)];
        distances.push({ a, b, distance, triangleA, triangleB, pointA: from, pointB: to });
      }
    }
    distances.sort((p, q) => p.distance - q.distance || p.a - q.a || p.b - q.b);
    const unit = modelUnit(files, said);
    const labels = labelsOf(objects);
    terminal.clear();
    if (args.has('json')) {
      const named = objects.map(({ file, name, triangles }, i) => ({ file, name, label: labels[i], triangles }));
      terminal.printJson({ command: 'closest', version, objects: named, unit: unit ?? 'units', distances });
    } else if (!args.has('quiet')) {
      terminal.print(distancesText(distances, labels, unit, objects));
    }
    return EXIT.done;
  } finally {
    engines.dispose();
  }
}

/** As in the tables of `clash`: objects of one name are numbered. */
function labelsOf(objects: readonly FileObject[]): readonly string[] {
  const shapes = objects.map((object) => shapeOf(object, object.mesh.positions));
  return nameObjects(objects, shapes).labels;
}

function distancesText(
  distances: readonly Distance[],
  labels: readonly string[],
  unit: string | undefined,
  objects: readonly FileObject[],
): string {
  if (distances.length === 0) return labels.length < 2 ? '' : 'No two objects are that near.\n';
  const length = (value: number, digits: number) =>
    `${coordinate(value, digits)} ${unit ? unitSymbol(unit) : value === 1 ? 'unit' : 'units'}`;
  const lines = distances.slice(0, LISTED_MOST).map(({ a, b, distance, pointA, pointB }) => {
    const places = [pointA, pointB].map((point) => point.map((x) => coordinate(x, 6)).join(' '));
    const apart = distance === 0 ? 'meet' : `are ${length(distance, 8)} apart`;
    return `${labels[a]} and ${labels[b]} ${apart}, at ${places[0]}${distance === 0 ? '' : ` and ${places[1]}`}`;
  });
  const more = distances.length - lines.length;
  if (more > 0) lines.push(`${counted(more, 'more pair')}, all with --json`);
  const off = hiddenAnywhere(objects);
  if (off > 0) lines.push(`Distances are those of triangles, up to ${length(off, 2)} off those of curved surfaces`);
  return `${lines.join('\n')}\n`;
}
