/**
 * An implicit function, given by bounds of its values over boxes, so that nothing is missed: the shape is where it is 0, or,
 * filled, where it is 0 or less.
 *
 * The grid is halved again and again; parts whose bounds say that the shape is not there are dropped, and parts that lie wholly
 * inside are filled. Bounds may be wide, as long as they hold; the narrower, the fewer voxels too many.
 */
import { OptionError } from '../../../errors.ts';
import type { Bounds, Triple } from '../../../mesh/bounds.ts';
import { describe } from '../../../mesh/check-mesh.ts';
import { checkBox, checkFlag, checkOptionNames, describeBox } from '../../options.ts';
import type { VoxelPace, VoxelShape, VoxelSide } from './shape.ts';
import type { VoxelRange, VoxelSheet } from './sheet.ts';

/** The least and the greatest value of a function in a box; −Infinity and Infinity are allowed. */
export type RangeOverBox = (box: Bounds) => readonly [number, number];

/** A function of space, and where to look for its zeros. */
export interface ImplicitInput {
  /** Where the shape is; it is not looked for outside. */
  box: Bounds;
  /** Bounds of the function's values over a box; negative is inside. */
  range: RangeOverBox;
  /**
   * The value at a point. If given, it is used to check the bounds at the centre of every box that is visited.
   * @defaultValue none
   */
  value?: (x: number, y: number, z: number) => number;
  /**
   * Fill the shape where the function is negative; otherwise its surface alone.
   * @defaultValue `false`
   */
  solid?: boolean;
}

/**
 * Bounds of a function that changes by at most `steepness` per unit of distance, such as 1 for a distance field.
 * @throws {@link OptionError} `option-range`
 * @example
 * ```ts
 * const distance = (x: number, y: number, z: number) => Math.hypot(x, y, z) - 1;
 * const range = rangeBySteepness(distance, 1);
 * ```
 */
export function rangeBySteepness(value: (x: number, y: number, z: number) => number, steepness: number): RangeOverBox {
  if (!(steepness >= 0 && steepness < Infinity)) {
    throw new OptionError(
      'option-range',
      `rangeBySteepness: steepness is ${describe(steepness)}; expected a number from 0.`,
    );
  }
  return ({ min: [x0, y0, z0], max: [x1, y1, z1] }) => {
    const middle = value((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    const change = (steepness * Math.hypot(x1 - x0, y1 - y0, z1 - z0)) / 2;
    // A little more, for rounding.
    const slack = (Math.abs(middle) + change) * 2 ** -40;
    return [middle - change - slack, middle + change + slack];
  };
}

const rounded = (values: Triple) => values.map((value) => Number(value.toPrecision(6)));
const boxText = ({ min, max }: Bounds) => describeBox({ min: rounded(min), max: rounded(max) });

/** Bounds over a box that have passed every check that can be made; `around` are those of a box that holds it. */
function checkedRange(
  input: ImplicitInput,
  box: Bounds,
  around: readonly [number, number] | undefined,
): readonly [number, number] {
  const found: unknown = input.range(box);
  const [low, high] = (Array.isArray(found) ? found : []) as number[];
  if (!(low <= high)) {
    const what = Array.isArray(found) ? `[${found.join(', ')}]` : describe(found);
    throw new OptionError(
      'bad-range',
      `implicitShape: over the box ${boxText(box)} range gave ${what}; expected two numbers: the least and the greatest value of the function there.`,
      { box },
    );
  }
  const refuse = (why: string) =>
    new OptionError(
      'false-range',
      `implicitShape: over the box ${boxText(box)} range gave [${low}, ${high}], but ${why}. Return bounds that hold, or parts of the shape are lost.`,
      { box, low, high },
    );
  if (around && (low > around[1] || high < around[0])) {
    throw refuse(`over a box around it [${around[0]}, ${around[1]}]: both cannot be true`);
  }
  if (input.value) {
    const middle = box.min.map((low, k) => low / 2 + box.max[k] / 2) as unknown as Triple;
    const value = input.value(middle[0], middle[1], middle[2]);
    const slack = 2 ** -40 * Math.max(Math.abs(value), Math.min(Math.abs(low), Math.abs(high)));
    if (Number.isNaN(value)) {
      throw new OptionError(
        'not-finite',
        `implicitShape: value is NaN at [${rounded(middle).join(', ')}]; expected a number.`,
        {
          point: middle,
        },
      );
    }
    if (value < low - slack || value > high + slack) throw refuse(`value is ${value} in its middle`);
  }
  return [low, high];
}

function boxOf({ origin, voxelSize }: VoxelSheet['grid'], { first, last }: VoxelRange): Bounds {
  const corner = (voxel: Triple) => origin.map((low, k) => low + voxel[k] * voxelSize) as unknown as Triple;
  return { min: corner(first), max: corner([last[0] + 1, last[1] + 1, last[2] + 1]) };
}

/** The two halves of a range, across its longest side. */
function halves({ first, last }: VoxelRange): [VoxelRange, VoxelRange] {
  const sizes = first.map((low, k) => last[k] - low);
  const axis = sizes.indexOf(Math.max(...sizes));
  const middle = Math.floor((first[axis] + last[axis]) / 2);
  const replaced = (values: readonly number[], value: number) =>
    values.map((old, k) => (k === axis ? value : old)) as unknown as VoxelRange['first'];
  return [
    { first, last: replaced(last, middle) },
    { first: replaced(first, middle + 1), last },
  ];
}

const volume = ({ first, last }: VoxelRange) => first.reduce((product, low, k) => product * (last[k] - low + 1), 1);

/** What the bounds say about a box: all of it is wanted, none of it, or it must be divided. */
function verdict([low, high]: readonly [number, number], solid: boolean, side: VoxelSide): 'all' | 'none' | 'open' {
  if (side === 'inside') return !solid || low > 0 ? 'none' : high <= 0 ? 'all' : 'open';
  if (low > 0 || (!solid && high < 0)) return 'none';
  return solid && high <= 0 ? 'all' : 'open';
}

/**
 * The shape where a function is 0, or, filled, where it is 0 or less. Bounds of the function over boxes make sure that
 * nothing is missed; the tighter they are, the fewer voxels are set in excess.
 * @throws {@link OptionError} `option-type`, `option-value`; while voxelizing `bad-range`, `false-range`, `not-finite`
 * @example
 * ```ts
 * const box = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
 * const ball = implicitShape({ box, range: rangeBySteepness(distance, 1), solid: true });
 * ```
 */
export function implicitShape(input: ImplicitInput): VoxelShape {
  const call = 'implicitShape';
  checkOptionNames(call, input, ['box', 'range', 'value', 'solid']);
  checkBox(call, input.box);
  const box: Bounds = { min: [...input.box.min], max: [...input.box.max] };
  const solid = checkFlag(call, 'solid', input.solid ?? false);
  for (const name of ['range', 'value'] as const) {
    if (typeof input[name] === 'function' || (name === 'value' && input.value === undefined)) continue;
    throw new OptionError('option-type', `${call}: ${name} is ${describe(input[name])}; expected a function.`, {
      option: name,
    });
  }
  return {
    box,
    async voxelize(sheet, side, pace: VoxelPace) {
      const whole = side === 'inside' ? sheet.rangeWithin(box) : sheet.rangeOf(box);
      if (!whole) return;
      const total = volume(whole);
      let done = 0;
      const waiting: { range: VoxelRange; around: readonly [number, number] | undefined }[] = [
        { range: whole, around: undefined },
      ];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { range, around } = next;
        const bounds = checkedRange(input, boxOf(sheet.grid, range), around);
        const size = volume(range);
        const found = verdict(bounds, solid, side);
        if (found === 'all' || (found === 'open' && size === 1 && side === 'touched')) sheet.setRange(range);
        if (found === 'open' && size > 1)
          waiting.push(...halves(range).map((half) => ({ range: half, around: bounds })));
        else done += size;
        const wait = pace.step(done / total);
        if (wait) await wait;
      }
    },
  };
}
