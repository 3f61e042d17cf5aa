/** The subject of `motion`: a robot, joints of a model, or the clips of a glTF; with its objects, and the motions one by one. */
import { OptionError } from '../../errors.ts';
import { detectFormat } from '../../io/detect-format.ts';
import { FORMATS } from '../../io/formats.ts';
import type { PlayableClip } from '../../io/gltf/clips.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { type LengthSetting, modelUnit, resolveLength } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import { clipRow, type MakeScene } from '../../report/motion/clip-rows.ts';
import { freeJoints, type Mechanism } from '../../report/motion/mechanism.ts';
import { type FoundMotion, MechanismRows, type RowOptions } from '../../report/motion/mechanism-rows.ts';
import { parseJoints } from '../../report/motion/parse-joints.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import { readRegularText } from '../../shards/regular-file.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Arguments } from './arguments.ts';
import { readBeside } from './files-beside.ts';
import { readJointValues, readPath } from './path-file.ts';
import { readBytes } from './read-bytes.ts';
import { readFileModel } from './read-files.ts';
import { clearanceSetting, readSettings, unitSetting, weldFor } from './settings.ts';
import { readUrdf } from './urdf.ts';

export interface MotionTask {
  readonly name: string;
  readonly run: () => Promise<FoundMotion>;
}

export interface OpenMotions {
  readonly objects: readonly FileObject[];
  readonly unit: string;
  readonly gap: number;
  readonly up: 'y' | 'z';
  readonly tasks: (make: MakeScene, options: RowOptions) => readonly MotionTask[];
}

const UNKNOWN_UNIT = 'units';

export async function openMotions(args: Arguments, terminal: Terminal): Promise<OpenMotions> {
  const robots = args.files.filter((file) => /\.(urdf|xacro)$/i.test(file));
  const joints = args.text('joints');
  refuseUseless(args, robots.length > 0, joints !== undefined);
  if (robots.length > 0) return openRobot(args, robots[0], terminal);
  return joints === undefined ? openClips(args, terminal) : openJoints(args, joints, terminal);
}

function refuseUseless(args: Arguments, isRobot: boolean, hasJoints: boolean): void {
  const refuse = (option: string, why: string) => {
    if (args.has(option)) throw new OptionError('option-alone', `--${option} ${why}.`, { option });
  };
  if (!isRobot) refuse('srdf', 'goes with a URDF; name one');
  if (isRobot) refuse('joints', 'does not go with a URDF, which has its own');
  if (!isRobot && !hasJoints)
    for (const option of ['path', 'at']) refuse(option, 'needs joints; add --joints, or name a URDF');
  if (isRobot || hasJoints) refuse('clip', 'chooses an animation; leave it out with joints');
  if (isRobot && args.files.length > 1)
    throw new OptionError('option-value', `motion takes one robot at a time; found ${args.files.length} files.`);
}

function gapOf(setting: LengthSetting | undefined, files: readonly ModelFile[], args: Arguments): number {
  return setting ? resolveLength(setting, files, unitSetting(args)) : 0;
}

/** Each joint alone; with --path the path instead. */
function mechanismTasks(
  args: Arguments,
  mechanism: Mechanism,
  objects: readonly FileObject[],
  unit: string,
): OpenMotions['tasks'] {
  const others = readJointValues(args.text('at'), mechanism);
  const path = args.text('path');
  const trajectory = path === undefined ? undefined : readPath(path, mechanism);
  return (make, options) => {
    const meshes: Positions[] = objects.map(({ mesh }) => mesh.positions);
    let rows: MechanismRows | undefined;
    const open = () => (rows ??= new MechanismRows(make(meshes), mechanism, meshes, options));
    if (trajectory) return [{ name: trajectory.name, run: () => open().path(trajectory, others) }];
    return freeJoints(mechanism).map((joint) => ({ name: joint.name, run: () => open().joint(joint, others, unit) }));
  };
}

async function openRobot(args: Arguments, file: string, terminal: Terminal): Promise<OpenMotions> {
  const { objects, mechanism } = await readUrdf(file, args.text('srdf'), readSettings(args), terminal);
  const stated: ModelFile = { file, model: { format: 'stl', parts: [], unit: 'meter' } };
  const gap = gapOf(clearanceSetting(args), [stated], args);
  return { objects, unit: 'meter', gap, up: 'z', tasks: mechanismTasks(args, mechanism, objects, 'm') };
}

async function openJoints(args: Arguments, joints: string, terminal: Terminal): Promise<OpenMotions> {
  const files: ModelFile[] = [];
  for (const file of args.files) files.push(await readFileModel(file, readSettings(args), terminal));
  const objects = files.flatMap((file) => objectsOf(file, { merge: false, weld: weldFor(args, file, true) }));
  const unit = modelUnit(files, unitSetting(args)) ?? UNKNOWN_UNIT;
  const mechanism = readJoints(joints, objects);
  const up = files.some(({ model }) => model.format === 'gltf') ? 'y' : 'z';
  return {
    objects,
    unit,
    gap: gapOf(clearanceSetting(args), files, args),
    up,
    tasks: mechanismTasks(args, mechanism, objects, unit),
  };
}

async function readClips(args: Arguments, file: string): Promise<readonly PlayableClip[]> {
  const settings = readSettings(args);
  const { bytes, name } = await readBytes(file);
  const options = { name, resolve: (uri: string, byteLength: number) => readBeside(file, uri, byteLength, settings) };
  const isAnimated = FORMATS[settings.format ?? detectFormat(bytes, { name })].animated === true;
  if (!isAnimated) return [];
  const { readGltfClips } = await import('../../io/gltf/clips.ts');
  return readGltfClips(bytes, options);
}

async function openClips(args: Arguments, terminal: Terminal): Promise<OpenMotions> {
  const [file, ...others] = args.files;
  if (others.length > 0)
    throw new OptionError('bad-joints', 'motion plays the clips of one file; to move parts of several, add --joints.');
  terminal.progress(`reading ${file}`, 0);
  const all = await readClips(args, file);
  if (all.length === 0)
    throw new OptionError(
      'bad-joints',
      `"${file}" has no animation clips; motion needs --joints, a file that says how parts move (docs/motion.md has its form), or a URDF.`,
    );
  const wanted = args.text('clip');
  const clips = all.filter(({ name }, i) => wanted === undefined || name === wanted || String(i) === wanted);
  if (clips.length === 0) {
    const known = all.map(({ name }) => `"${name}"`).join(', ');
    throw new OptionError('option-value', `--clip is "${wanted}"; expected one of ${known}.`, { option: 'clip' });
  }
  const model = clips[0].exactPoseAt(clips[0].from);
  const stated: ModelFile = { file, model };
  const objects = objectsOf(stated, { merge: false, weld: weldFor(args, stated, true) });
  return {
    objects,
    unit: 'meter',
    gap: gapOf(clearanceSetting(args), [stated], args),
    up: 'y',
    tasks: (make, options) => clips.map((clip) => ({ name: clip.name, run: () => clipRow(make, clip, options) })),
  };
}

/** `--joints`: how parts of a model move against each other. */
function readJoints(path: string, objects: readonly FileObject[]): Mechanism {
  let json: unknown;
  try {
    json = JSON.parse(readRegularText(path).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new OptionError('bad-joints', `${path}: cannot be read as JSON (${(error as Error).message}).`, { path });
  }
  return parseJoints(path, json, objects);
}
