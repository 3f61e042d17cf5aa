/**
 * Models from files on disk, standing still or, for `--frames`, moving.
 *
 * A model that moves is given as it stands in its first frame, with the frames to go through.
 */
import { basename } from 'node:path';
import { MeshError } from '../../errors.ts';
import { FORMATS, formatTitles } from '../../io/formats.ts';
import type { GltfFrames } from '../../io/gltf/animation.ts';
import { detectFormat, readModel } from '../../io/index.ts';
import type { Model, ModelFormat, ReadOptions } from '../../io/model.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { readBeside } from './files-beside.ts';
import { readBytes } from './read-bytes.ts';
import type { FrameSettings } from './settings.ts';

export interface ReadSettings {
  readonly format: ModelFormat | undefined;
  readonly frames?: FrameSettings | undefined;
  /** Models may name files outside of their folder. */
  readonly allowOutside: boolean;
}

export async function readFileModel(file: string, settings: ReadSettings, terminal: Terminal): Promise<ModelFile> {
  let reading = true;
  terminal.progress(`reading ${basename(file)}`, 0);
  const { bytes, name } = await readBytes(file);
  const options: ReadOptions = {
    name,
    resolve: (uri, byteLength) => readBeside(file, uri, byteLength, settings),
    // Readers that are watched make pauses, and an interrupt is heard.
    onProgress: (done) => void (reading && terminal.progress(`reading ${basename(file)}`, done)),
    ...(settings.format && { format: settings.format }),
  };
  const motion = settings.frames && (await readMotion(bytes, options, settings.frames));
  if (!motion) return { file, model: await readModel(bytes, options) };
  const model = await firstFrame(motion);
  reading = false;
  return { file, model, motion };
}

/** The animation of a file; undefined when its format has none, or the file does. */
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

/** `--frames` asks for something that moves. */
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
    `with --frames all the animations must have equally many keyframes; found ${listed}. Use --frames ${Math.max(...counts)} to take that many from each.`,
    { counts },
  );
}
