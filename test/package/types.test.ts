import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';

const PROGRAM = `import { type Collisions, createEngine, type Engine, MeshError, type Scene } from 'collidescope';
import { type Model, readModel } from 'collidescope/io';

export async function check(bytes: Uint8Array): Promise<number> {
  const engine: Engine = await createEngine({ backend: 'wasm', threads: 0 });
  const scene: Scene = engine.createScene();
  const model: Model = await readModel(bytes, { name: 'part.stl' });
  for (const { name, positions, indices } of model.parts) scene.add({ name, positions, indices });
  const found: Collisions = await scene.collide({ self: true, contacts: 'penetrating' });
  engine.dispose();
  return found.trianglePairs.length / 4;
}

export const isMeshError = (error: unknown): error is MeshError => error instanceof MeshError;

// @ts-expect-error Not an option: the declarations are found, and not just "any".
createEngine({ thread: 2 });
`;

const THREE_PROGRAM = `import { Collider, CollisionHelper, type Hit, type Hits } from 'collidescope/three';
import { Mesh, type Object3D } from 'three';

export async function check(objects: Object3D[], helper: CollisionHelper): Promise<number> {
  using collider = await Collider.create({ threads: 0, weld: true });
  const hits: Hits = await collider.add(objects).update().collide({ self: true, ignore: [[objects[0], new Mesh()]] });
  helper.update(hits);
  for (const { a, b, kind } of hits) console.log(a.object.name, a.instance, b.face, kind);
  const first: Hit | undefined = hits.at(0);
  return first ? hits.length : hits.answer.kinds.length;
}

// @ts-expect-error Not an option: the declarations are found, and not just "any".
Collider.create({ thread: 2 });
// @ts-expect-error Objects, not ids.
Collider.create().then((collider) => collider.collide({ ignore: [[0, 1]] }));
`;

const KINDS = [
  {
    name: 'node16',
    options: { module: 'node16', moduleResolution: 'node16', target: 'es2022', lib: ['es2022', 'dom'] },
  },
  {
    name: 'bundler',
    options: { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom'] },
  },
];

describe('a project that uses the package', () => {
  let packed: PackedPackage;
  beforeAll(() => {
    packed = packPackage();
  });
  afterAll(() => packed?.dispose());

  it.each(KINDS)('type-checks with module resolution $name, declarations included', ({ name, options }) => {
    const compilerOptions = { ...options, strict: true, noEmit: true, skipLibCheck: false, types: [] };
    const project = packed.createProject(`types-${name}`, {
      'main.ts': PROGRAM,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
    });
    const tsc = join(projectRoot, 'node_modules/.bin/tsc');
    const { stdout, status } = spawnSync(tsc, ['-p', '.'], { cwd: project, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  // Whether the declarations of three.js compile by themselves is not ours to check.
  it.each(KINDS)('type-checks with three.js and module resolution $name', ({ name, options }) => {
    const lib = [...options.lib, 'esnext.disposable'];
    const compilerOptions = { ...options, lib, strict: true, noEmit: true, skipLibCheck: true, types: [] };
    const project = packed.createProject(`three-types-${name}`, {
      'main.ts': THREE_PROGRAM,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
    });
    const tsc = join(projectRoot, 'node_modules/.bin/tsc');
    const { stdout, status } = spawnSync(tsc, ['-p', '.'], { cwd: project, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
