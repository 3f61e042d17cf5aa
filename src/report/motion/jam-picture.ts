/** A picture of two parts where they jam: as they are at the witness, with the lines in which their surfaces meet, the rest as a ghost. */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Scene } from '../../scene.ts';
import { type DrawnClash, PictureMaker } from '../picture/clash-picture.ts';
import { type DrawnMesh, withNormals } from '../picture/drawn-mesh.ts';
import { encodePng } from '../picture/png.ts';
import type { Vector } from '../picture/vector.ts';
import { bestDirection } from '../picture/view-direction.ts';

const SIZE = { width: 640, height: 440 };
const RADIUS = 1.15;
/** Parts farther away than this multiple of the size of the two jammed parts are not drawn. */
const CONTEXT = 3;
/** Lines of a contact that are drawn. */
const LINES_MOST = 4000;

export interface PicturedMesh {
  readonly positions: Positions;
  readonly indices: Uint32Array;
}

function boxOf(meshes: readonly PicturedMesh[]): { centre: number[]; half: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  const centre = low.map((value, k) => value / 2 + high[k] / 2);
  return { centre, half: Math.hypot(...high.map((value, k) => value - centre[k])) || 1 };
}

/** In coordinates from -1 to 1 about a centre; with `within`, only triangles that reach into so many times that. */
function drawn(meshes: readonly PicturedMesh[], centre: readonly number[], half: number, within = Infinity): DrawnMesh {
  const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const indices: number[] = [];
  let at = 0;
  for (const mesh of meshes) {
    for (let i = 0; i < mesh.positions.length; i++) positions[at + i] = (mesh.positions[i] - centre[i % 3]) / half;
    const isNear = (vertex: number) => {
      const place = at + 3 * vertex;
      return [0, 1, 2].every((k) => Math.abs(positions[place + k]) <= within);
    };
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const corners = mesh.indices.subarray(i, i + 3);
      if (within < Infinity && !corners.some(isNear)) continue;
      for (const vertex of corners) indices.push(vertex + at / 3);
    }
    at += mesh.positions.length;
  }
  return withNormals({ positions, indices: Uint32Array.from(indices) });
}

/** `scene` holds the two, as they are in `first` and `second`; `up` is the axis that is upright. */
export async function jamPicture(
  scene: Scene,
  first: PicturedMesh,
  second: PicturedMesh,
  others: readonly PicturedMesh[],
  label: string,
  up: Vector,
): Promise<Uint8Array> {
  const { centre, half } = boxOf([first, second]);
  const { segments = new Float64Array(0) } = await scene.collide({ segments: true, limit: LINES_MOST });
  const curves: { points: number[]; closed: boolean }[] = [];
  for (let i = 0; i + 5 < segments.length; i += 6) {
    const points = Array.from(segments.subarray(i, i + 6), (value, k) => (value - centre[k % 3]) / half);
    if (points.every(Number.isFinite)) curves.push({ points, closed: false });
  }
  const clash: DrawnClash = {
    first: drawn([first], centre, half),
    second: drawn([second], centre, half),
    context: drawn(others, centre, half, CONTEXT),
    curves,
    isInside: false,
    label,
  };
  const { towards } = bestDirection(clash, up, RADIUS);
  const view = { target: [0, 0, 0] as Vector, towards, up, radius: RADIUS };
  return encodePng(new PictureMaker(SIZE).draw(clash, view));
}
