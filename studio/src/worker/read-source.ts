/** Reads files into models: fetches the bytes with progress, unpacks gzip, and calls the library's readers. */
import type { CadReadOptions } from '../../../src/io/cad/cad.ts';
import type { Deflection } from '../../../src/io/cad/cad-job.ts';
import type { PlayableClip } from '../../../src/io/gltf/clips.ts';
import { type Model, readModel } from '../../../src/io/index.ts';
import { gzipBomb, isGzip, nameInGzip, unpackedLimit } from '../../../src/report/gzip.ts';
import type { Mechanism } from '../../../src/report/motion/mechanism.ts';
import { parseUrdf } from '../../../src/report/motion/parse-urdf.ts';
import { fileName } from '../../../src/report/text.ts';
import type { Triple } from '../answer.ts';
import type { SourceFile } from '../protocol.ts';
import { dracoDecoder } from './draco.ts';

export interface ReadWatch {
  readonly signal: AbortSignal;
  /** Called with the fraction done, from 0 to 1. */
  readonly onProgress: (done: number) => void;
  /** How far triangles of a CAD file may be from its surfaces; left out, the reader decides. */
  readonly deflection?: Deflection;
}

let served = '';

/** Where the page is: its server offers the packages that read CAD and BIM files, which are no part of the studio. */
export function setServedFrom(page: string): void {
  served = page;
}

/** Files that accompany a model. */
const COMPANION = /\.(bin|mtl|png|jpe?g|webp|ktx2|txt|json|srdf)$/i;
const ROBOT = /\.urdf$/i;
const DISABLED = /\.srdf$/i;
const BYTES_SHARE = 0.3;

/** What is read from bytes. */
export type ByteSource = Exclude<SourceFile, { sample: unknown }>;

const isBytes = (file: SourceFile): file is ByteSource => !('sample' in file);

/** Whether a file says how parts move. */
export const isJoints = (file: SourceFile): file is ByteSource => isBytes(file) && /\.json$/i.test(file.name);

/**
 * The models among the files; the others accompany them. A single file is always taken for a model, and all that is opened with a robot
 * belongs to it.
 */
export function modelsAmong(all: readonly SourceFile[]): readonly ByteSource[] {
  const files = all.filter(isBytes);
  const robots = files.filter(({ name }) => ROBOT.test(name));
  if (robots.length > 0) return robots;
  const models = files.filter(({ name }) => !COMPANION.test(name));
  return models.length > 0 ? models : files;
}

async function openStream(source: ByteSource): Promise<{ stream: ReadableStream<Uint8Array>; size: number }> {
  if ('file' in source) return { stream: source.file.stream(), size: source.file.size };
  const response = await fetch(source.url);
  if (!response.ok || !response.body) throw new Error(`${source.name} could not be fetched (${response.status})`);
  return { stream: response.body, size: Number(response.headers.get('Content-Length') ?? 0) };
}

async function readBytes(source: ByteSource, { signal, onProgress }: ReadWatch): Promise<Uint8Array> {
  const { stream, size } = await openStream(source);
  let bytes = new Uint8Array(size);
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + value.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(value, length);
    length += value.length;
    onProgress(BYTES_SHARE * Math.min(1, length / Math.max(size, 1)));
  }
  return bytes.subarray(0, length);
}

export async function textOf(source: ByteSource): Promise<string> {
  const { stream } = await openStream(source);
  return new Response(stream).text();
}

/** Unpacks gzip, up to the limit for packed files. */
async function unpacked(packed: Uint8Array, name: string): Promise<Uint8Array> {
  const limit = unpackedLimit(packed.length);
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    length += value.length;
    if (length <= limit) continue;
    await reader.cancel();
    throw gzipBomb(name, packed.length, limit);
  }
}

/** Finds a file that a model refers to: among the files opened with it, or through the local server. */
function resolver(source: ByteSource, files: readonly SourceFile[]): (uri: string) => Promise<Uint8Array> {
  return async (uri) => {
    const wanted = decodeURIComponent(uri).split('/').pop();
    const beside = files.find(({ name }) => name.split('/').pop() === wanted);
    if (beside && 'file' in beside) return new Uint8Array(await beside.file.arrayBuffer());
    if ('url' in source) {
      const response = await fetch(`${source.url}?beside=${encodeURIComponent(uri)}`);
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
    }
    throw new Error(`"${wanted}" is missing; open it together with ${source.name}`);
  };
}

export interface ReadFile {
  readonly model: Model;
  /** Of a robot. */
  readonly mechanism?: Mechanism;
  /** Of a glTF. */
  readonly clips: readonly PlayableClip[];
  /** Of each part, where its file says so. */
  readonly colours: readonly (Triple | undefined)[];
}

/** A robot with the meshes that it names, in metres. */
async function readRobot(source: ByteSource, files: readonly SourceFile[], watch: ReadWatch): Promise<ReadFile> {
  const srdf = files.filter(isBytes).find(({ name }) => DISABLED.test(name));
  const disabled = srdf && { where: srdf.name, text: await textOf(srdf) };
  const notes: string[] = [];
  const resolve = resolver(source, files);
  const { objects, mechanism } = await parseUrdf(await textOf(source), disabled, {
    where: source.name,
    async readParts(_, uri) {
      watch.signal.throwIfAborted();
      return (await readModel(await resolve(uri), { name: fileName(uri), resolve, signal: watch.signal })).parts;
    },
    note: (text) => notes.push(text),
  });
  const parts = objects.map(({ name, mesh }) => ({
    name,
    positions: mesh.positions as Float64Array,
    indices: mesh.indices,
  }));
  return {
    model: { format: 'stl', parts, unit: 'meter', notes },
    mechanism,
    clips: [],
    colours: parts.map(() => undefined),
  };
}

export async function readSource(
  source: ByteSource,
  files: readonly SourceFile[],
  watch: ReadWatch,
): Promise<ReadFile> {
  if (ROBOT.test(source.name)) return readRobot(source, files, watch);
  const packed = await readBytes(source, watch);
  const isPacked = isGzip(packed);
  const bytes = isPacked ? await unpacked(packed, source.name) : packed;
  const options: CadReadOptions & { dracoDecoder: () => Promise<unknown> } = {
    name: isPacked ? nameInGzip(source.name) : source.name,
    resolve: resolver(source, files),
    signal: watch.signal,
    onProgress: (done) => watch.onProgress(BYTES_SHARE + (1 - BYTES_SHARE) * done),
    dracoDecoder,
    // Rules may ask for them, and can be changed while files are open.
    withProperties: true,
    ...(watch.deflection && { deflection: watch.deflection }),
    packages: new URL('packages/', served).href,
    cadWorker: new URL('cad-worker.js', served).href,
  };
  const model = await readModel(bytes, options);
  if (model.format !== 'gltf') return { model, clips: [], colours: model.parts.map(({ color }) => color) };
  const [{ readGltfClips }, { gltfColours }] = await Promise.all([
    import('../../../src/io/gltf/clips.ts'),
    import('../../../src/io/gltf/colours.ts'),
  ]);
  // A clip of one moment is a pose, not a motion.
  const clips = (await readGltfClips(bytes, options)).filter(({ from, to }) => to > from);
  const colours = gltfColours(bytes, model.parts, options);
  return { model: clips.length > 0 ? clips[0].poseAt(clips[0].from) : model, clips, colours };
}
