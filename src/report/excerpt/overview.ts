/** A picture of the whole model in grey, and where in it each clash is. */
import { type Camera, cameraOf, HALF_OPENING, project, type View } from '../picture/camera.ts';
import type { Colour } from '../picture/canvas.ts';
import { PictureMaker, type PictureSize } from '../picture/clash-picture.ts';
import { encodePng } from '../picture/png.ts';
import { dot, lengthOf, subtract, unit, type Vector } from '../picture/vector.ts';
import { EMPTY_GRID_MESH, gridMesh, gridPositions, loadSimplifier, reducedMesh } from './coarse-mesh.ts';
import { drawnMesh } from './drawn-excerpt.ts';
import { cutOut } from './excerpt.ts';
import type { ObjectIndex } from './object-index.ts';

export interface Overview {
  readonly png: Uint8Array;
  /** Where a point of the model is in the picture: parts of its width and height from the top left. */
  readonly placeOf: (point: readonly number[]) => readonly [number, number];
}

const GREY: Colour = [190, 196, 204];
/** More do not show in a picture of this size. */
const TRIANGLES_MOST = 250_000;
/** From the front, the right and above, which shows three sides of most things. */
const TOWARDS: Readonly<Record<'y' | 'z', Vector>> = { y: unit([1, 1, 2]), z: unit([1, -2, 1]) };
const UP: Readonly<Record<'y' | 'z', Vector>> = { y: [0, 1, 0], z: [0, 0, 1] };
const MARGIN = 1.15;
/** An object farther from the middle than this many times the usual distance is left out, as georeferences are. */
const STRAY = 6;

const middleOf = ({ low, high }: ObjectIndex) => low.map((value, axis) => value / 2 + high[axis] / 2);
const median = (values: readonly number[]) => values.toSorted((p, q) => p - q)[Math.floor(values.length / 2)];

function withoutStrays(indexes: readonly ObjectIndex[]): readonly ObjectIndex[] {
  if (indexes.length < 4) return indexes;
  const middles = indexes.map(middleOf);
  const centre = [0, 1, 2].map((axis) => median(middles.map((middle) => middle[axis])));
  const distances = middles.map((middle) => lengthOf(subtract(middle, centre)));
  const usual = median(distances);
  return usual > 0 ? indexes.filter((_, i) => distances[i] <= STRAY * usual) : indexes;
}

function ballAround(indexes: readonly ObjectIndex[]): { centre: readonly number[]; half: number } {
  const low = [0, 1, 2].map((axis) => Math.min(...indexes.map((index) => index.low[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...indexes.map((index) => index.high[axis])));
  const centre = low.map((value, axis) => value / 2 + high[axis] / 2);
  return { centre, half: lengthOf(subtract(high, centre)) || 1 };
}

/** Fits all points into the picture: the nearer a point, the larger it appears. */
function fittingRadius(positions: Float32Array, { right, up, forward }: Camera, aspect: number): number {
  let radius = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const point = positions.subarray(at, at + 3);
    const [x, y, z] = [dot(point, right), dot(point, up), dot(point, forward)];
    radius = Math.max(radius, Math.max(Math.abs(x) / aspect, Math.abs(y)) - HALF_OPENING * z);
  }
  return radius > 0 ? radius : 1;
}

export async function overviewOf(
  indexes: readonly ObjectIndex[],
  up: 'y' | 'z',
  size: PictureSize,
): Promise<Overview | undefined> {
  const present = withoutStrays(indexes.filter(({ object }) => object.indices.length > 0));
  if (present.length === 0) return undefined;
  const { centre, half } = ballAround(present);
  const whole = reducedMesh(gridMesh(cutOut(present, centre, half)), TRIANGLES_MOST, await loadSimplifier());
  const aside: View = { target: [0, 0, 0], towards: TOWARDS[up], up: UP[up], radius: 1 };
  const radius = MARGIN * fittingRadius(gridPositions(whole), cameraOf(aside, 1), size.width / size.height);
  const view: View = { ...aside, radius };
  const drawn = {
    first: drawnMesh(whole),
    second: undefined,
    context: drawnMesh(EMPTY_GRID_MESH),
    curves: [],
    isInside: false,
    label: '',
    colours: [GREY, GREY] as const,
  };
  const canvas = new PictureMaker(size).draw(drawn, view);
  const camera = cameraOf(view, size.width / size.height);
  const placeOf = (point: readonly number[]) => {
    const local = point.map((value, axis) => (value - centre[axis]) / half);
    const [across, down] = project(camera, local, 1, 1);
    // If the picture is wider than high, the width is measured in heights.
    return [0.5 + ((across - 0.5) * size.height) / size.width, down] as const;
  };
  return { png: encodePng(canvas), placeOf };
}
