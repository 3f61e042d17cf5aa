/**
 * Draws a clash without a GPU: its two objects, what surrounds them, the contact as a line, and what was measured.
 *
 * Promise: the same input gives the same pixels on every machine.
 */
import { type Camera, cameraOf, project, type View } from './camera.ts';
import type { Canvas, Line } from './canvas.ts';
import { compose, type ObjectColours, OVERSAMPLING } from './compose.ts';
import { drawMesh } from './draw-mesh.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { Layer } from './layer.ts';
import { closeSection, type SectionPlane } from './section.ts';
import { canWrite, write, writtenWidth } from './stroke-font.ts';
import { CONTACT, INK, PAPER, SEEN_INSIDE, SEEN_THROUGH } from './style.ts';
import { lengthOf, subtract, type Vector } from './vector.ts';

/** In coordinates from -1 to 1. */
export interface DrawnClash {
  readonly first: DrawnMesh;
  /** None where an object meets itself. */
  readonly second: DrawnMesh | undefined;
  readonly context: DrawnMesh;
  readonly curves: readonly { readonly points: ArrayLike<number>; readonly closed: boolean }[];
  readonly measured?: readonly [Vector, Vector];
  /** Whether one object is wholly inside the other, and so has to be seen through it. */
  readonly isInside: boolean;
  /** Written beside what is measured: `3.2 mm deep`. */
  readonly label: string;
  /** How much the object behind shows through the one in front, if not as usual. */
  readonly seenThrough?: number;
  /** Other than those of the two objects of a clash. */
  readonly colours?: ObjectColours;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Layers are large; they are kept from one picture to the next. */
export class PictureMaker {
  readonly #size: PictureSize;
  readonly #layers: readonly [Layer, Layer, Layer];

  constructor(size: PictureSize) {
    this.#size = size;
    const [width, height] = [OVERSAMPLING * size.width, OVERSAMPLING * size.height];
    this.#layers = [new Layer(width, height), new Layer(width, height), new Layer(width, height)];
  }

  draw(clash: DrawnClash, view: View, section?: SectionPlane): Canvas {
    const camera = cameraOf(view, this.#size.width / this.#size.height);
    const meshes = [clash.first, clash.second, clash.context];
    const [first, second, ghost] = this.#layers.map((layer, i) => {
      const mesh = meshes[i];
      if (!mesh || mesh.indices.length === 0) return undefined;
      layer.clear();
      drawMesh(layer, mesh, camera, { section });
      if (section) closeSection(layer, camera, section);
      return layer;
    });
    if (!first) this.#layers[0].clear();
    const layers = { first: first ?? this.#layers[0], second, ghost };
    const seenThrough = clash.seenThrough ?? (clash.isInside ? SEEN_INSIDE : SEEN_THROUGH);
    const canvas = compose(layers, camera, seenThrough, clash.colours);
    const nearnessAt = (x: number, y: number) => nearest([layers.first, second], x, y);
    drawCurves(canvas, clash, camera, nearnessAt, section);
    drawMeasured(canvas, clash, camera);
    drawRing(canvas, clash, camera);
    return canvas;
  }
}

/** 1 / depth of what is seen of the two objects at a point of the picture. */
function nearest(layers: readonly (Layer | undefined)[], x: number, y: number): number {
  let near = 0;
  for (const layer of layers) {
    const [column, row] = [Math.floor(x * OVERSAMPLING), Math.floor(y * OVERSAMPLING)];
    if (!layer || column < 0 || row < 0 || column >= layer.width || row >= layer.height) continue;
    near = Math.max(near, layer.nearness[row * layer.width + column]);
  }
  return near;
}

/** A contact lies on both surfaces; up to this fraction of the depth behind the visible surface it still counts as visible. */
const HIDDEN_BEYOND = 0.004;
const HIDDEN_STRENGTH = 0.4;
/** Pixels of a piece of the curve, each of which is seen or not. */
const PIECE = 3;
const CURVE_WIDTH = 2.6;

function drawCurves(
  canvas: Canvas,
  { curves }: DrawnClash,
  camera: Camera,
  nearnessAt: (x: number, y: number) => number,
  section: SectionPlane | undefined,
): void {
  const lines: Line[] = [];
  for (const { points, closed } of curves) {
    const count = points.length / 3;
    for (let i = 0; i + 1 < count + Number(closed); i++) {
      const [from, to] = [i, (i + 1) % count].map((k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]]);
      if (section && [from, to].some((point) => isCutAway(point, section))) continue;
      const ends = [from, to].map((point) => project(camera, point, canvas.width, canvas.height));
      if (ends.some(([, , depth]) => depth < camera.near)) continue;
      addPieces(lines, ends[0], ends[1], nearnessAt);
    }
  }
  canvas.strokes(
    lines.map((line) => ({ ...line, strength: 0.75 * (line.strength ?? 1) })),
    PAPER,
    CURVE_WIDTH + 2,
  );
  canvas.strokes(lines, CONTACT, CURVE_WIDTH);
}

function isCutAway(point: readonly number[], { normal, offset }: SectionPlane): boolean {
  return point[0] * normal[0] + point[1] * normal[1] + point[2] * normal[2] > offset + 1e-4;
}

function addPieces(lines: Line[], p: Vector, q: Vector, nearnessAt: (x: number, y: number) => number): void {
  const length = Math.sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2);
  const count = Math.min(2000, Math.max(1, Math.ceil(length / PIECE)));
  const at = (part: number): Vector => [
    p[0] + part * (q[0] - p[0]),
    p[1] + part * (q[1] - p[1]),
    1 / (1 / p[2] + part * (1 / q[2] - 1 / p[2])),
  ];
  for (let i = 0; i < count; i++) {
    const [x, y, depth] = at((i + 0.5) / count);
    const isHidden = nearnessAt(x, y) * depth > 1 + HIDDEN_BEYOND;
    const [from, to] = [at(i / count), at((i + 1) / count)];
    lines.push({ from: [from[0], from[1]], to: [to[0], to[1]], strength: isHidden ? HIDDEN_STRENGTH : 1 });
  }
}

/** Pixels from which on a measured length is drawn as one, with a mark at each end. */
const MEASURE_LEAST = 14;
const LETTERS_HIGH = 11;
const MARGIN = 6;
const LEADER = 42;

/** The deepest point as a ring, what is measured as a line between two marks, and how long it is beside it. */
function drawMeasured(canvas: Canvas, { measured, label }: DrawnClash, camera: Camera): void {
  if (!measured) return;
  const [p, q] = measured.map((point) => project(camera, point, canvas.width, canvas.height));
  if (p[2] < camera.near || q[2] < camera.near) return;
  const length = lengthOf(subtract([q[0], q[1], 0], [p[0], p[1], 0]));
  const [x, y] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const line: Line = { from: [p[0], p[1]], to: [q[0], q[1]] };
  const ticks = length >= MEASURE_LEAST ? endTicks(p, q, length) : [];
  canvas.strokes([line, ...ticks], PAPER, 5);
  canvas.strokes([line, ...ticks], INK, 2);
  if (ticks.length === 0) {
    canvas.disc(x, y, 5.5, PAPER);
    canvas.disc(x, y, 4, INK);
    canvas.disc(x, y, 1.8, PAPER);
  }
  if (label !== '' && canWrite(label)) drawLabel(canvas, label, x, y);
}

/** A contact that is smaller than this many pixels has a ring around it; a larger one is found without. */
const SMALL_CONTACT = 36;
const RING_RADIUS = 20;
const RING_PIECES = 40;

/** Where nothing is measured that a mark could show, a ring says where a small contact is. */
function drawRing(canvas: Canvas, { measured, curves }: DrawnClash, camera: Camera): void {
  if (measured || curves.length === 0) return;
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const { points } of curves) {
    for (let i = 0; i < points.length; i += 3) {
      const seen = project(camera, [points[i], points[i + 1], points[i + 2]], canvas.width, canvas.height);
      for (let k = 0; k < 2; k++) {
        low[k] = Math.min(low[k], seen[k]);
        high[k] = Math.max(high[k], seen[k]);
      }
    }
  }
  if (!(high[0] - low[0] < SMALL_CONTACT && high[1] - low[1] < SMALL_CONTACT)) return;
  const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const at = (i: number): [number, number] => ringPoint(x, y, i / RING_PIECES);
  const lines = Array.from({ length: RING_PIECES }, (_, i): Line => ({ from: at(i), to: at(i + 1) }));
  canvas.strokes(lines, PAPER, 4);
  canvas.strokes(lines, CONTACT, 2);
}

/** A point of the ring, by a fraction of whole numbers: sines may differ from machine to machine. */
function ringPoint(x: number, y: number, part: number): [number, number] {
  const quarter = Math.floor(4 * part);
  const along = 4 * part - quarter;
  const [u, v] = [1 - along, along];
  const length = Math.sqrt(u * u + v * v);
  const [c, s] = [(RING_RADIUS * u) / length, (RING_RADIUS * v) / length];
  const turned = [
    [c, s],
    [-s, c],
    [-c, -s],
    [s, -c],
  ][quarter % 4];
  return [x + turned[0], y + turned[1]];
}

function endTicks(p: Vector, q: Vector, length: number): Line[] {
  const [ux, uy] = [(-(q[1] - p[1]) / length) * 6, ((q[0] - p[0]) / length) * 6];
  return [p, q].map(([x, y]) => ({ from: [x - ux, y - uy] as const, to: [x + ux, y + uy] as const }));
}

/** Above and to the right of a point, or where it fits. */
function drawLabel(canvas: Canvas, label: string, x: number, y: number): void {
  const width = writtenWidth(label, LETTERS_HIGH) + 2 * MARGIN;
  const height = LETTERS_HIGH * 1.35 + 2 * MARGIN;
  const goesRight = x + LEADER + width < canvas.width - 4;
  const goesUp = y - LEADER - height > 4;
  const left = Math.min(canvas.width - width - 4, Math.max(4, goesRight ? x + LEADER : x - LEADER - width));
  const top = Math.min(canvas.height - height - 4, Math.max(4, goesUp ? y - LEADER - height : y + LEADER));
  const leader: Line = { from: [x, y], to: [goesRight ? left : left + width, top + height / 2] };
  canvas.strokes([leader], PAPER, 3.5);
  canvas.strokes([leader], INK, 1.3);
  canvas.plate(left - 1, top - 1, width + 2, height + 2, INK, 0.35);
  canvas.plate(left, top, width, height, PAPER, 1);
  write(canvas, label, left + MARGIN, top + MARGIN + 1, LETTERS_HIGH, INK);
}
