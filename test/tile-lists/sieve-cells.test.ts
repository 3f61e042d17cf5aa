/**
 * Pairs that meet in one cell of the sieve (sieve.ts) only, be it any corner of the cells that a triangle's box covers: each cell has to be
 * marked, and looked at. No triangle is large: the cells of one would keep those around it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { asRows } from '../support/engine-answer.ts';

type Point = readonly number[];
/** Corners of triangles, one behind the other. */
type Triangles = number[];

/** The scene is a cube of this side, so that a cell has the side 1. */
const SIDE = 64;
/** Cells from one pair to the next, and pairs in a row. */
const STEP = 5;
const PER_ROW = 12;
/** More than TRIANGLES_MIN of sieve.ts in all. */
const FILLERS = 17_000;

const add = (a: Point, b: Point, scale = 1): number[] => a.map((x, k) => x + scale * b[k]);
const cross = (a: Point, b: Point) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const unit = (a: Point) => a.map((x) => x / Math.hypot(...a));

/** A triangle that lies within a cell, at its middle. */
const speck = (cell: Point): number[] => [
  ...add(cell, [0.5, 0.5, 0.5]),
  ...add(cell, [0.6, 0.5, 0.5]),
  ...add(cell, [0.5, 0.6, 0.6]),
];

interface Meeting {
  /** Cells that the box of the first triangle covers along each axis. */
  readonly spans: Point;
  /** The corner of them in which the second crosses it: 0 or 1 along each axis. */
  readonly corner: Point;
  /** The other rows of cells have been marked before by triangles that meet nothing. */
  readonly isMarked: boolean;
  /** The object of the first. */
  readonly object: number;
}

const EACH_CORNER = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]);
const EACH_SPAN = Array.from({ length: 27 }, (_, i) => [
  1 + (i % 3),
  1 + (Math.floor(i / 3) % 3),
  1 + Math.floor(i / 9),
]);
const MEETINGS = EACH_SPAN.flatMap((spans) =>
  EACH_CORNER.flatMap((corner) =>
    [false, true].flatMap((isMarked) => [0, 1].map((object): Meeting => ({ spans, corner, isMarked, object }))),
  ),
);

/** Adds the triangles of a meeting whose lowest cell is given. */
function addMeeting(objects: readonly Triangles[], cell: Point, { spans, corner, isMarked, object }: Meeting): void {
  const met = spans.map((span, k) => cell[k] + corner[k] * (span - 1));
  if (isMarked) {
    for (let i = 0; i < spans[0] * spans[1] * spans[2]; i++) {
      const along = [i % spans[0], Math.floor(i / spans[0]) % spans[1], Math.floor(i / spans[0] / spans[1])];
      const place = add(cell, along);
      if (place[1] !== met[1] || place[2] !== met[2]) objects[object].push(...speck(place));
    }
  }
  const at = add(met, [0.5, 0.5, 0.5]);
  const way = spans.map((span, k) => (span > 1 ? span - 1 : 0.25) * (1 - 2 * corner[k]));
  const first = [way[0], way[1], 0];
  const second = [way[0], 0, way[2]];
  objects[object].push(...at, ...add(at, first), ...add(at, second));
  const crossed = add(add(at, first, 0.08), second, 0.08);
  const normal = unit(cross(first, second));
  objects[1 - object].push(
    ...add(crossed, normal, 0.08),
    ...add(crossed, normal, -0.08),
    ...add(crossed, unit(first), 0.05),
  );
}

/** Small triangles of an object above all meetings, in a half of its own, and one at each end of the scene. */
function addFillers(triangles: Triangles, object: number): void {
  for (let i = 0; i < FILLERS; i++) {
    const [x, y, z] = [i % 25, Math.floor(i / 25) % 25, Math.floor(i / 625)];
    triangles.push(...speck([x * 1.2 + 33 * object, y * 2.5, 42 + z * 0.75]));
  }
  const shift = 0.1 + 0.3 * object;
  triangles.push(0, 0, shift, 0, shift, 0, shift, 0, 0.1);
  triangles.push(SIDE, SIDE, SIDE - shift, SIDE, SIDE - shift, SIDE, SIDE - shift, SIDE, SIDE - 0.1);
}

describe.each([0, 2])('pairs in one cell of many, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it('are found in every corner of the cells that a box covers', async () => {
    const objects: Triangles[] = [[], []];
    for (const [i, meeting] of MEETINGS.entries()) {
      const place = [i % PER_ROW, Math.floor(i / PER_ROW) % PER_ROW, Math.floor(i / PER_ROW / PER_ROW)];
      addMeeting(
        objects,
        place.map((x) => 1 + STEP * x),
        meeting,
      );
    }
    const own = objects.map((positions) => ({ positions: Float64Array.from(positions) }));
    for (const [object, triangles] of objects.entries()) addFillers(triangles, object);
    const scene = engine.createScene();
    for (const positions of objects) scene.add({ positions: Float64Array.from(positions) });
    const answer = await scene.collide();
    scene.dispose();
    const { trianglePairs } = oracle.collide(own);
    expect(trianglePairs).toHaveLength(MEETINGS.length);
    expect(asRows(answer).trianglePairs).toEqual(trianglePairs);
    // What is left out is left out.
    expect(answer.stats.image?.entries).toBeLessThan(FILLERS);
  });
});
