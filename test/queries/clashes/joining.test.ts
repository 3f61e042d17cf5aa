/**
 * Curves that bound the same piece inside are one clash, however that is found out: by going over all triangles at first, by
 * walking once an object has been asked about often, or with the depth. Marks that are forgotten, which these use.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clashes, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { Marks } from '../../../src/queries/clashes/surface-topology.ts';
import { box, meshOf } from '../../support/prisms.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** A rod along z from 0 to `length`, with a ring of vertices at every whole number and closed at its ends. */
function rod(x: number, length: number, around: number): MeshInput {
  const positions: number[] = [];
  for (let ring = 0; ring <= length; ring++) {
    for (let i = 0; i < around; i++) {
      const angle = (2 * Math.PI * i) / around;
      positions.push(x + 0.4 * Math.cos(angle), 0.4 * Math.sin(angle), ring);
    }
  }
  const [bottom, top] = [positions.length / 3, positions.length / 3 + 1];
  positions.push(x, 0, 0, x, 0, length);
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const next = (i + 1) % around;
    indices.push(bottom, next, i, top, length * around + i, length * around + next);
    for (let ring = 0; ring < length; ring++) {
      const [p, q] = [ring * around + i, ring * around + next];
      indices.push(p, q, q + around, p, q + around, p + around);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The pairs of each clash with its kind. */
function partition({ clashes, pairOrder, offsets }: Clashes): string[] {
  return clashes.map(({ kind }, i) => `${kind} ${[...pairOrder.subarray(offsets[i], offsets[i + 1])].sort()}`).sort();
}

describe('curves that bound the same piece', () => {
  it('are one clash on the first call and on every one after it', async () => {
    using scene = engine.createScene();
    // Two plates, one far thicker than the rings are apart: each is one clash with the rod, of two curves.
    scene.add(rod(0, 30, 9));
    const thick = scene.add(meshOf(box([-2, -2, 3.5], [2, 2, 21.5])));
    const thin = scene.add(meshOf(box([-2, -2, 24.25], [2, 2, 24.75])));
    const found: string[][] = [];
    for (let call = 0; call < 6; call++) {
      const answer = await scene.clashes({ depth: false });
      found.push(partition(answer));
      expect(answer.clashes.map(({ b, kind }) => [b, kind]).sort(), `call ${call}`).toEqual([
        [thick, 'penetrating'],
        [thin, 'penetrating'],
      ]);
    }
    // Last, for it lists neighbours, and then all calls walk.
    const withDepth = partition(await scene.clashes());
    for (const [call, regions] of found.entries()) expect(regions, `call ${call}`).toEqual(withDepth);
  });

  it('are several clashes where the pieces are, on every call', async () => {
    using scene = engine.createScene();
    scene.add(meshOf(box([-3, -3, 0.5], [9, 3, 1.5])));
    // A fork of two rods as one object: nothing inside the plate joins them.
    const [p, q] = [rod(0, 2, 7), rod(6, 2, 7)];
    const shift = p.positions.length / 3;
    scene.add({
      positions: Float64Array.from([...(p.positions as Float64Array), ...(q.positions as Float64Array)]),
      indices: Uint32Array.from([...p.indices!, ...Array.from(q.indices!, (vertex) => vertex + shift)]),
    });
    const found: string[][] = [];
    for (let call = 0; call < 6; call++) found.push(partition(await scene.clashes({ depth: false })));
    const withDepth = partition(await scene.clashes());
    expect(withDepth).toHaveLength(2);
    for (const [call, regions] of found.entries()) expect(regions, `call ${call}`).toEqual(withDepth);
  });
});

describe('marks', () => {
  it('are forgotten by `fresh`, and never mistaken for later ones', () => {
    const marks = new Marks(4, 2);
    for (let round = 0; round < 5; round++) {
      marks.fresh();
      expect([0, 1, 2, 3].map((vertex) => marks.vertex(vertex))).toEqual([-1, -1, -1, -1]);
      expect([marks.triangle(0), marks.triangle(1)]).toEqual([-1, -1]);
      marks.setVertex(round % 4, 10 * round);
      marks.setTriangle(1, 0);
      expect(marks.vertex(round % 4)).toBe(10 * round);
      expect(marks.triangle(1)).toBe(0);
      expect(marks.triangle(0)).toBe(-1);
    }
  });

  it('begin anew before numbers become too large', () => {
    const marks = new Marks(2, 1).fresh();
    marks.setVertex(0, 2 ** 30);
    expect(marks.vertex(0)).toBe(2 ** 30);
    marks.fresh();
    expect([marks.vertex(0), marks.vertex(1), marks.triangle(0)]).toEqual([-1, -1, -1]);
    marks.setVertex(1, 2 ** 30);
    expect(marks.vertex(1)).toBe(2 ** 30);
  });
});
