/** `collidescope voxels`: the voxels of one object, or those that two share. */
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import type { Triple } from '../../mesh/bounds.ts';
import { voxelCollide, voxels as voxelsOf } from '../../papers/scene-queries.ts';
import { bitsOfList, voxelSet } from '../../queries/voxels/bit-grid.ts';
import type { VoxelGrid } from '../../queries/voxels/grid.ts';
import { VOXELS_DEFAULTS, type VoxelRule } from '../../queries/voxels/voxels.ts';
import { coordinate, counted, duration, grouped, plainText, rounded } from '../../report/text.ts';
import type { Scene } from '../../scene.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { VOXEL_COLLIDE, VOXELS } from '../input/offered.ts';
import { readObjects } from '../input/read-objects.ts';
import { readOffered } from '../input/read-offered.ts';
import { engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';

export interface VoxelsReport {
  readonly command: 'voxels';
  readonly version: string;
  readonly engine: string;
  readonly threads: number;
  readonly resolution: Triple;
  readonly voxelSize: number;
  readonly origin: Triple;
  readonly rule: VoxelRule;
  readonly solid: boolean;
  readonly objects: readonly {
    readonly file: string;
    readonly name: string;
    readonly triangles: number;
    readonly voxels: number;
  }[];
  /** With two objects: voxels that both have. */
  readonly common?: number;
  /** With --identify: pairs of triangles that collide. */
  readonly pairs?: number;
  readonly milliseconds: { readonly read: number; readonly query: number };
}

interface Choice {
  readonly resolution?: number | Triple;
  readonly rule?: VoxelRule;
  readonly solid: boolean;
}

interface Answer {
  /** Which backend ran the query. */
  readonly backend: string;
  readonly grid: VoxelGrid;
  readonly counts: readonly number[];
  readonly common?: number;
  readonly pairs?: number;
  /** The bits to write, if there is an output file. */
  readonly bits?: Uint32Array;
}

function checkFiles({ files }: Arguments): void {
  if (files.length === 1 || files.length === 2) return;
  throw new OptionError(
    files.length === 0 ? 'no-files' : 'too-many-files',
    `voxels expects one file or two, as in: collidescope voxels model.stl; found ${counted(files.length, 'file')}.`,
  );
}

/** Opens the output file; its ending determines the format. */
function openOut(args: Arguments): { file: OutputFile; form: 'binvox' | 'ply' } | undefined {
  const path = args.text('out');
  if (args.has('cubes') && !path?.endsWith('.ply')) {
    throw new OptionError('option-alone', '--cubes needs a PLY file; add --out with a name that ends in .ply.', {
      option: 'cubes',
    });
  }
  if (path === undefined) return undefined;
  const form = /\.(binvox|ply)$/i.exec(path)?.[1].toLowerCase() as 'binvox' | 'ply' | undefined;
  if (form) return { file: OutputFile.open(path), form };
  throw new OptionError('option-value', `--out is "${path}"; expected a name that ends in .binvox or .ply.`, {
    option: 'out',
    found: path,
  });
}

async function askOne(
  scene: Scene,
  choice: Choice,
  keeps: boolean,
  onProgress: (done: number) => void,
): Promise<Answer> {
  // Without an output file bits are not kept, so that grids larger than memory can be counted.
  const found = await voxelsOf(scene, 0, { ...choice, onProgress, ...(!keeps && { onSlab: () => {} }) });
  return { backend: found.stats.backend, grid: found, counts: [found.count], ...(keeps && { bits: found.bits }) };
}

async function askTwo(
  scene: Scene,
  choice: Choice & { readonly identify: boolean },
  keeps: boolean,
  onProgress: (done: number) => void,
): Promise<Answer> {
  const found = await voxelCollide(scene, 0, 1, { ...choice, list: keeps, onProgress });
  return {
    backend: found.stats.backend,
    grid: found,
    counts: found.counts,
    common: found.common,
    ...(found.kinds && { pairs: found.kinds.length }),
    ...(found.voxels && { bits: bitsOfList(found.voxels, found) }),
  };
}

async function encode({ grid, bits }: Answer, form: 'binvox' | 'ply', cubes: boolean): Promise<Uint8Array> {
  const set = voxelSet(grid, bits!, 0);
  if (form === 'binvox') return (await import('../../queries/voxels/binvox.ts')).voxelsToBinvox(set);
  return (await import('../../queries/voxels/voxel-ply.ts')).voxelsToPly(set, { as: cubes ? 'cubes' : 'points' });
}

function reportText(report: VoxelsReport): string {
  const { resolution, voxelSize, objects, common, pairs, engine, threads, milliseconds } = report;
  const lines = objects.map(
    ({ name, triangles, voxels }) =>
      `${plainText(name)}: ${counted(voxels, 'voxel')} of ${counted(triangles, 'triangle')}`,
  );
  if (common !== undefined) lines.push(`${counted(common, 'common voxel')}`);
  if (pairs !== undefined) lines.push(`${counted(pairs, 'colliding triangle pair')}`);
  const workers = threads === 0 ? 'no threads' : counted(threads, 'thread');
  return [
    ...lines,
    `${resolution.map(grouped).join(' × ')} voxels of ${coordinate(voxelSize, 6)}, ${report.rule} rule${report.solid ? ', solid' : ''}`,
    `Read in ${duration(milliseconds.read)}, answered in ${duration(milliseconds.query)} (${engine}, ${workers})`,
    '',
  ].join('\n');
}

export async function voxels(args: Arguments, terminal: Terminal): Promise<number> {
  checkFiles(args);
  const { identify = false } = readOffered(VOXEL_COLLIDE, 'voxels', args);
  if (identify && args.files.length < 2) {
    throw new OptionError('option-alone', '--identify compares two objects; expected a second file.', {
      option: 'identify',
    });
  }
  const solid = args.has('solid');
  const choice = { ...readOffered(VOXELS, 'voxels', args), solid };
  const engines = await Engines.open(engineSettings(args));
  const out = openOut(args);
  try {
    const began = performance.now();
    const objects = await readObjects(args, { merge: true, weld: true }, terminal);
    const read = performance.now();
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    using scene = engine.createScene();
    for (const { mesh } of objects) scene.add(mesh);
    const onProgress = (done: number) => terminal.progress('voxelizing', done);
    const keeps = out !== undefined;
    const answer = await (objects.length === 1
      ? askOne(scene, choice, keeps, onProgress)
      : askTwo(scene, { ...choice, identify }, keeps, onProgress));
    const report: VoxelsReport = {
      command: 'voxels',
      version,
      engine: answer.backend,
      threads: engine.threads,
      resolution: answer.grid.resolution,
      voxelSize: answer.grid.voxelSize,
      origin: answer.grid.origin,
      rule: choice.rule ?? VOXELS_DEFAULTS.rule,
      solid,
      objects: objects.map(({ file, name, triangles }, i) => ({ file, name, triangles, voxels: answer.counts[i] })),
      ...(answer.common !== undefined && { common: answer.common }),
      ...(answer.pairs !== undefined && { pairs: answer.pairs }),
      milliseconds: { read: rounded(read - began), query: rounded(performance.now() - read) },
    };
    if (out) await out.file.write(await encode(answer, out.form, args.has('cubes')));
    out?.file.commit();
    terminal.clear();
    if (args.has('json')) terminal.printJson(report);
    else if (!args.has('quiet')) terminal.print(reportText(report));
    return EXIT.done;
  } finally {
    out?.file.discard();
    engines.dispose();
  }
}
