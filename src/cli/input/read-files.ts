/**
 * Reads models from disk, with their animation for `--frames`; several together in one unit.
 *
 * An animated model is returned in its first frame, along with the sequence of all frames.
 */
import { basename } from 'node:path';
import { MeshError } from '../../errors.ts';
import type { Deflection } from '../../io/cad/cad-job.ts';
import { detectFormat } from '../../io/detect-format.ts';
import { FORMATS, formatTitles } from '../../io/formats.ts';
import type { GltfFrames } from '../../io/gltf/animation.ts';
import type { Model, ModelFormat, ReadOptions } from '../../io/model.ts';
import { readModel } from '../../io/read-model.ts';
import { boxOf } from '../../report/box.ts';
import { federate } from '../../report/federate.ts';
import { unitConflict } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { FileObject } from '../../report/objects.ts';
import { absurdSize } from '../../report/units.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Arguments } from './arguments.ts';
import { readBeside } from './files-beside.ts';
import { type ByteSource, readBytes } from './read-bytes.ts';
import { type FrameSettings, readSettings } from './settings.ts';

export interface ReadSettings {
  readonly format: ModelFormat | undefined;
  readonly frames?: FrameSettings | undefined;
  /** Models may refer to files outside their folder. */
  readonly allowOutside: boolean;
  /** IFC: spaces and other classes without matter, and property sets. */
  readonly withSpaces?: boolean;
  readonly withProperties?: boolean;
  /** STEP, IGES, BREP: how far triangles may be from surfaces. */
  readonly deflection?: Deflection;
  /** Actual path of a file, if it differs from its name, and the check of its bytes. */
  readonly sourceOf?: (file: string) => ByteSource;
}

export async function readFileModel(file: string, settings: ReadSettings, terminal: Terminal): Promise<ModelFile> {
  let reading = true;
  terminal.progress(`reading ${basename(file)}`, 0);
  const source = settings.sourceOf?.(file) ?? {};
  const { bytes, name } = await readBytes(file, source);
  const options: ReadOptions = {
    name,
    resolve: (uri, byteLength) => readBeside(source.path ?? file, uri, byteLength, settings),
    // With a listener, readers pause now and then, so that an interrupt can arrive.
    onProgress: (done) => void (reading && terminal.progress(`reading ${basename(file)}`, done)),
    ...(settings.format && { format: settings.format }),
    ...(settings.withSpaces && { withSpaces: true }),
    ...(settings.withProperties && { withProperties: true }),
    ...(settings.deflection && { deflection: settings.deflection }),
  };
  const motion = settings.frames && (await readMotion(bytes, options, settings.frames));
  if (!motion) {
    const model = await readModel(bytes, options);
    for (const note of model.notes ?? []) terminal.note(note);
    if (model.parts.every(({ indices }) => indices.length === 0)) terminal.note(`file "${file}" has no triangles.`);
    return { file, model };
  }
  const model = await firstFrame(motion);
  reading = false;
  return { file, model, motion };
}

/** The animation of a file; undefined if the format has no animations, or the file has none. */
async function readMotion(
  bytes: Uint8Array,
  options: ReadOptions,
  settings: FrameSettings,
): Promise<GltfFrames | undefined> {
  if (!FORMATS[options.format ?? detectFormat(bytes, options)].animated) return undefined;
  const { readGltfFrames } = await import('../../io/gltf/animation.ts');
  const { animation, frames } = settings;
  const wanted = animation !== undefined && /^\d+$/.test(animation) ? Number(animation) : animation;
  try {
    return await readGltfFrames(bytes, { ...options, frames, ...(wanted !== undefined && { animation: wanted }) });
  } catch (error) {
    if (error instanceof MeshError && error.code === 'no-animation') return undefined;
    throw error;
  }
}

async function firstFrame(motion: GltfFrames): Promise<Model> {
  for await (const model of motion.frames) return model;
  throw new Error('an animation without frames');
}

/** `--frames` needs at least one animation, and the same number of frames in all. */
export function checkMotion(files: readonly ModelFile[]): void {
  const moving = files.filter(({ motion }) => motion);
  if (moving.length === 0) {
    const names = files.map(({ file }) => `"${file}"`).join(', ');
    throw new MeshError(
      'no-animation',
      `--frames plays an animation, but ${names} ${files.length === 1 ? 'has' : 'have'} none. Leave --frames out, or export the animation as ${formatTitles('or', ({ animated }) => animated === true)}.`,
    );
  }
  const counts = moving.map(({ motion }) => motion!.times.length);
  if (counts.every((count) => count === counts[0])) return;
  const listed = moving.map(({ file }, i) => `"${file}" ${counts[i]}`).join(', ');
  throw new MeshError(
    'frames-differ',
    `--frames all needs animations with the same number of keyframes; found ${listed}. Use --frames ${Math.max(...counts)} to sample that many frames from each.`,
    { counts },
  );
}

/**
 * Reads all files as `clash` compares them: in one unit, upright along one axis, and where they are on the map. `said` is the unit given by --unit,
 * which overrides what the files state.
 */
export async function readTogether(
  args: Arguments,
  said: string | undefined,
  terminal: Terminal,
): Promise<readonly ModelFile[]> {
  const read: ModelFile[] = [];
  for (const file of args.files) read.push(await readFileModel(file, readSettings(args), terminal));
  const { files, notes } = federate(read, said);
  for (const note of notes) terminal.note(note);
  return files;
}

// Remarks on files that state different units, or one in which they are absurdly large.

function largestSide(objects: readonly FileObject[]): number {
  const sides = objects.flatMap((object) => {
    const bounds = boxOf(object);
    return bounds ? bounds.max.map((most, axis) => most - bounds.min[axis]) : [];
  });
  return sides.reduce((largest, side) => Math.max(largest, side), 0);
}

/** Whether two files state different units; what is left of that after `federate` is not converted. */
export function noteConflict(files: readonly ModelFile[], advice: string, terminal: Terminal): boolean {
  const conflict = unitConflict(files);
  if (!conflict) return false;
  const [p, q] = conflict;
  terminal.note(
    `"${p.file}" is in ${p.model.unit} and "${q.file}" in ${q.model.unit}; coordinates are not converted. ${advice}`,
  );
  return true;
}

/** `said` is the unit given by --unit, which overrides what the files state. */
export function noteUnits(
  files: readonly ModelFile[],
  objects: readonly FileObject[],
  said: string | undefined,
  terminal: Terminal,
): void {
  if (said !== undefined) return;
  if (noteConflict(files, 'Convert one of the files, or state the unit of all coordinates with --unit.', terminal))
    return;
  for (const { file, model } of files) {
    const hint = absurdSize(largestSide(objects.filter((object) => object.file === file)), model.unit);
    if (hint) terminal.note(`"${file}": ${hint}`);
  }
}
