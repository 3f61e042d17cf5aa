/** An instance that is moved has a mesh of its own; where its triangles were before may be given away. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

it('clashes like a new object when the mesh that it shared is gone', async () => {
  const scene = engine.createScene();
  const ball = ballMesh(2);
  const moved = { ...ball, positions: ball.positions.map((value) => 1.1 * value) };
  const wall = boxMesh([0.2, -3, -3], [0.5, 3, 3]);
  const first = scene.add(ball);
  scene.add(wall);
  const second = scene.addInstance(first);
  scene.place(second, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1]);
  await scene.clashes();
  scene.move(first, moved.positions);
  scene.remove(second);
  // Take the memory, with other numbers.
  const { positions, indices } = ball;
  const others = { positions: positions.map((value) => value - 90), indices: indices!.slice().reverse() };
  for (let i = 0; i < 4; i++) scene.add(others);
  const { clashes } = await scene.clashes({ depth: false, curve: true });
  const fresh = engine.createScene();
  fresh.add(moved);
  fresh.add(wall);
  const told = await fresh.clashes({ depth: false, curve: true });
  expect(clashes.filter(({ a, b }) => a === 0 && b === 1)).toEqual(told.clashes);
  scene.dispose();
  fresh.dispose();
});
