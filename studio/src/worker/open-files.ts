/** Opens files into a world. A file that cannot be used is reported, and the others are still opened. */
import type { Model, ModelPart } from '../../../src/io/index.ts';
import { healSolid } from '../../../src/report/heal.ts';
import type { SourceFile } from '../protocol.ts';
import type { FileWorld } from './file-world.ts';
import { noticeOf, type Tell } from './notices.ts';
import { modelsAmong, readSource } from './read-source.ts';

export interface OpenWatch {
  readonly signal: AbortSignal;
  readonly progress: (label: string, done: number) => void;
  readonly tell: Tell;
}

/** A name that no file in the world has yet: `part.stl`, `part.stl (2)`. */
function freeName(world: FileWorld, name: string): string {
  const taken = new Set(world.objects.map(({ file }) => file));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Lets messages from the page arrive; adding a large mesh takes a while. */
const breathe = () => new Promise((resume) => setTimeout(resume));

/** Returns how many objects were added; 0 if it was stopped. */
export async function openFiles(world: FileWorld, files: readonly SourceFile[], watch: OpenWatch): Promise<number> {
  const before = world.objects;
  try {
    await addFiles(world, files, watch);
    await breathe();
    watch.signal.throwIfAborted();
  } catch (error) {
    for (const object of world.objects) if (!before.includes(object)) world.remove(object);
    throw error;
  }
  return world.objects.length - before.length;
}

/** Elements of buildings that are meant to be solids are made solids, as `collidescope clash` does. */
function solidPart({ format }: Model, part: ModelPart): ModelPart {
  const healed = format === 'ifc' ? healSolid(part.positions, part.indices) : undefined;
  return healed ? { ...part, indices: healed.indices } : part;
}

async function addFiles(world: FileWorld, files: readonly SourceFile[], watch: OpenWatch): Promise<void> {
  const models = modelsAmong(files);
  for (const [number, source] of models.entries()) {
    const progress = (done: number) => watch.progress(`reading ${source.name}`, (number + done) / models.length);
    progress(0);
    try {
      const { model, clips, colours } = await readSource(source, files, {
        signal: watch.signal,
        onProgress: (done) => progress(0.8 * done),
      });
      for (const text of model.notes ?? []) watch.tell({ type: 'notice', level: 'note', code: 'file', text });
      const name = freeName(world, source.name);
      if (name !== source.name) {
        const text = `${source.name} is already open; this one is listed as ${name}.`;
        watch.tell({ type: 'notice', level: 'note', code: 'same-name', text });
      }
      const { format, unit } = model;
      const moves = world.addFile({ name, format, ...(unit && { unit }), clips }, model.parts);
      for (const [index, part] of model.parts.entries()) {
        watch.progress(`welding ${part.name}`, (number + 0.8 + (0.2 * index) / model.parts.length) / models.length);
        await breathe();
        watch.signal.throwIfAborted();
        world.add(name, solidPart(model, part), { moves: moves[index], colour: colours[index] });
      }
    } catch (error) {
      if (watch.signal.aborted) throw error;
      watch.tell(noticeOf(error, source.name));
    }
  }
}
