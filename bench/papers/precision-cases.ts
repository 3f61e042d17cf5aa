/**
 * The cases by which the papers explain what samples see and what they miss, each as two triangles.
 *
 * All lie in a cube of 16 units that two small triangles in its corners span. Looked at along z with 16² pixels, a pixel is
 * a unit wide and its centre lies at halves; with 16 bits of depth a step is STEP deep.
 * Sources: FAR §3.2; self-CULLIDE, figures 4 and 5 and the end of §5.
 */

export type Corner = readonly [x: number, y: number, z: number];
export type Triangle = readonly [Corner, Corner, Corner];

export const CASE_VIEW = { views: 'z', resolution: 16, depthBits: 16 } as const;
export const STEP = 16 / 2 ** 16;

export const FRAME: readonly Triangle[] = [
  [
    [0, 0, 0],
    [0.9, 0, 0],
    [0, 0.9, 0],
  ],
  [
    [16, 16, 16],
    [15.1, 16, 16],
    [16, 15.1, 16],
  ],
];

/** What becomes of the two according to the paper, where it says something. */
export interface Claims {
  readonly cullide?: string;
  readonly self?: string;
  readonly far?: string;
}

export interface PrecisionCase {
  readonly name: string;
  readonly paper: 'far' | 'self-cullide';
  readonly triangles: readonly [Triangle, Triangle];
  readonly claims: Claims;
}

/** A triangle that points to the right, its tip at (x, 5.5), all at one depth. */
const pointingRight = (x: number, z: number): Triangle => [
  [3, 4, z],
  [x, 5.5, z],
  [3, 7, z],
];

/** A triangle that points to the left, its tip at (x, 5.5, z), going deeper by `slope` to the right. */
const pointingLeft = (x: number, z: number, slope: number): Triangle => [
  [x, 5.5, z],
  [10, 4, z + slope * (10 - x)],
  [10, 7, z + slope * (10 - x)],
];

/** Over the same pixels as `slanted`, all at one depth. */
const flat = (z: number): Triangle => [
  [3, 3, z],
  [9, 3, z],
  [3, 9, z],
];

const slanted = (zLeft: number, zRight: number): Triangle => [
  [3, 3, zLeft],
  [9, 3, zRight],
  [3, 9, zLeft],
];

const IN_THE_STEP = 8 + STEP / 2;

export const PRECISION_CASES: readonly PrecisionCase[] = [
  {
    name: 'error 1: no fragment, both triangles lie between samples',
    paper: 'far',
    triangles: [
      [
        [5.1, 5.1, 8],
        [5.4, 5.1, 8],
        [5.1, 5.4, 8],
      ],
      [
        [5.15, 5.15, 7.9],
        [5.15, 5.2, 8.1],
        [5.3, 5.15, 8.05],
      ],
    ],
    claims: { cullide: 'lost', far: 'kept' },
  },
  {
    name: 'error 2: fragments, but not where they meet',
    paper: 'far',
    triangles: [
      [
        [3, 3, 8],
        [12, 3, 8],
        [3, 12, 8],
      ],
      [
        [6, 6, 7.9],
        [10, 6.5, 12],
        [6.5, 10, 12],
      ],
    ],
    claims: { cullide: 'lost', far: 'kept' },
  },
  {
    name: 'error 3: they meet within a depth step',
    paper: 'far',
    triangles: [flat(IN_THE_STEP), slanted(IN_THE_STEP - 0.2 * STEP, IN_THE_STEP + 0.2 * STEP)],
    claims: { cullide: 'may be lost', far: 'kept' },
  },
  {
    name: 'depth A: apart, but in one depth step',
    paper: 'self-cullide',
    triangles: [flat(8 + 0.25 * STEP), flat(IN_THE_STEP)],
    claims: { cullide: 'kept', self: 'pruned' },
  },
  {
    name: 'depth B: crossing within one depth step',
    paper: 'self-cullide',
    triangles: [flat(IN_THE_STEP), slanted(IN_THE_STEP - 0.2 * STEP, IN_THE_STEP + 0.2 * STEP)],
    claims: { cullide: 'kept', self: 'lost' },
  },
  {
    name: 'depth C: crossing by several depth steps',
    paper: 'self-cullide',
    triangles: [flat(IN_THE_STEP), slanted(8 - 10 * STEP, 8 + 10 * STEP)],
    claims: { cullide: 'kept', self: 'kept' },
  },
  {
    name: 'pixels A: crossing, no sample in common',
    paper: 'self-cullide',
    triangles: [pointingRight(6.3, 8), pointingLeft(6.1, 7.98, 0.35)],
    claims: { cullide: 'lost', self: 'lost' },
  },
  {
    name: 'pixels B: one sample in common, depths differ there',
    paper: 'self-cullide',
    triangles: [pointingRight(6.9, 8), pointingLeft(6.2, 7.95, 0.5)],
    claims: { cullide: 'lost', self: 'lost' },
  },
  {
    name: 'pixels B: one sample in common, depths round alike there',
    paper: 'self-cullide',
    // Corners on the grid that they are moved to, so that the depth at the sample is the one meant.
    triangles: [pointingRight(6.875, IN_THE_STEP), pointingLeft(6.25, IN_THE_STEP - 0.125, 0.5)],
    claims: { cullide: 'kept', self: 'lost' },
  },
  {
    name: 'pixels C: several samples in common, in both orders',
    paper: 'self-cullide',
    triangles: [pointingRight(8, 8), pointingLeft(5, 7, 1)],
    claims: { cullide: 'kept', self: 'kept' },
  },
  {
    name: 'crossing, both seen edge-on',
    paper: 'self-cullide',
    triangles: [
      [
        [4, 5.5, 6],
        [8, 5.5, 6],
        [6, 5.5, 10],
      ],
      [
        [6.2, 4, 7],
        [6.2, 7, 7],
        [6.2, 5.5, 9],
      ],
    ],
    claims: { self: 'lost' },
  },
];

/** A tetrahedron: wherever one looks from, a part of it hides another (self-CULLIDE, figure 4). */
export const HIDING_ITSELF: readonly Triangle[] = [
  [
    [4, 4, 4],
    [4, 12, 12],
    [12, 4, 12],
  ],
  [
    [4, 4, 4],
    [12, 12, 4],
    [4, 12, 12],
  ],
  [
    [4, 4, 4],
    [12, 4, 12],
    [12, 12, 4],
  ],
  [
    [4, 12, 12],
    [12, 12, 4],
    [12, 4, 12],
  ],
];
