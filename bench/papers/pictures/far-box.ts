/**
 * FAR's bounding offset of a triangle (§4.1), for generators on the GPU. Twin of src/queries/cull/kernels/box.ts.
 *
 * The tightest rectangle with a side along the longest edge, grown in its own directions by `radius`.
 */

export interface FarBox {
  readonly centre: readonly number[];
  /** Three directions with their half widths: unit vector, then the number. All point away from the viewer, or sideways. */
  readonly axes: readonly { readonly direction: readonly number[]; readonly half: number }[];
}

/** Directions whose height over the image plane is below this are taken to lie in it. */
const FLAT = 2 ** -40;

type Vector = readonly number[];
const minus = (a: Vector, b: Vector) => a.map((value, k) => value - b[k]);
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vector, factor: number) => a.map((value) => value * factor);
const cross = (a: Vector, b: Vector) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** `corners` are nine numbers: across, down, depth of each. */
export function farBox(corners: ArrayLike<number>, at: number, radius: number): FarBox {
  const points = [0, 3, 6].map((k) => [corners[at + k], corners[at + k + 1], corners[at + k + 2]]);
  const squares = points.map((point, k) => {
    const edge = minus(points[(k + 1) % 3], point);
    return dot(edge, edge);
  });
  const longest = squares.indexOf(Math.max(...squares));
  const [p, q, r] = [0, 1, 2].map((k) => points[(longest + k) % 3]);
  const length = Math.sqrt(squares[longest]);
  const along = length === 0 ? [1, 0, 0] : scaled(minus(q, p), 1 / length);
  const rise = minus(minus(r, p), scaled(along, dot(minus(r, p), along)));
  let height = Math.sqrt(dot(rise, rise));
  let up: Vector;
  if (height <= length * FLAT) {
    // The corners lie on a line, or nearly: what they stick out is in the radius.
    height = 0;
    const least = along.map(Math.abs).indexOf(Math.min(...along.map(Math.abs)));
    const other = cross(along, [0, 1, 2].map((k) => Number(k === least))); // biome-ignore format: one line
    up = scaled(other, 1 / Math.sqrt(dot(other, other)));
  } else up = scaled(rise, 1 / height);
  const grown = radius + 4 * FLAT * length;
  const centre = [0, 1, 2].map((k) => (p[k] + q[k]) / 2 + (up[k] * height) / 2);
  const axes = [
    { direction: along, half: length / 2 + grown },
    { direction: up, half: height / 2 + grown },
    { direction: cross(along, up), half: grown },
  ];
  return {
    centre,
    axes: axes.map(({ direction, half }) => ({
      direction: direction[2] < 0 ? scaled(direction, -1) : direction,
      half,
    })),
  };
}
