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
});
