/**
 * The paper's own software image (§3.4): triangles are sampled at the centres of pixels, one after the other, and each pixel's
 * layers sorted at the end.
 *
 * Corners are moved to the nearest 1/256 of a pixel, as graphics cards do, and edges decided in whole numbers; a centre on an edge
 * belongs to one of its two sides. So a closed surface is entered as often as it is left along every ray, and an image is off by
 * no more than moving the surface sideways by 1/256 of a pixel does. There is no bound for what lies between centres. (Whole
 * numbers are exact up to 2^53, which products reach where vertices lie 2^18 pixels beside the image.)
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import { boundsOfBox } from '../../mesh/bounds.ts';
import { placedPositions } from '../open-mesh.ts';
import type { LayeredImage } from './layers.ts';
import type { View } from './view.ts';

const PLACES = 256;
const HALF = PLACES / 2;

/** The vertices of an object in a view: across and down in whole places, depth as it is. */
interface PlacedVertices {
  readonly across: Float64Array;
  readonly down: Float64Array;
  readonly depth: Float64Array;
  /** The first column whose centres lie at the vertex or behind it, the last one at it or before it; rows likewise. Cut to the image. */
  readonly firstColumn: Int32Array;
  readonly lastColumn: Int32Array;
  readonly firstRow: Int32Array;
  readonly lastRow: Int32Array;
}

/** Where the coordinates of vertices lie in the world. */
function coordinatesOf(runtime: WasmRuntime, object: SceneObject) {
  if (object.needsPlacing()) return { values: placedPositions(runtime, object), stride: 3, first: 0 };
  const { address, format } = object.exact;
  const { f32, f64 } = runtime.memory;
  return format === FORMAT_F32
    ? { values: f32, stride: 4, first: address >>> 2 }
    : { values: f64, stride: 3, first: address >>> 3 };
}

function placeVertices(runtime: WasmRuntime, object: SceneObject, view: View, resolution: number): PlacedVertices {
  const { vertexCount } = object;
  const { values, stride, first } = coordinatesOf(runtime, object);
  let at = first;
  const [u, v, w] = view.order;
  const { box } = view;
  const [lowU, lowV] = [box[u], box[v]];
  const perU = (resolution * PLACES) / (box[u + 3] - lowU);
  const perV = (resolution * PLACES) / (box[v + 3] - lowV);
  const numbers = () => new Float64Array(vertexCount);
  const pixels = () => new Int32Array(vertexCount);
  const placed: PlacedVertices = {
    across: numbers(),
    down: numbers(),
    depth: numbers(),
    firstColumn: pixels(),
    lastColumn: pixels(),
    firstRow: pixels(),
    lastRow: pixels(),
  };
  const { across, down, depth, firstColumn, lastColumn, firstRow, lastRow } = placed;
  const last = resolution - 1;
  for (let vertex = 0; vertex < vertexCount; vertex++, at += stride) {
    const x = Math.floor((values[at + u] - lowU) * perU + 0.5);
    const y = Math.floor((values[at + v] - lowV) * perV + 0.5);
    const column = (x - HALF) / PLACES;
    const row = (y - HALF) / PLACES;
    across[vertex] = x;
    down[vertex] = y;
    depth[vertex] = values[at + w];
    firstColumn[vertex] = Math.max(0, Math.min(resolution, Math.ceil(column)));
    lastColumn[vertex] = Math.max(-1, Math.min(last, Math.floor(column)));
    firstRow[vertex] = Math.max(0, Math.min(resolution, Math.ceil(row)));
    lastRow[vertex] = Math.max(-1, Math.min(last, Math.floor(row)));
  }
  return placed;
}

/** Layers between `near` and `far`, in the order in which they were found. */
class Found {
  pixels: Uint32Array;
  depths: Float64Array;
  /** Twice the triangle, and one more where the ray enters. */
  surfaces: Uint32Array;
  count = 0;
  /** How many layers a pixel has; at its number plus one, so that sums give where they begin. */
  readonly counts: Uint32Array;
  /** How often the surface winds round each ray where it comes to `near`. */
  readonly windings: Int32Array;
  readonly #near: number;
  readonly #far: number;

  constructor(pixelCount: number, near: number, far: number) {
    // Rays meet most closed surfaces twice, or not at all.
    const length = Math.max(4096, 2 * pixelCount);
    this.pixels = new Uint32Array(length);
    this.depths = new Float64Array(length);
    this.surfaces = new Uint32Array(length);
    this.counts = new Uint32Array(pixelCount + 1);
    this.windings = new Int32Array(pixelCount);
    this.#near = near;
    this.#far = far;
  }

  add(pixel: number, depth: number, surface: number): void {
    if (depth > this.#far) return;
    if (depth < this.#near) {
      this.windings[pixel] += 2 * (surface & 1) - 1;
      return;
    }
    if (this.count === this.pixels.length) this.#grow();
    this.pixels[this.count] = pixel;
    this.depths[this.count] = depth;
    this.surfaces[this.count++] = surface;
    this.counts[pixel + 1]++;
  }

  #grow(): void {
    const grown = <T extends Uint32Array | Float64Array>(old: T, next: T): T => {
      next.set(old as Float64Array & Uint32Array);
      return next;
    };
    const length = 2 * this.pixels.length;
    this.pixels = grown(this.pixels, new Uint32Array(length));
    this.depths = grown(this.depths, new Float64Array(length));
    this.surfaces = grown(this.surfaces, new Uint32Array(length));
  }
}

/** Whether a centre on an edge from the origin to dx, dy belongs to the side on its left; 0, or 1 to be taken off its height. */
const foreign = (dx: number, dy: number) => (dy < 0 || (dy === 0 && dx < 0) ? 0 : 1);

/** Finds the pixels whose centres a triangle of the vertices i, j, k covers. */
function sampleTriangle(
  { across, down, depth, firstColumn, lastColumn, firstRow, lastRow }: PlacedVertices,
  triangle: number,
  i: number,
  j: number,
  k: number,
  resolution: number,
  found: Found,
): void {
  const ax = across[i];
  const ay = down[i];
  const twice = (across[j] - ax) * (down[k] - ay) - (across[k] - ax) * (down[j] - ay);
  if (twice === 0) return;
  // The way round with the triangle on the left; seen from outside, it turns the other way where rays enter.
  const isEntered = twice < 0;
  const p = isEntered ? k : j;
  const q = isEntered ? j : k;
  const bx = across[p];
  const by = down[p];
  const cx = across[q];
  const cy = down[q];
  const x0 = Math.min(firstColumn[i], firstColumn[j], firstColumn[k]);
  const x1 = Math.max(lastColumn[i], lastColumn[j], lastColumn[k]);
  const y0 = Math.min(firstRow[i], firstRow[j], firstRow[k]);
  const y1 = Math.max(lastRow[i], lastRow[j], lastRow[k]);
  const depthA = depth[i];
  const depthB = depth[p];
  const depthC = depth[q];
  const area = Math.abs(twice);
  const surface = 2 * triangle + Number(isEntered);
  const onAB = foreign(bx - ax, by - ay);
  const onBC = foreign(cx - bx, cy - by);
  const onCA = foreign(ax - cx, ay - cy);
  // Heights over the edges fall by so much from one centre to the next; they are whole numbers, so steps are exact.
  const stepAB = (by - ay) * PLACES;
  const stepBC = (cy - by) * PLACES;
  const stepCA = (ay - cy) * PLACES;
  const u = x0 * PLACES + HALF;
  for (let y = y0; y <= y1; y++) {
    const v = y * PLACES + HALF;
    let overAB = (bx - ax) * (v - ay) - (by - ay) * (u - ax);
    let overBC = (cx - bx) * (v - by) - (cy - by) * (u - bx);
    let overCA = (ax - cx) * (v - cy) - (ay - cy) * (u - cx);
    let x = x0;
    for (; x <= x1 && (overAB < onAB || overBC < onBC || overCA < onCA); x++) {
      overAB -= stepAB;
      overBC -= stepBC;
      overCA -= stepCA;
    }
    // Centres that a triangle covers lie side by side.
    for (; x <= x1 && overAB >= onAB && overBC >= onBC && overCA >= onCA; x++) {
      found.add(y * resolution + x, (depthA * overBC + depthB * overCA + depthC * overAB) / area, surface);
      overAB -= stepAB;
      overBC -= stepBC;
      overCA -= stepCA;
    }
  }
}

function sampleTriangles(
  runtime: WasmRuntime,
  object: SceneObject,
  vertices: PlacedVertices,
  resolution: number,
  found: Found,
): void {
  const { u32 } = runtime.memory;
  const { firstColumn, lastColumn, firstRow, lastRow } = vertices;
  const first = object.indices >>> 2;
  for (let triangle = 0; triangle < object.triangleCount; triangle++) {
    const i = u32[first + 3 * triangle];
    const j = u32[first + 3 * triangle + 1];
    const k = u32[first + 3 * triangle + 2];
    // Most triangles lie between centres.
    const column = Math.min(firstColumn[i], firstColumn[j], firstColumn[k]);
    if (lastColumn[i] < column && lastColumn[j] < column && lastColumn[k] < column) continue;
    const row = Math.min(firstRow[i], firstRow[j], firstRow[k]);
    if (lastRow[i] < row && lastRow[j] < row && lastRow[k] < row) continue;
    sampleTriangle(vertices, triangle, i, j, k, resolution, found);
  }
}

/** Puts the layers of each pixel together, by depth; where depths are equal, entering comes first. */
function sortLayers({ pixels, depths, surfaces, count, counts }: Found) {
  const ends = counts;
  for (let pixel = 1; pixel < ends.length; pixel++) ends[pixel] += ends[pixel - 1];
  const starts = ends.slice();
  const sortedDepths = new Float64Array(count);
  const sortedSurfaces = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const pixel = pixels[i];
    const start = starts[pixel];
    const depth = depths[i];
    const surface = surfaces[i];
    let at = ends[pixel]++;
    for (; at > start; at--) {
      const before = sortedDepths[at - 1];
      if (before < depth || (before === depth && (sortedSurfaces[at - 1] & 1) >= (surface & 1))) break;
      sortedDepths[at] = before;
      sortedSurfaces[at] = sortedSurfaces[at - 1];
    }
    sortedDepths[at] = depth;
    sortedSurfaces[at] = surface;
  }
  return { starts, depths: sortedDepths, surfaces: sortedSurfaces };
}

/** The triangles of sorted layers, in the place of the surfaces, and whether rays enter there. */
function splitSurfaces(surfaces: Uint32Array): { enters: Uint8Array; triangles: Uint32Array } {
  const enters = new Uint8Array(surfaces.length);
  for (let i = 0; i < surfaces.length; i++) {
    enters[i] = surfaces[i] & 1;
    surfaces[i] >>>= 1;
  }
  return { enters, triangles: surfaces };
}

export function sampledImage(runtime: WasmRuntime, object: SceneObject, view: View, resolution: number): LayeredImage {
  const depthAxis = view.order[2];
  const vertices = placeVertices(runtime, object, view, resolution);
  const found = new Found(resolution ** 2, view.box[depthAxis], view.box[depthAxis + 3]);
  sampleTriangles(runtime, object, vertices, resolution, found);
  const { starts, depths, surfaces } = sortLayers(found);
  return {
    axis: view.axis,
    across: resolution,
    down: resolution,
    box: boundsOfBox(view.box),
    starts,
    depths,
    ...splitSurfaces(surfaces),
    windings: found.windings,
    generator: 'sampled',
  };
}
