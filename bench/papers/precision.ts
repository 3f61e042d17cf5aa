/** The result of each culling method on the papers' cases. */

import type { Engine } from '../../src/index.ts';
import type { Culled, CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import type { PaperTable } from './paper.ts';
import {
  CASE_VIEW,
  FRAME,
  HIDING_ITSELF,
  PRECISION_CASES,
  type PrecisionCase,
  type Triangle,
} from './precision-cases.ts';
import { lossesOf, survivorCount } from './survivors.ts';

/** Of triangles that collide: kept or lost. Of triangles that do not: pruned or kept. */
export type Verdict = 'kept' | 'lost' | 'pruned';

export interface PrecisionOutcome {
  readonly name: string;
  readonly colliding: boolean;
  readonly cullide: Verdict;
  readonly self: Verdict;
  readonly far: Verdict;
  readonly reliable: Verdict;
}

function mesh(triangles: readonly Triangle[]) {
  return { positions: Float64Array.from(triangles.flat(2)) };
}

/** Asks `cull` about the two triangles as objects of their own, or as parts of one. */
async function verdict(
  engine: Engine,
  { triangles }: PrecisionCase,
  options: CullOptions,
): Promise<[Verdict, boolean]> {
  const scene = engine.createScene();
  try {
    const parts = options.self ? [[...FRAME, ...triangles]] : [FRAME, ...triangles.map((triangle) => [triangle])];
    for (const part of parts) scene.add(mesh(part));
    const exact = await scene.collide({ self: options.self });
    const culled = await papers.cull(scene, { ...CASE_VIEW, ...options });
    const colliding = exact.kinds.length > 0;
    if (colliding) return [lossesOf(exact, culled).pairs > 0 ? 'lost' : 'kept', colliding];
    return [anyOfTheTwo(culled, options.self === true) ? 'kept' : 'pruned', colliding];
  } finally {
    scene.dispose();
  }
}

function anyOfTheTwo({ survivorTriangles }: Culled, self: boolean): boolean {
  for (let at = 0; at < survivorTriangles.length; at += 2) {
    if (self ? survivorTriangles[at + 1] >= FRAME.length : survivorTriangles[at] > 0) return true;
  }
  return false;
}

export async function measurePrecision(engine: Engine, paper: PrecisionCase['paper']): Promise<PrecisionOutcome[]> {
  const outcomes: PrecisionOutcome[] = [];
  for (const one of PRECISION_CASES.filter((candidate) => candidate.paper === paper)) {
    const [cullide, colliding] = await verdict(engine, one, { preset: 'cullide' });
    const [self] = await verdict(engine, one, { preset: 'self-cullide', self: true });
    const [far] = await verdict(engine, one, { preset: 'far' });
    const [reliable] = await verdict(engine, one, {});
    outcomes.push({ name: one.name, colliding, cullide, self, far, reliable });
  }
  return outcomes;
}

export function precisionTable(outcomes: readonly PrecisionOutcome[], title: string): PaperTable {
  return {
    name: 'precision',
    title,
    rowTitle: 'two triangles',
    columns: [
      { key: 'colliding', title: 'truly colliding' },
      { key: 'cullide', title: 'CULLIDE' },
      { key: 'self', title: 'self-CULLIDE' },
      { key: 'far', title: 'FAR' },
      { key: 'reliable', title: 'our default' },
    ],
    rows: outcomes.map(({ name, colliding, cullide, self, far, reliable }) => ({
      label: name,
      paper: { ...PRECISION_CASES.find((one) => one.name === name)!.claims },
      ours: { colliding: colliding ? 'yes' : 'no', cullide, self, far, reliable },
    })),
    note: 'Kept: both triangles stay in the set, or at least one of a pair that does not collide. Lost: they collide and at least one was pruned. Self-CULLIDE looks at both as parts of one object, the others as objects.',
  };
}

/** Triangles that self-CULLIDE leaves of a surface that hides itself, by where its hierarchy ends. */
export async function measureHidingItself(engine: Engine): Promise<{ object: number; triangle: number }> {
  const scene = engine.createScene();
  try {
    scene.add(mesh(HIDING_ITSELF));
    const left = async (level: 'object' | 'triangle') =>
      survivorCount(await papers.cull(scene, { preset: 'self-cullide', resolution: 64, level }));
    return { object: await left('object'), triangle: await left('triangle') };
  } finally {
    scene.dispose();
  }
}

export function hidingTable({ object, triangle }: { object: number; triangle: number }): PaperTable {
  return {
    name: 'leaf',
    title: 'A tetrahedron, which hides a part of itself from everywhere (figure 4)',
    rowTitle: 'leaves of the hierarchy',
    columns: [{ key: 'left', title: 'triangles left, of 4' }],
    rows: [
      { label: 'the whole surface', paper: { left: 'all' }, ours: { left: object } },
      { label: 'its triangles', paper: {}, ours: { left: triangle } },
    ],
  };
}
