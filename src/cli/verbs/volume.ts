/** `collidescope volume`: the overlap volume of two meshes, or of one with itself. */
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import type { OpenObject, Volume, VolumeGenerator } from '../../queries/volume/volume.ts';
import type { FileObject } from '../../report/objects.ts';
import { coordinate, counted, duration, plainText, rounded } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { VOLUME } from '../input/offered.ts';
import { readObjects } from '../input/read-objects.ts';
import { readOffered } from '../input/read-offered.ts';
import { engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

export interface VolumeReport {
  readonly command: 'volume';
  readonly version: string;
  readonly engine: string;
  readonly threads: number;
  readonly objects: readonly { readonly file: string; readonly triangles: number }[];
  /** Overlap of two objects, or of one with itself. */
  readonly kind: 'overlap' | 'self';
  readonly method: Volume['method'];
  readonly volume: number;
  readonly errorBound: number;
  readonly bounds: Volume['bounds'] | null;
  readonly centroid: Volume['centroid'] | null;
  readonly resolution: number;
  readonly axes: Volume['axes'];
  readonly generator: VolumeGenerator;
  readonly toleranceMet: boolean;
  readonly openObjects: readonly OpenObject[];
  readonly unknownVolume: number;
  readonly milliseconds: { readonly read: number; readonly query: number };
}

const DIGITS = 6;

function checkFiles({ files }: Arguments): void {
  if (files.length === 1 || files.length === 2) return;
  throw new OptionError(
    files.length === 0 ? 'no-files' : 'too-many-files',
    `volume expects one file or two, as in: collidescope volume part.stl housing.stl; found ${counted(files.length, 'file')}.`,
  );
}

function volumeText(report: VolumeReport): string {
  const { volume, errorBound, bounds, centroid, resolution, axes, milliseconds, engine, threads } = report;
  const point = (xyz: readonly number[]) => xyz.map((value) => coordinate(value, DIGITS)).join(' ');
  const names = report.objects.map(({ file }) => plainText(file));
  const title = report.kind === 'self' ? `${names[0]} with itself` : `${names[0]} and ${names[1]}`;
  const workers = threads === 0 ? 'no threads' : counted(threads, 'thread');
  return [
    `${title}: overlap of ${coordinate(volume, 9)} ± ${coordinate(errorBound, 3)}`,
    ...(bounds && centroid ? [`  from ${point(bounds.min)} to ${point(bounds.max)}, centroid ${point(centroid)}`] : []),
    ...(report.method === 'exact' ? ['  to rounding, from the surfaces'] : []),
    ...(axes.length > 0 ? [`  ${resolution} × ${resolution} pixels along ${axes.join(', ')}`] : []),
    `Read in ${duration(milliseconds.read)}, answered in ${duration(milliseconds.query)} (${engine}, ${workers})`,
    '',
  ].join('\n');
}

function notes(found: Volume, tolerance: number | undefined, objects: readonly FileObject[], terminal: Terminal): void {
  if (!found.toleranceMet) {
    terminal.note(
      `the tolerance of ${tolerance} was not met: the error is up to ${coordinate(found.errorBound, 3)} at ${found.resolution} pixels.`,
    );
  }
  for (const { object, open } of found.openObjects) {
    terminal.note(
      `${objects[object].file} is not closed (${counted(open, 'open edge')}): ${coordinate(found.unknownVolume, 3)} of the volume is unknown.`,
    );
  }
}

export async function volume(args: Arguments, terminal: Terminal): Promise<number> {
  checkFiles(args);
  const settings = { ...readOffered(VOLUME, 'volume', args), stacks: false };
  const engines = await Engines.open(engineSettings(args));
  try {
    const began = performance.now();
    const objects = await readObjects(args, { merge: true, weld: false }, terminal);
    const read = performance.now();
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    using scene = engine.createScene();
    const [first, second] = objects.map(({ mesh }) => scene.add(mesh));
    const options = { ...settings, onProgress: (done: number) => terminal.progress('measuring', done) };
    const query =
      second === undefined ? scene.selfOverlapVolume(first, options) : scene.overlapVolume(first, second, options);
    const found = await query;
    const report: VolumeReport = {
      command: 'volume',
      version,
      engine: found.stats.backend,
      threads: engine.threads,
      objects: objects.map(({ file, triangles }) => ({ file, triangles })),
      kind: second === undefined ? 'self' : 'overlap',
      method: found.method,
      volume: found.volume,
      errorBound: found.errorBound,
      bounds: found.bounds ?? null,
      centroid: found.centroid ?? null,
      resolution: found.resolution,
      axes: found.axes,
      generator: found.generator,
      toleranceMet: found.toleranceMet,
      openObjects: found.openObjects,
      unknownVolume: found.unknownVolume,
      milliseconds: { read: rounded(read - began), query: rounded(performance.now() - read) },
    };
    notes(found, settings.tolerance, objects, terminal);
    terminal.clear();
    if (args.has('json')) terminal.printJson(report);
    else if (!args.has('quiet')) terminal.print(volumeText(report));
    return EXIT.done;
  } finally {
    engines.dispose();
  }
}
