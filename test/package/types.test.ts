import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';
import { publicNames } from '../support/public-names.ts';

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

const PLATFORM_PROGRAM = `import { createEngine, type GpuCollisions } from 'collidescope';
import { readModel } from 'collidescope/io';

export async function check(device: GPUDevice, buffer: GPUBuffer, signal: AbortSignal): Promise<GPUBuffer> {
  const engine = await createEngine({ backend: 'webgpu', device });
  const scene = engine.createScene();
  scene.add({ positions: { buffer, vertexCount: 3 } });
  await readModel(await fetch('part.stl'), { signal });
  await readModel(new Blob([]), { signal });
  const found: GpuCollisions = await scene.collide({ output: 'gpu', signal });
  return found.pairs;
}

// @ts-expect-error Not a device: the platform's type is used, and not its outline.
createEngine({ device: { lost: Promise.resolve(), createBuffer() {}, destroy() {} } });
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

const MODULES = {
  bundler: { module: 'esnext', moduleResolution: 'bundler', target: 'es2022' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022' },
} as const;
const KINDS = ['bundler', 'nodenext'] as const;
const ENTRIES = {
  collidescope: 'src/index.ts',
  'collidescope/io': 'src/io/index.ts',
  'collidescope/three': 'src/three/index.ts',
} as const;

/** A program that names everything that an entry exports, types as types and values as values. */
function everyName(entry: keyof typeof ENTRIES): string {
  const { types, values } = publicNames(ENTRIES[entry]);
  return [
    `import { ${values.join(', ')}, ${types.map((name) => `type ${name}`).join(', ')} } from '${entry}';`,
    `export const values = { ${values.join(', ')} };`,
    `export type Types = [${types.join(', ')}];`,
  ].join('\n');
}

describe('a project that uses the package', () => {
  let packed: PackedPackage;
  beforeAll(() => {
    packed = packPackage();
  });
  afterAll(() => packed?.dispose());

  /** What the compiler says of a project's files and of the declarations they load. */
  function compile(
    name: string,
    files: Record<string, string>,
    options: object,
  ): { stdout: string; status: number | null } {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, types: [], ...options };
    const tsconfig = JSON.stringify({ compilerOptions, files: Object.keys(files) });
    const project = packed.createProject(name, { ...files, 'tsconfig.json': tsconfig });
    const tsc = join(projectRoot, 'node_modules/.bin/tsc');
    return spawnSync(tsc, ['-p', '.'], { cwd: project, encoding: 'utf8' });
  }

  it.each(KINDS)('type-checks without the DOM and WebGPU, declarations included (%s)', (kind) => {
    const files = {
      'main.ts': PROGRAM,
      'index-names.ts': everyName('collidescope'),
      'io-names.ts': everyName('collidescope/io'),
    };
    const { stdout, status } = compile(`types-${kind}`, files, { ...MODULES[kind], lib: ['es2022'] });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it.each(KINDS)('has the types of the platform where the project has them (%s)', (kind) => {
    const options = { ...MODULES[kind], lib: ['es2022', 'dom'] };
    const { stdout, status } = compile(`platform-${kind}`, { 'main.ts': PLATFORM_PROGRAM }, options);
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  // Whether the declarations of three.js compile by themselves is not ours to check: only what is said of our files counts.
  it.each(KINDS)('type-checks with three.js (%s)', (kind) => {
    const files = { 'main.ts': THREE_PROGRAM, 'three-names.ts': everyName('collidescope/three') };
    const { stdout } = compile(`three-${kind}`, files, {
      ...MODULES[kind],
      lib: ['es2022', 'dom', 'esnext.disposable'],
    });
    expect(stdout.split('\n').filter((line) => /^\S/.test(line) && !/^\S*node_modules\/@/.test(line))).toEqual([]);
  });
});
