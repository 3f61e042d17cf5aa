/** Drawings of the papers' pages with the renderer of the report: parts of meshes in two colours and as ghosts, side by side. */
import { HALF_OPENING } from '../../../src/report/picture/camera.ts';
import { Canvas, type Colour } from '../../../src/report/picture/canvas.ts';
import { PictureMaker } from '../../../src/report/picture/clash-picture.ts';
import { type Triangles, withNormals } from '../../../src/report/picture/drawn-mesh.ts';
import { write } from '../../../src/report/picture/stroke-font.ts';
import { INK } from '../../../src/report/picture/style.ts';
import { cross, dot, unit, type Vector } from '../../../src/report/picture/vector.ts';

export const GREY: Colour = [170, 178, 190];
export const RED: Colour = [206, 38, 54];
export const BLUE: Colour = [86, 138, 190];
export const GREEN: Colour = [104, 170, 112];

export interface Panel {
  readonly title: string;
  readonly first: Triangles;
  readonly second?: Triangles;
  readonly ghost?: Triangles;
  readonly colours: readonly [Colour, Colour];
  /** How much of what lies behind shows through, 0 to 1. */
  readonly seenThrough?: number;
}

export interface Viewpoint {
  /** From what is drawn to the eye. */
  readonly towards: Vector;
  readonly up: Vector;
}

export const NOTHING: Triangles = { positions: new Float32Array(0), indices: new Uint32Array(0) };

/** Several meshes as one. */
export function joined(parts: readonly Triangles[]): Triangles {
  const positions = new Float32Array(parts.reduce((sum, part) => sum + part.positions.length, 0));
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0));
  let [vertices, corners] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, vertices);
    for (const [i, index] of part.indices.entries()) indices[corners + i] = index + vertices / 3;
    vertices += part.positions.length;
    corners += part.indices.length;
  }
  return { positions, indices };
}

/** The triangles of a mesh that are wanted. */
export function some({ positions, indices }: Triangles, isWanted: (triangle: number) => boolean): Triangles {
  const kept: number[] = [];
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    if (isWanted(triangle)) kept.push(indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2]);
  }
  return { positions, indices: Uint32Array.from(kept) };
}

const CUBE = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];

/** Boxes, six numbers each: low x y z, high x y z. */
export function boxes(list: readonly (readonly number[])[]): Triangles {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7];
  const sides = [0, 4, 8, 12, 16, 20];
  return {
    positions: Float32Array.from(
      list.flatMap((box) => corners.flatMap((i) => [box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]])),
    ),
    indices: Uint32Array.from(
      list.flatMap((_, n) => sides.flatMap((side) => [0, 1, 2, 0, 2, 3].map((k) => 8 * n + CUBE[side + k]))),
    ),
  };
}

/** Directions across and up as the eye sees them, and towards it. */
function axesOf({ towards, up }: Viewpoint): readonly [Vector, Vector, Vector] {
  const near = unit(towards);
  const right = unit(cross(up, near));
  return [right, cross(near, right), near];
}

/** The middle of everything that is drawn, as the eye sees it, and the radius that a camera needs to show all of it. */
function framed(parts: readonly Triangles[], view: Viewpoint): { middle: Vector; radius: number } {
  const axes = axesOf(view);
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  const forPoints = (visit: (along: readonly number[]) => void) => {
    for (const { positions, indices } of parts) {
      for (const vertex of indices) {
        const at = positions.subarray(3 * vertex, 3 * vertex + 3);
        visit(axes.map((axis) => dot(axis, at)));
      }
    }
  };
  forPoints((along) => {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], along[k]);
      high[k] = Math.max(high[k], along[k]);
    }
  });
  const centre = low.map((value, k) => (value + high[k]) / 2);
  // What lies nearer to the eye than the middle looks larger: by as much as the picture opens on the way.
  let radius = 0;
  forPoints(([x, y, z]) => {
    const beside = Math.max(Math.abs(x - centre[0]), Math.abs(y - centre[1]));
    radius = Math.max(radius, beside + (z - centre[2]) * HALF_OPENING);
  });
  const [x, y, z] = [0, 1, 2].map((i) => axes.reduce((sum, axis, k) => sum + axis[i] * centre[k], 0));
  return { middle: [x, y, z], radius };
}

/** Margin around what is drawn. */
const ROOM = 1.04;
const LETTERS = 11;

/** Draws panels side by side, all from the same place. */
export function drawPanels(panels: readonly Panel[], view: Viewpoint, size: number): Canvas {
  const all = panels.flatMap(({ first, second, ghost }) => [first, second ?? NOTHING, ghost ?? NOTHING]);
  const { middle, radius } = framed(all, view);
  const { towards, up } = view;
  const placed = ({ positions, indices }: Triangles) =>
    withNormals({ positions: positions.map((value, i) => (value - middle[i % 3]) / radius), indices });
  const maker = new PictureMaker({ width: size, height: size });
  const sheet = new Canvas(size * panels.length, size);
  for (const [i, panel] of panels.entries()) {
    const { first, second, ghost, colours, seenThrough = 0, title } = panel;
    const drawing = {
      first: placed(first),
      second: second && second.indices.length > 0 ? placed(second) : undefined,
      context: placed(ghost ?? NOTHING),
      curves: [],
      isInside: false,
      label: '',
      seenThrough,
      colours,
    };
    const canvas = maker.draw(drawing, { target: [0, 0, 0], towards: unit(towards), up, radius: ROOM });
    write(canvas, title, 10, 10, LETTERS, INK);
    for (let row = 0; row < size; row++) {
      const from = canvas.pixels.subarray(3 * row * size, 3 * (row + 1) * size);
      sheet.pixels.set(from, 3 * (row * sheet.width + i * size));
    }
  }
  return sheet;
}
