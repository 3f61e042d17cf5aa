/**
 * What two versions are compared by: a query of one scene or of new ones.
 *
 * A case makes its scenes once per version and is then run turn by turn. What one of the versions cannot do is left out of its
 * column. A fresh case makes a new scene for every run, so that nothing can be kept.
 */
import type { Engine, Scene } from '../../../src/index.ts';
import type { BenchMesh } from '../mesh.ts';
import type { Version } from './build-version.ts';

/** A query by name: a method of the scene, or a function of `collidescope/papers` where the version has that. */
export type Ask = (query: string, ...parameters: unknown[]) => Promise<unknown>;

export interface Runner {
  run(turn: number): Promise<unknown>;
  dispose(): void;
}

export interface Case {
  readonly query: string;
  readonly name: string;
  /** Turns before those that count, if not the usual few: some things are made over dozens of queries, and then kept. */
  readonly warmups?: number;
  /** Makes the scenes of one version. */
  prepare(version: Version, engine: Engine): Runner;
}

function askOf({ papers }: Version, scene: Scene): Ask {
  return async (query, ...parameters) => {
    const method = (scene as unknown as Record<string, unknown>)[query];
    if (typeof method === 'function') return await method.call(scene, ...parameters);
    const own = papers[query];
    if (typeof own === 'function') return await own(scene, ...parameters);
    throw new MissingQuery(query);
  };
}

/** A version has no such query. */
export class MissingQuery extends Error {}

export type Question = (ask: Ask, turn: number, scene: Scene) => Promise<unknown>;

/** A new scene in every turn. */
export function fresh(query: string, name: string, meshes: () => readonly BenchMesh[], question: Question): Case {
  return {
    query,
    name,
    prepare(version, engine) {
      const all = meshes();
      const run = async (turn: number) => {
        const scene = engine.createScene();
        try {
          for (const mesh of all) scene.add(mesh);
          return await question(askOf(version, scene), turn, scene);
        } finally {
          scene.dispose();
        }
      };
      return { run, dispose: () => {} };
    },
  };
}

/** Queries after which clusters of two dragons are there, also if each asks for one pair. */
export const UNTIL_KEPT = 80;

/** One scene for all turns. */
export function kept(query: string, name: string, meshes: () => readonly BenchMesh[], question: Question): Case {
  return {
    query,
    name,
    prepare(version, engine) {
      const scene = engine.createScene();
      for (const mesh of meshes()) scene.add(mesh);
      const ask = askOf(version, scene);
      return { run: (turn) => question(ask, turn, scene), dispose: () => scene.dispose() };
    },
  };
}

/** Several new scenes in every turn, for what is over too soon for a clock. */
export function inNewScenes(
  query: string,
  name: string,
  meshes: () => readonly BenchMesh[],
  scenes: number,
  question: Question,
): Case {
  const one = fresh(query, name, meshes, question);
  return {
    query,
    name,
    prepare(version, engine) {
      const { run, dispose } = one.prepare(version, engine);
      const runAll = async (turn: number) => {
        let last: unknown;
        for (let i = 0; i < scenes; i++) last = await run(turn);
        return last;
      };
      return { run: runAll, dispose };
    },
  };
}
