/**
 * Image coordinates of magnitude 1 at most, as the single-precision tests want them, and how exact they are.
 *
 * Promise: |coordinate − (x − centre) · scale| ≤ `rounding` for every coordinate of a scene, where centre and scale are those
 * of the whole map. All steps are monotone, so boxes that overlap still do so afterwards (docs/collide.md).
 */
import { type Box, centreOf, IDENTITY_MAP, type ImageMap } from './image-map.ts';

/** The map in two steps: by the kernels, in double precision, and by the GPU. One of the two does nothing. */
export interface UnitView {
  /** What the kernels do before coordinates are uploaded. */
  readonly map: ImageMap;
  /** What shaders multiply by, a power of two. */
  readonly scale: number;
  /** From 2^-100 on, as the tests allow. */
  readonly rounding: number;
}

const SMALLEST_NORMAL = 2 ** -126;
const SMALLEST_ROUNDING = 2 ** -100;
/** Half a unit in the last place of numbers up to 1, and what centring in double precision adds. */
const CENTRED_ROUNDING = 2 ** -25 + 2 ** -52;
/** Pays for rounding the bound to single precision. */
const MARGIN = 1 + 2 ** -20;
const EXPONENT_MAX = 1000;
/** Scales that shaders may multiply by: beyond, what they take for 0 would count. */
const SHADER_SCALE_MIN = 2 ** -100;
const SHADER_SCALE_MAX = 2 ** 60;
/** A map is kept until the scene fills less than this part of it, so that what did not move need not be mapped again. */
const KEPT_REACH = 1 / 8;

/** The power of two that brings a magnitude to 1 or below, but not far below. */
function scaleFor(magnitude: number): number {
  if (magnitude === 0) return 1;
  let exponent = -Math.ceil(Math.log2(magnitude));
  exponent = Math.max(-EXPONENT_MAX, Math.min(EXPONENT_MAX, exponent));
  // The logarithm may be off by a bit next to a power of two.
  return magnitude * 2 ** exponent > 1 ? 2 ** (exponent - 1) : 2 ** exponent;
}

const largest = (box: Box): number => Math.max(...box.map(Math.abs));

/** How far the box reaches in image coordinates. */
const reachIn = (box: Box, { centre, scale }: ImageMap): number =>
  Math.max(...box.map((value, k) => Math.abs(value - centre[k % 3]) * scale));

/**
 * Scenes of single-precision numbers are only scaled, which is exact, wherever they lie: differences of neighbours are
 * exact there. What is lost are numbers that a GPU may take for 0. Others are centred first, in double precision, so that
 * single precision is enough to tell their detail. `last` is the view of the scene's last query; it is kept while it fits. `bulk`
 * finds where most of the scene lies, if that is a small part of its box.
 */
export function chooseUnitView(box: Box, allSingle: boolean, last?: UnitView, bulk?: () => Box | undefined): UnitView {
  const scale = scaleFor(largest(box));
  if (allSingle && scale >= SHADER_SCALE_MIN && scale <= SHADER_SCALE_MAX) {
    return { map: IDENTITY_MAP, scale, rounding: Math.max(SMALLEST_ROUNDING, SMALLEST_NORMAL * scale * MARGIN) };
  }
  if (last && last.map !== IDENTITY_MAP) {
    const reach = reachIn(box, last.map);
    if (reach <= 1 && reach >= KEPT_REACH) return last;
  }
  const centre = centreOf(bulk?.() ?? box);
  const map = { centre, scale: scaleFor(reachIn(box, { centre, scale: 1 })) };
  return { map, scale: 1, rounding: CENTRED_ROUNDING * MARGIN };
}

/** Image coordinates that are there already, of a scene with this box of them. Comparisons only: nothing is decided by them. */
export function unitViewOf(map: ImageMap, box: Box): UnitView {
  const scale = Math.max(SHADER_SCALE_MIN, Math.min(SHADER_SCALE_MAX, scaleFor(largest(box))));
  return { map, scale, rounding: SMALLEST_ROUNDING };
}

const normalOrZero = (x: number): number => (Math.abs(x) < SMALLEST_NORMAL ? 0 : x);

/** A coordinate on axis 0, 1 or 2 as the shaders see it. Twin of `imagePoint` in WGSL, behind the kernels' map. */
export function unitCoordinate(x: number, axis: number, { map, scale }: UnitView): number {
  const uploaded = Math.fround((x - map.centre[axis]) * map.scale);
  return normalOrZero(normalOrZero(uploaded) * scale);
}

export function unitBox(box: Box, view: UnitView): Box {
  return box.map((x, k) => unitCoordinate(x, k % 3, view));
}
