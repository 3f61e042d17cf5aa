/** Programs that use the package, and how they are compiled: for one compiler or for many. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type PackedPackage, projectRoot } from './packed-package.ts';
import { publicNames } from './public-names.ts';

const PROGRAM = `import { type Clash, type Collisions, createEngine, type Engine, MeshError, type Scene } from 'collidescope';
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

// Types that are not exported are written through those that are.
export const middle = ({ least, most }: NonNullable<Clash['depth']>): number => (least + most) / 2;
export const walked = ({ milliseconds }: Collisions['stats']): number => milliseconds.walk;

// @ts-expect-error Not exported, though a public type has a field of this type.
export type { ClashDepth, LeftToWasm, Contacts } from 'collidescope';

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
  node16: { module: 'node16', moduleResolution: 'node16', target: 'es2022' },
  bundler: { module: 'esnext', moduleResolution: 'bundler', target: 'es2022' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022' },
} as const;
/** How TypeScript finds packages. */
export type ModuleKind = keyof typeof MODULES;
export const MODULE_KINDS = Object.keys(MODULES) as ModuleKind[];

const ENTRIES = {
  collidescope: 'src/index.ts',
  'collidescope/io': 'src/io/index.ts',
  'collidescope/papers': 'src/papers/index.ts',
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

/** What a compiler says; nothing when all is well. */
export type Complaints = string;

/** Compiles a project's files and the declarations they load. `tsc` is the compiler's script. */
function compile(
  packed: PackedPackage,
  tsc: string,
  name: string,
  files: Readonly<Record<string, string>>,
  options: object,
): Complaints {
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, types: [], ...options };
  const tsconfig = JSON.stringify({ compilerOptions, files: Object.keys(files) });
  const project = packed.createProject(name, { ...files, 'tsconfig.json': tsconfig });
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project, encoding: 'utf8' });
  return status === 0 ? stdout : `${stdout}${stderr}exit code ${status}`;
}

/** The compiler of this clone. */
export const OWN_COMPILER = join(projectRoot, 'node_modules/typescript/bin/tsc');

/** A project without the DOM library and without WebGPU types, every public name used. */
export function compilePlain(packed: PackedPackage, kind: ModuleKind, tsc = OWN_COMPILER): Complaints {
  const files = {
    'main.ts': PROGRAM,
    'index-names.ts': everyName('collidescope'),
    'io-names.ts': everyName('collidescope/io'),
    'papers-names.ts': everyName('collidescope/papers'),
  };
  return compile(packed, tsc, `types-${kind}`, files, { ...MODULES[kind], lib: ['es2022'] });
}

/** A project that passes devices, buffers, responses and signals of the platform. */
export function compilePlatform(packed: PackedPackage, kind: ModuleKind, tsc = OWN_COMPILER): Complaints {
  const options = { ...MODULES[kind], lib: ['es2022', 'dom'] };
  return compile(packed, tsc, `platform-${kind}`, { 'main.ts': PLATFORM_PROGRAM }, options);
}

/**
 * A project with three.js. Whether the declarations of three.js compile by themselves is not ours to check: only what is
 * said of our files counts.
 */
export function compileThree(packed: PackedPackage, kind: ModuleKind, tsc = OWN_COMPILER): readonly string[] {
  const files = { 'main.ts': THREE_PROGRAM, 'three-names.ts': everyName('collidescope/three') };
  const options = { ...MODULES[kind], lib: ['es2022', 'dom', 'esnext.disposable'] };
  const said = compile(packed, tsc, `three-${kind}`, files, options);
  return said.split('\n').filter((line) => /^\S/.test(line) && !/^(\S*node_modules\/@|exit code)/.test(line));
}
