/** Looks at every triangle of a model once, file by file, and keeps what a plan needs to know. */
import { checkCoordinates } from '../mesh/check-mesh.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import type { Box } from '../report/box.ts';
import { type ObjectShape, ShapeSum } from '../report/object-shape.ts';
import { fileName } from '../report/text.ts';
import { largestOf, measureCoordinates } from '../report/tolerance.ts';
import { BoxSample } from './box-sample.ts';
import { CheckedFile } from './checked-file.ts';
import { type FileFingerprint, fingerprintFile } from './file-fingerprint.ts';
import type { ModelAccess } from './model-access.ts';
import type { PlannedPiece } from './plan.ts';
import { type PlannedFile, type PlannedObject, plannedObjectOf } from './planned-model.ts';
import { openStreamed, piecesOf, type StreamedFile } from './streamed-file.ts';
import { boxOfCorners } from './triangle-box.ts';

export interface MeasuredModel {
  readonly files: readonly PlannedFile[];
  readonly objects: readonly PlannedObject[];
  /** In the order of the model. */
  readonly pieces: readonly (PlannedPiece & { readonly triangles: number })[];
  readonly sample: BoxSample;
  readonly triangleCount: number;
}

/** Measures one object, triangle by triangle. */
class ObjectMeter {
  readonly #sample: BoxSample;
  readonly #shape = new ShapeSum();
  readonly #box = new Float64Array(6);
  readonly #all = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  #first: [number, number, number] | undefined;

  constructor(sample: BoxSample) {
    this.#sample = sample;
  }

  /** Triangles given by their corners, nine numbers each. */
  add(corners: Positions): void {
    const [box, all] = [this.#box, this.#all];
    for (let at = 0; at < corners.length; at += 9) {
      this.#first ??= [corners[0], corners[1], corners[2]];
      this.#shape.add(corners, at, at + 3, at + 6);
      boxOfCorners(corners, at, box);
      for (let axis = 0; axis < 3; axis++) {
        if (box[axis] < all[axis]) all[axis] = box[axis];
        if (box[axis + 3] > all[axis + 3]) all[axis + 3] = box[axis + 3];
      }
      this.#sample.add(box[0] / 2 + box[3] / 2, box[1] / 2 + box[4] / 2, box[2] / 2 + box[5] / 2);
    }
  }

  get shape(): ObjectShape {
    return this.#shape.shape(this.#first ?? [0, 0, 0]);
  }

  get box(): Box | undefined {
    if (!this.#first) return undefined;
    return { min: Array.from(this.#all.subarray(0, 3)), max: Array.from(this.#all.subarray(3)) };
  }
}

/** The corners of triangles that are given by vertices. */
export function cornersOf(positions: Positions, indices: Uint32Array): Positions {
  const corners =
    positions instanceof Float32Array ? new Float32Array(3 * indices.length) : new Float64Array(3 * indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const from = 3 * indices[corner];
    corners[3 * corner] = positions[from];
    corners[3 * corner + 1] = positions[from + 1];
    corners[3 * corner + 2] = positions[from + 2];
  }
  return corners;
}

/** Measures files one by one, so that only one is held, and of a streamed one only a piece. */
export async function measureModel(
  files: readonly string[],
  access: ModelAccess,
  onProgress: (file: string, done: number) => void,
): Promise<MeasuredModel> {
  const planned: PlannedFile[] = [];
  const objects: PlannedObject[] = [];
  const pieces: (PlannedPiece & { triangles: number })[] = [];
  const sample = new BoxSample();
  for (const [number, file] of files.entries()) {
    const path = access.pathOf(file);
    const fingerprint = await fingerprintFile(path);
    const measured =
      (access.canStream &&
        (await measureStreamed(path, file, fingerprint, access, sample, (done) => onProgress(file, done)))) ||
      (await measureWhole(file, fingerprint, access, sample));
    const firstObject = objects.length;
    objects.push(...measured.objects);
    pieces.push(...measured.pieces.map((piece) => ({ file: number, ...piece })));
    planned.push({ file, ...fingerprint, ...measured.facts, firstObject, objectCount: measured.objects.length });
    onProgress(file, 1);
  }
  const triangleCount = objects.reduce((sum, { triangles }) => sum + triangles, 0);
  return { files: planned, objects, pieces, sample, triangleCount };
}

interface MeasuredFile {
  readonly facts: Omit<PlannedFile, 'file' | 'firstObject' | 'objectCount' | keyof FileFingerprint>;
  readonly objects: readonly PlannedObject[];
  readonly pieces: readonly (Omit<PlannedPiece, 'file'> & { readonly triangles: number })[];
}

async function measureStreamed(
  path: string,
  file: string,
  fingerprint: FileFingerprint,
  access: ModelAccess,
  sample: BoxSample,
  onProgress: (done: number) => void,
): Promise<MeasuredFile | undefined> {
  const checked = await CheckedFile.open(path, file, fingerprint);
  try {
    const streamed = await openStreamed(checked);
    return streamed && (await measurePieces(file, streamed, access, sample, onProgress));
  } finally {
    await checked.close();
  }
}

async function measurePieces(
  file: string,
  streamed: StreamedFile,
  access: ModelAccess,
  sample: BoxSample,
  onProgress: (done: number) => void,
): Promise<MeasuredFile> {
  const meter = new ObjectMeter(sample);
  const pieces: MeasuredFile['pieces'][number][] = [];
  let [largest, triangles] = [0, 0];
  for await (const { corners, start } of piecesOf(streamed)) {
    const count = corners.length / 9;
    largest = largestOf(corners, largest);
    // NaN is larger than nothing, but shows in the sum.
    if (!(largest <= 2 ** 250) || Number.isNaN(sumOf(corners))) {
      checkCoordinates(corners, `${file}, from triangle ${start.firstTriangle} on`);
    }
    meter.add(corners);
    pieces.push({ range: { ...start, triangleCount: count }, triangles: count });
    triangles += count;
    onProgress((3 * triangles) / Math.max(3 * triangles, streamed.vertexCount));
  }
  const { weld } = access;
  const name = fileName(file);
  const object = { file, name, vertices: streamed.vertexCount, triangles, weld, isSingle: true };
  const { shape, box } = meter;
  return {
    facts: { format: streamed.format, coordinates: { largest, half: 0 }, isStreamed: true },
    objects: [{ ...object, shape, ...(box && { box }) }],
    pieces,
  };
}

function sumOf(values: Positions): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

async function measureWhole(
  file: string,
  fingerprint: FileFingerprint,
  access: ModelAccess,
  sample: BoxSample,
): Promise<MeasuredFile> {
  const read = await access.read(file, fingerprint);
  for (const { name, positions } of read.model.parts) checkCoordinates(positions, `${file}, part "${name}"`);
  const { format, unit, mapConversion } = read.model;
  const objects = access.objectsOf(read).map((object) => {
    const meter = new ObjectMeter(sample);
    meter.add(cornersOf(object.mesh.positions, object.mesh.indices));
    return plannedObjectOf(object, meter.shape, meter.box);
  });
  return {
    facts: {
      format,
      coordinates: measureCoordinates(read.model),
      isStreamed: false,
      ...(unit !== undefined && { unit }),
      ...(mapConversion && { mapConversion }),
    },
    objects,
    pieces: [{ triangles: objects.reduce((sum, { triangles }) => sum + triangles, 0) }],
  };
}
