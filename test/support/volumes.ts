/** Engines, questions and expectations that the tests of volumes share. */
import { afterAll, beforeAll, expect } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Volume, type VolumeOptions } from '../../src/index.ts';
import { boxShape } from './contact-scenes.ts';
import type { Random } from './random.ts';
import type { Vector } from './scene-shape.ts';
import { asMesh } from './solids.ts';

/** Opens an engine on the calling thread and one with two threads, for the tests of a file. */
export function useVolumes() {
  let engine: Engine;
  let threaded: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
    threaded = await createEngine({ backend: 'wasm', threads: 2 });
  });
  afterAll(() => {
    engine.dispose();
    threaded.dispose();
  });
  return {
    get engine() {
      return engine;
    },
    get threaded() {
      return threaded;
    },
    async overlap(a: MeshInput, b: MeshInput, options: VolumeOptions = {}, on = engine): Promise<Volume> {
      using scene = on.createScene();
      return await scene.overlapVolume(scene.add(a), scene.add(b), options);
    },
    async selfOverlap(mesh: MeshInput, options: VolumeOptions = {}): Promise<Volume> {
      using scene = engine.createScene();
      return await scene.selfOverlapVolume(scene.add(mesh), options);
    },
  };
}

export function expectWithin({ volume, errorBound }: Volume, exact: number, about: string): void {
  expect(errorBound, about).toBeGreaterThanOrEqual(0);
  expect(Math.abs(volume - exact), `${about}: ${volume} ± ${errorBound}, exactly ${exact}`).toBeLessThanOrEqual(
    errorBound + 1e-12 * Math.abs(exact),
  );
}

export const box = (low: Vector, high: Vector) => asMesh(boxShape(low, high));
export const UNIT = box([0, 0, 0], [1, 1, 1]);

/** A bumpy ball of about 2 · side² triangles around a random middle. */
export function bumpy(side: number, random: Random): MeshInput {
  const phase = random.times(6, () => random.real(0, 6));
  const middle = random.times(3, () => random.real(-0.3, 0.3));
  const positions: number[] = [];
  const point = (theta: number, phi: number) => {
    const radius = 1 + 0.15 * Math.sin(3 * theta + phase[0]) * Math.sin(2 * phi + phase[1]) * Math.sin(theta);
    positions.push(
      middle[0] + radius * Math.sin(theta) * Math.cos(phi),
      middle[1] + radius * Math.sin(theta) * Math.sin(phi),
      middle[2] + radius * Math.cos(theta),
    );
  };
  point(0, 0);
  for (let i = 1; i < side; i++) for (let j = 0; j < side; j++) point((Math.PI * i) / side, (2 * Math.PI * j) / side);
  point(Math.PI, 0);
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number) => (i === 0 ? 0 : i === side ? last : 1 + (i - 1) * side + (j % side));
  const indices: number[] = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      if (i > 0) indices.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i + 1 < side) indices.push(at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
