/** Coordinates in quarter steps, as a shader finds them in whole numbers, against the true ones in whole numbers of BigInt. */

import { expect, it } from 'vitest';
import { gridUnits } from '../../../src/queries/voxels/gpu/grid-units.ts';
import { STEPS_PARAMETERS, VOXEL_STEPS } from '../../../src/queries/voxels/gpu/shaders.ts';
import { voxelGrid } from '../../../src/queries/voxels/grid.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';

const QUARTERS = 16384;
const FAR = 0x7fff0000;
/** What grid-units.ts promises, in quarter steps. */
const OFF_MOST = 1.6;

/** A double as a whole number of 2^-1074. */
function whole(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -size : size;
}

/** (value − origin) / voxelSize in 2^-10 of a quarter step, rounded down. */
function trueQuarters(value: number, origin: number, voxelSize: number): number {
  const scaled = (whole(value) - whole(origin)) * BigInt(QUARTERS * 1024);
  return Number(scaled / whole(voxelSize)) / 1024;
}

describeGpu('quarter steps', (file) => {
  async function quartersOf(positions: Float32Array | Float64Array, grid: ReturnType<typeof voxelGrid>) {
    const units = gridUnits(grid)!;
    const isDouble = positions instanceof Float64Array;
    const vertexCount = positions.length / 3;
    const values = isDouble ? positions : new Float32Array(4 * vertexCount);
    if (!isDouble) {
      for (let i = 0; i < vertexCount; i++) values.set(positions.subarray(3 * i, 3 * i + 3), 4 * i);
    }
    const gpu = file.gpu();
    const shader = await gpu.compile(VOXEL_STEPS, { THREADS: 32 });
    const [x, y, z] = units.origin;
    const parameters = STEPS_PARAMETERS.pack([
      {
        vertexCount,
        isDouble: Number(isDouble),
        exponent: units.exponent,
        quarters: units.quarters,
        originXLow: x[0],
        originXHigh: x[1],
        originYLow: y[0],
        originYHigh: y[1],
        originZLow: z[0],
        originZHigh: z[1],
      },
    ]);
    const read = await gpu.run((pass) => {
      const input = pass.memory.createFilled('positions', values);
      const output = pass.memory.create('steps', 16 * vertexCount);
      pass.dispatch(shader, Math.ceil(vertexCount / 32), [input, output], parameters);
      return pass.readBack(output, 0, 16 * vertexCount);
    });
    return new Int32Array(read.bytes);
  }

  const random = new Random(3);
  const real = () => random.real(-1, 1) * 2 ** random.integer(-30, 10);

  it.each([Float32Array, Float64Array])('are off by less than 1.6: %o', async (Numbers) => {
    let told = 0;
    let far = 0;
    for (let round = 0; round < 24; round++) {
      const centre = [real() * 100, real() * 100, real()];
      const side = 2 ** random.integer(-20, 12) * random.real(1, 2);
      const box = { min: centre, max: centre.map((value) => value + side) } as never;
      const grid = voxelGrid(box, { resolution: random.pick([1, 5, 64, 1000, 65536]) });
      // Within the grid, around it, far away, exactly on boundaries, and numbers near zero.
      const values = random.times(300, () => {
        const k = random.integer(0, 3);
        if (k === 0) return random.real(0, 1) * side;
        if (k === 1) return real() * grid.voxelSize * 2 ** random.integer(0, 20);
        if (k === 2) return random.integer(-5, 70) * grid.voxelSize;
        return random.pick([0, -0, 5e-324, 1e-40, 1e30, -1e30]) as number;
      });
      const positions = new Numbers(values.map((value, i) => grid.origin[i % 3] + value));
      const found = await quartersOf(positions, grid);
      for (let i = 0; i < positions.length; i++) {
        const at = found[4 * Math.floor(i / 3) + (i % 3)];
        const exact = trueQuarters(positions[i], grid.origin[i % 3], grid.voxelSize);
        if (Math.abs(at) === FAR) {
          expect(Math.abs(exact)).toBeGreaterThanOrEqual(FAR - 2);
          expect(Math.sign(at)).toBe(Math.sign(exact));
          far++;
        } else {
          expect(Math.abs(at - exact)).toBeLessThan(OFF_MOST);
          told++;
        }
      }
    }
    expect(told).toBeGreaterThan(3000);
    expect(far).toBeGreaterThan(100);
  });
});
