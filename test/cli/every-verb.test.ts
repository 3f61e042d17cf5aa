/**
 * Every verb that takes models, on a model of every format and of every shape that a reader can give: none may refuse what another
 * reads. The verbs run in this process, because only their answers count here.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/dispatch.ts';
import { Terminal } from '../../src/cli/output/terminal.ts';
import { VERBS } from '../../src/cli/verb-table.ts';
import { FORMATS } from '../../src/io/formats.ts';
import { occtFiles } from '../support/cad-package.ts';
import { GltfBuilder } from '../support/gltf-files.ts';
import { ifcText } from '../support/ifc-files.ts';
import { asObj, asOff, asPlyAscii, asPlyBinary, asStlAscii, asStlBinary } from '../support/mesh-files.ts';
import { tetrahedronPackage } from '../support/three-mf-files.ts';
import { ASSEMBLY, movingTriangles } from './files.ts';

const TETRAHEDRON = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint16Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2),
};
const SOLID = {
  positions: Float64Array.from(TETRAHEDRON.positions),
  indices: Uint32Array.from(TETRAHEDRON.indices),
};

/** Two nodes with one mesh, the second of them mirrored. */
function sharedMesh(): Promise<Uint8Array> {
  const builder = new GltfBuilder();
  const first = builder.node('first', builder.primitive(TETRAHEDRON.positions, TETRAHEDRON.indices));
  const second = builder.document.createNode('second').setMesh(first.getMesh()).setTranslation([0.5, 0, 0]);
  builder.scene.addChild(second.setScale([-1, 1, 1]));
  return builder.glb();
}

const occt = (path: string) => readFileSync(join(occtFiles, path));

/** One or more of every format. */
async function samples(): Promise<Record<string, string | Uint8Array>> {
  const wall = { id: 'wall', name: 'Wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3] } as const;
  return {
    'plain.obj': asObj(SOLID),
    'parts.obj': ASSEMBLY,
    'packed.obj.gz': gzipSync(asObj(SOLID)),
    'text.stl': asStlAscii(SOLID),
    'binary.stl': asStlBinary(SOLID),
    'text.ply': asPlyAscii(SOLID),
    'binary.ply': asPlyBinary(SOLID, true),
    'plain.off': asOff(SOLID),
    'shared-mesh.glb': await sharedMesh(),
    'moving.gltf': movingTriangles(),
    'tetrahedra.3mf': tetrahedronPackage(),
    'wall.ifc': ifcText([wall]),
    'cube.step': occt('cube-units/cube-mm.step'),
    'cube.iges': occt('cube-10x10mm/Cube 10x10.igs'),
    'assembly.brep': occt('cax-if-brep/as1_pe_203.brep'),
  };
}

/** What follows a verb and its model: further words that it needs. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  check: ['--engine', 'wasm'],
  clash: ['--engine', 'wasm'],
  volume: ['--resolution', '32', '--allow-open', '--engine', 'wasm'],
  inside: ['points.txt', '--allow-open', '--engine', 'wasm'],
  closest: ['--engine', 'wasm'],
  cull: ['--engine', 'wasm'],
  voxels: ['--resolution', '16', '--engine', 'wasm'],
  info: ['--engine', 'wasm'],
  plan: ['--out', 'plan.jsonl'],
};

let folder = '';
const home = process.cwd();
let names: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'collidescope-verbs-'));
  const all = await samples();
  names = Object.keys(all);
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'points.txt'), '0.1 0.1 0.1\n');
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

async function run(words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const stream = (add: (text: string) => void) => ({ write: add });
  const terminal = new Terminal({
    stdout: stream((text) => (stdout += text)),
    stderr: stream((text) => (stderr += text)),
    env: {},
  });
  return { code: await runCommandLine(words, terminal), stdout, stderr };
}

describe('every verb on every kind of model', () => {
  it('is tried: all verbs that take models, all formats', async () => {
    // The studio opens a browser; motion needs joints that name the parts of each model.
    const others = ['studio', 'motion'];
    const takesModels = VERBS.filter(({ takes, name }) => takes.includes('<file') && !others.includes(name));
    expect(takesModels.map(({ name }) => name).sort()).toEqual(Object.keys(WORDS).sort());
    const endings = names.map((name) => name.replace(/\.gz$/, ''));
    for (const { endings: own } of Object.values(FORMATS)) {
      expect(own.some((ending) => endings.some((name) => name.endsWith(ending)))).toBe(true);
    }
  });

  it.each(Object.keys(WORDS))('%s reads all of them', async (verb) => {
    process.chdir(folder);
    const refused: string[] = [];
    for (const name of names) {
      rmSync('plan.jsonl', { force: true });
      const { code, stderr } = await run([verb, name, ...WORDS[verb], '--deflection', '5', '--json']);
      if (code !== 0 && code !== 1) refused.push(`${name}: ${stderr.split('\n')[0]}`);
    }
    expect(refused).toEqual([]);
  });

  it('answers a glTF whose nodes share a mesh as one that repeats it', async () => {
    process.chdir(folder);
    const { stdout } = await run(['info', 'shared-mesh.glb', '--json', '--engine', 'wasm']);
    const { objects } = JSON.parse(stdout);
    expect(objects.map(({ name, triangles }: { name: string; triangles: number }) => [name, triangles])).toEqual([
      ['first', 4],
      ['second', 4],
    ]);
    expect(objects[1]).not.toHaveProperty('shared');
    expect(objects[1].bounds).toEqual({ min: [-0.5, 0, 0], max: [0.5, 1, 1] });
  });
});
