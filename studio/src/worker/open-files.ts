/**
 * Opens files, into the world that is there or into a new one. A file that cannot be used is reported, and the others are still
 * opened.
 *
 * Files are brought together as the command line does: one way up, in one unit and one place on the map, with finer triangles where
 * surfaces come near each other. If that changes what was open before, everything is added again.
 */
import type { Engine } from '../../../src/index.ts';
import type { Deflection } from '../../../src/io/cad/cad-job.ts';
import type { Model, ModelPart } from '../../../src/io/index.ts';
import { federate } from '../../../src/report/federate.ts';
import type { SourceFile } from '../protocol.ts';
import { FileWorld, type OpenedFile } from './file-world.ts';
import { type Notify, noticeOf } from './notices.ts';
import { jointsAmong, openJoints } from './open-joints.ts';
import { readSample } from './read-sample.ts';
import { modelsAmong, type ReadWatch, readSource } from './read-source.ts';
import { refineFiles } from './refine-files.ts';

export interface OpenWatch {
  readonly signal: AbortSignal;
  readonly progress: (label: string, done: number) => void;
  readonly notify: Notify;
  /** How far triangles of CAD files may be from surfaces; left out, as fine as parts that are near each other need it. */
  readonly deflection?: Deflection;
}

/** Of all the work, what reading takes; the rest is welding. */
const READING_SHARE = 0.8;
const MOVED_BACK =
  'Objects that were moved by hand are back where their files have them, because files were converted or read again.';

/** A name that no other file has: `part.stl`, `part.stl (2)`. */
function freeName(taken: readonly string[], name: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(candidate)) return candidate;
  }
}

const BREATH_MILLISECONDS = 40;
let breathed = 0;

/** Lets messages from the page arrive; adding thousands of parts takes a while, and a breath after each would take longer. */
async function breathe(): Promise<void> {
  if (performance.now() - breathed < BREATH_MILLISECONDS) return;
  await new Promise((resume) => setTimeout(resume));
  breathed = performance.now();
}

/** The world with the files in it: `kept`, or a new one; undefined when none could be used. Throws when it is stopped. */
export async function openFiles(
  engine: Engine,
  kept: FileWorld | undefined,
  sources: readonly SourceFile[],
  watch: OpenWatch,
): Promise<FileWorld | undefined> {
  const given = await jointsAmong(sources);
  if (given && kept && sources.length === 1) {
    openJoints(kept, given, kept.joints, watch.notify);
    return kept;
  }
  const joints = given ?? kept?.jointsText;
  const before = kept?.files ?? [];
  const read = await readFiles(before, sources, watch);
  if (read.length === 0) return undefined;
  const readingAgain = (label: string, done: number) => watch.progress(label, READING_SHARE * done);
  const refined = await refineFiles([...before, ...read], { ...watch, progress: readingAgain });
  const files = bringTogether([...before, ...read], refined.models, joints !== undefined, watch.notify);
  const stays = kept?.files.every((file, i) => isSame(file, files[i])) ? kept : undefined;
  const world = stays ?? new FileWorld(engine);
  const had = world.objects;
  const toAdd = stays ? files.slice(before.length) : files;
  try {
    for (const [i, file] of toAdd.entries()) {
      const progress = (label: string, done: number) =>
        watch.progress(label, READING_SHARE + ((1 - READING_SHARE) * (i + done)) / toAdd.length);
      await addFile(world, file, kept, { ...watch, progress });
    }
    await breathe();
    watch.signal.throwIfAborted();
  } catch (error) {
    if (stays) for (const object of world.objects) if (!had.includes(object)) world.remove(object);
    if (!stays) world.dispose();
    throw error;
  }
  world.couldHide = refined.couldHide;
  openJoints(world, joints, kept?.joints, watch.notify);
  const isMovedBack = !stays && kept?.objects.some(({ drag }) => drag);
  if (isMovedBack) watch.notify({ type: 'notice', level: 'note', code: 'moved-back', text: MOVED_BACK });
  if (world.objects.length > had.length) return world;
  if (!stays) world.dispose();
  return undefined;
}

async function readFiles(
  before: readonly OpenedFile[],
  sources: readonly SourceFile[],
  { signal, progress, notify, deflection }: OpenWatch,
): Promise<OpenedFile[]> {
  const models = modelsAmong(sources);
  const read: OpenedFile[] = sources.flatMap(readSample);
  for (const [number, source] of models.entries()) {
    const report = (done: number) =>
      progress(`reading ${source.name}`, (READING_SHARE * (number + done)) / models.length);
    report(0);
    try {
      const watch = { signal, onProgress: report, ...(deflection && { deflection }) };
      const { model, mechanism, clips, colours } = await readSource(source, sources, watch);
      for (const text of model.notes ?? []) notify({ type: 'notice', level: 'note', code: 'file', text });
      const taken = [...before, ...read].map(({ name }) => name);
      const name = freeName(taken, source.name);
      if (name !== source.name) {
        const text = `${source.name} is already open; this one is listed as ${name}.`;
        notify({ type: 'notice', level: 'note', code: 'same-name', text });
      }
      const readAgain = async (finer: ReadWatch) => (await readSource(source, sources, finer)).model;
      read.push({ name, read: model, model, readAgain, clips, colours, ...(mechanism && { mechanism }) });
    } catch (error) {
      if (signal.aborted) throw error;
      notify(noticeOf(error, source.name));
    }
  }
  return read;
}

/** Each file as it lies among the others. Those that move keep to the coordinates of their clips or joints. */
function bringTogether(
  files: readonly OpenedFile[],
  models: readonly Model[],
  hasJoints: boolean,
  notify: Notify,
): OpenedFile[] {
  const fixed = files.filter(({ clips, mechanism }) => !hasJoints && clips.length === 0 && !mechanism);
  const together = federate(
    fixed.map((file) => ({ file: file.name, model: models[files.indexOf(file)] })),
    undefined,
  );
  for (const text of together.notes) notify({ type: 'notice', level: 'note', code: 'federated', text });
  return files.map((file) => {
    const at = fixed.indexOf(file);
    if (at >= 0) return { ...file, model: together.files[at].model };
    return file.clips.length > 0 ? file : { ...file, model: models[files.indexOf(file)] };
  });
}

function isSame({ model: p }: OpenedFile, { model: q }: OpenedFile): boolean {
  if (p === q) return true;
  // Planes have the same triangles however fine they are.
  const isSamePart = (one: ModelPart, other: ModelPart) =>
    one.deflection === other.deflection && isSameList(one.positions, other.positions);
  return p.unit === q.unit && p.parts.every((part, i) => isSamePart(part, q.parts[i]));
}

function isSameList(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  if (p === q) return true;
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}

/** Without the parts that were removed from the world that was there before. */
async function addFile(
  world: FileWorld,
  file: OpenedFile,
  before: FileWorld | undefined,
  { signal, progress, notify }: OpenWatch,
): Promise<void> {
  const known = before?.files.some(({ name }) => name === file.name) ? before.partsOf(file.name) : undefined;
  try {
    for (const [index, add] of world.addFile(file).entries()) {
      if (known && !known.has(index)) continue;
      progress(`welding ${file.model.parts[index].name}`, index / file.model.parts.length);
      await breathe();
      signal.throwIfAborted();
      add();
    }
  } catch (error) {
    if (signal.aborted) throw error;
    notify(noticeOf(error, file.name));
  }
}
