/**
 * Chooses the side from which a clash is seen best: where most of the contact is not hidden, both objects are seen from outside, and
 * what was measured is not looked at end-on.
 *
 * Some thirty directions are tried in small pictures. They are fractions of whole numbers, so the choice is the same everywhere.
 */
import { cameraOf, project, type View } from './camera.ts';
import type { DrawnClash } from './clash-picture.ts';
import { drawMesh } from './draw-mesh.ts';
import { Layer } from './layer.ts';
import { cross, dot, lengthOf, subtract, unit, type Vector } from './vector.ts';

const WIDTH = 96;
const HEIGHT = 72;
/** What pixels of the small pictures are marked with; where an inside shows, with one more. */
const FIRST_OUTSIDE = 1;
const SECOND_OUTSIDE = 3;
/** Points of the contact that are looked for. */
const SAMPLES = 96;
/** Up to this fraction of the depth behind the visible surface, a point of the contact still counts as visible. */
const HIDDEN_BEYOND = 0.006;

/** Weights: what is seen of the contact past the two objects, and past everything; the rest decides between equals. */
const BY_CONTACT = 3;
const BY_CONTEXT = 1.6;
const BY_BOTH = 1.4;
const BY_SPREAD = 0.9;
const BY_MEASURE = 0.7;
const BY_HEIGHT = 0.6;
/** Taken off for what is seen of insides: what surrounds a clash is cut out, so a duct that ends in the air could be looked into. */
const BY_INSIDE = 2.5;
/** Straight along an axis, boxes show one face only. */
const BY_SLANT = 0.5;

/** Fractions of whole numbers whose sizes, in ascending order, are one of those given. */
function directions(wanted: readonly string[]): Vector[] {
  const found: Vector[] = [];
  const range = [-2, -1, 0, 1, 2];
  for (const x of range) {
    for (const y of range) {
      for (const z of range) {
        const sizes = [x, y, z].map(Math.abs).sort();
        if (wanted.includes(sizes.join())) found.push(unit([x, y, z]));
      }
    }
  }
  return found;
}

const DIRECTIONS = directions(['0,0,1', '0,1,1', '1,1,1']);
/** Between them: those next to the best are tried as well. */
const FINER = directions(['1,1,2']);
/** The cosine of how far apart neighbours are. */
const NEIGHBOUR = 0.85;
/** Directions from farther below are not tried: nobody looks at things from there. */
const LOWEST = -0.75;

/** Points of the contact, evenly by number; of an object inside another without contact, its vertices. */
function samplePoints({ curves, measured, first, second }: DrawnClash): Vector[] {
  const all: ArrayLike<number>[] = curves.map(({ points }) => points);
  const count = all.reduce((sum, { length }) => sum + length / 3, 0);
  const samples: Vector[] = [];
  const every = Math.max(1, count / SAMPLES);
  let next = 0;
  let seen = 0;
  for (const points of all) {
    for (let i = 0; i < points.length; i += 3, seen++) {
      if (seen < next) continue;
      next += every;
      samples.push([points[i], points[i + 1], points[i + 2]]);
    }
  }
  if (samples.length > 0) return samples;
  if (measured) return [...measured];
  const smaller = second && second.indices.length < first.indices.length ? second : first;
  const step = 3 * Math.max(1, Math.floor(smaller.positions.length / (3 * SAMPLES)));
  for (let i = 0; i + 2 < smaller.positions.length; i += step) {
    samples.push([smaller.positions[i], smaller.positions[i + 1], smaller.positions[i + 2]]);
  }
  return samples;
}

/** How much of the picture the points take up, by the spread along and across: 0 when they are seen as a line. */
function spreadOf(points: readonly Vector[]): number {
  const count = points.length;
  const [mx, my] = [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / count);
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2 / count;
    xy += ((x - mx) * (y - my)) / count;
    yy += (y - my) ** 2 / count;
  }
  return Math.sqrt(Math.sqrt(Math.max(0, xx * yy - xy * xy))) / HEIGHT;
}

interface Trial extends Direction {
  readonly score: number;
  readonly spread: number;
}

/** From where a clash is seen best, and how much of its contact is seen from there. */
export interface Direction {
  /** To the eye, of length 1. */
  readonly towards: Vector;
  /** Past the two objects: 0 to 1. */
  readonly seen: number;
}

export function bestDirection(clash: DrawnClash, up: Vector, radius: number): Direction {
  const samples = samplePoints(clash);
  const [own, all] = [0, 1].map(() => new Layer(WIDTH, HEIGHT));
  const tryOut = (towards: Vector): Trial => {
    const view: View = { target: [0, 0, 0], towards, up, radius };
    const camera = cameraOf(view, WIDTH / HEIGHT);
    own.clear();
    drawMesh(own, clash.first, camera, { mark: FIRST_OUTSIDE });
    if (clash.second) drawMesh(own, clash.second, camera, { mark: SECOND_OUTSIDE });
    all.clear();
    drawMesh(all, clash.context, camera, { mark: 1 });
    const projected = samples.map((point) => project(camera, point, WIDTH, HEIGHT));
    const share = (isSeen: (at: number, nearness: number) => boolean) =>
      projected.filter(([x, y, depth]) => {
        const [column, row] = [Math.floor(x), Math.floor(y)];
        if (depth < camera.near || column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT) return false;
        return isSeen(row * WIDTH + column, (1 + HIDDEN_BEYOND) / depth);
      }).length / Math.max(1, projected.length);
    const contact = share((at, nearness) => own.nearness[at] <= nearness);
    const context = share((at, nearness) => Math.max(own.nearness[at], all.nearness[at]) <= nearness);
    const score =
      BY_CONTACT * contact +
      BY_CONTEXT * context +
      BY_BOTH * (clash.second ? balance(own.faces) : 1) +
      BY_MEASURE * sideways(clash.measured, towards) +
      BY_HEIGHT * heightBonus(dot(towards, up)) +
      BY_SLANT * slant(towards) -
      BY_INSIDE * insideShare(own.faces);
    return { towards, seen: contact, score, spread: spreadOf(projected) };
  };
  const isWanted = (towards: Vector) => dot(towards, up) > LOWEST;
  const trials = DIRECTIONS.filter(isWanted).map(tryOut);
  const widest = Math.max(...trials.map(({ spread }) => spread)) || 1;
  const total = ({ score, spread }: Trial) => score + (BY_SPREAD * spread) / widest;
  const better = (best: Trial, next: Trial) => (total(next) > total(best) + 1e-9 ? next : best);
  const best = trials.reduce(better);
  const near = FINER.filter((towards) => isWanted(towards) && dot(towards, best.towards) > NEIGHBOUR);
  return near.map(tryOut).reduce(better, best);
}

/** Of the pixels that show an object, those that show it from inside. */
function insideShare(marks: Uint32Array): number {
  let shown = 0;
  let inside = 0;
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] === 0) continue;
    shown++;
    if (marks[at] !== FIRST_OUTSIDE && marks[at] !== SECOND_OUTSIDE) inside++;
  }
  return shown === 0 ? 0 : inside / shown;
}

/** 1 when each of the two objects takes a fifth or more of what is seen of both. */
function balance(marks: Uint32Array): number {
  let first = 0;
  let both = 0;
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] === 0) continue;
    both++;
    if (marks[at] < SECOND_OUTSIDE) first++;
  }
  return both === 0 ? 0 : Math.min(1, 5 * Math.min(first / both, 1 - first / both));
}

/** 1 when what is measured lies across the view. */
function sideways(measured: readonly [Vector, Vector] | undefined, towards: Vector): number {
  if (!measured) return 0;
  const along = subtract(measured[1], measured[0]);
  const length = lengthOf(along);
  return length > 0 ? lengthOf(cross(along, towards)) / length : 0;
}

/** People look at things from a little above, and hardly ever from below. */
function heightBonus(height: number): number {
  if (height < -0.1) return height;
  return height > 0.85 ? 0.3 : 1 - Math.abs(height - 0.45);
}

function slant(towards: Vector): number {
  return 1 - Math.max(...towards.map(Math.abs)) ** 4;
}
