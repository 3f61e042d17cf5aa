/** Places that leave the range of exactness, and coordinates that are no numbers: refused by the call itself, always. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Scene } from '../src/index.ts';
import { lying, standing } from './support/shapes.ts';

const EMPTY: MeshInput = { positions: new Float64Array(0) };
const scaling = (factor: number) => [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1];
const along = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
const times = ({ positions, ...mesh }: MeshInput, factor: number): MeshInput => ({
  ...mesh,
  positions: positions.map((value) => factor * value),
});

describe.each([0, 2])('with %i threads', (threads) => {
  let engine: Engine;
  let scene: Scene;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  /** Does something in a scene of two triangles that cross, while a query runs or not; the scene must then be as before. */
  async function expectRefused(isRunning: boolean, act: (crossing: number) => void): Promise<void> {
    scene = engine.createScene();
    scene.add(lying());
    const crossing = scene.add(standing());
    const running = isRunning ? scene.collide() : undefined;
    act(crossing);
    expect((await running)?.kinds.length ?? 1).toBe(1);
    expect((await scene.collide()).kinds.length).toBe(1);
    scene.dispose();
  }

  describe.each([false, true])('while a query runs: %s', (isRunning) => {
    it('a place out of range', () =>
      expectRefused(isRunning, (object) => {
        expect(() => scene.place(object, along(2 ** 251))).toThrow(/^out-of-range: place: .*2\^250/);
        expect(() => scene.place(object, scaling(2 ** 249))).toThrow('out-of-range');
      }));

    it('positions out of range where the object is placed', () =>
      expectRefused(isRunning, (object) => {
        scene.place(object, scaling(2 ** 200));
        const far = times(standing(), 2 ** 60).positions;
        expect(() => scene.move(object, far)).toThrow(/^out-of-range: move: .*2\^250/);
        scene.place(object, scaling(1));
        expect(() => scene.move(object, far)).not.toThrow();
        scene.move(object, standing().positions);
      }));

    it('a mesh out of range where the one before was placed', () =>
      expectRefused(isRunning, (object) => {
        scene.place(object, scaling(2 ** 200));
        expect(() => scene.replace(object, times(standing(), 2 ** 60))).toThrow(/^out-of-range: replace: .*2\^250/);
        scene.place(object, scaling(1));
      }));

    it('a place for the positions that the object is about to have', () =>
      expectRefused(isRunning, (object) => {
        scene.move(object, times(standing(), 2 ** 60).positions);
        expect(() => scene.place(object, scaling(2 ** 200))).toThrow('out-of-range');
        scene.move(object, standing().positions);
        expect(() => scene.place(object, scaling(2 ** 200))).not.toThrow();
        scene.place(object, scaling(1));
      }));

    it('a place of an object without vertices where no mesh could be, at once', () =>
      expectRefused(isRunning, () => {
        const empty = scene.add(EMPTY);
        expect(() => scene.place(empty, along(2 ** 251))).toThrow('out-of-range');
        scene.place(empty, scaling(2 ** 200));
        expect(() => scene.replace(empty, times(standing(), 2 ** 60))).toThrow(/^out-of-range: replace: /);
        expect(() => scene.replace(empty, standing())).not.toThrow();
        scene.remove(empty);
      }));

    it.each([Float32Array, Float64Array])('positions with a vertex that is no number, used or not, in a %o', (format) =>
      expectRefused(isRunning, () => {
        const soup = format.of(9, 9, 9, 10, 9, 9, 9, 10, 9, 10, 9, 9, 10, 10, 9, 9, 10, 9);
        const welded = scene.add({ positions: soup });
        const unused = scene.add({ positions: soup, indices: Uint32Array.of(0, 1, 2) });
        for (let place = 0; place < soup.length; place++) {
          for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, ...(format === Float64Array ? [2 ** 251] : [])]) {
            const broken = soup.slice();
            broken[place] = bad;
            const told = new RegExp(
              `(not-finite|out-of-range).*vertex ${Math.floor(place / 3)}: ${'xyz'[place % 3]} is`,
            );
            expect(() => scene.move(welded, broken)).toThrow(told);
            expect(() => scene.move(unused, broken)).toThrow(told);
            expect(() => scene.add({ positions: broken })).toThrow(told);
          }
        }
        scene.remove(welded);
        scene.remove(unused);
      }),
    );
  });
});
