/** The MCP server, asked by the protocol's own client over standard input and output. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallLimit } from '../../src/cli/mcp/call-limit.ts';
import { capped, cappedText, TEXT_MAX } from '../../src/cli/mcp/capped.ts';
import { named } from '../../src/cli/mcp/named.ts';
import { ServedFolder } from '../../src/cli/mcp/served-folder.ts';
import { asObj } from '../support/mesh-files.ts';
import { useCommandLine } from './command-line.ts';
import { box } from './files.ts';

function tetrahedron(shift: number) {
  const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4].map((value) => value + shift);
  return { positions: Float64Array.from(corners), indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2) };
}

/** Files that are served, and one that must not be reached, in a folder beside them. */
function writeModels(base: string): string {
  const folder = join(base, 'models');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  mkdirSync(join(base, 'models-secret'));
  writeFileSync(join(folder, 'a.obj'), asObj(tetrahedron(0)));
  writeFileSync(join(folder, 'deep/b.obj'), asObj(tetrahedron(1)));
  writeFileSync(join(folder, 'far.obj'), asObj(tetrahedron(4.25)));
  writeFileSync(join(folder, '-dash.obj'), asObj(tetrahedron(0)));
  writeFileSync(join(folder, 'broken.stl'), 'solid nothing');
  writeFileSync(join(base, 'models-secret/secret.obj'), asObj(tetrahedron(0)));
  symlinkSync(join(base, 'models-secret/secret.obj'), join(folder, 'link.obj'));
  symlinkSync(join(base, 'models-secret'), join(folder, 'linked-folder'));
  symlinkSync(join(folder, 'a.obj'), join(folder, 'inner-link.obj'));
  const gltf = { asset: { version: '2.0' }, buffers: [{ byteLength: 36, uri: '../models-secret/secret.obj' }] };
  const accessors = [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }];
  const scene = {
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  };
  const views = { accessors, bufferViews: [{ buffer: 0, byteLength: 36 }] };
  writeFileSync(join(folder, 'reaching.gltf'), JSON.stringify({ ...gltf, ...scene, ...views }));
  return folder;
}

/** Paths that lead out of the folder. */
const OUTSIDE = [
  '../models-secret/secret.obj',
  'deep/../../models-secret/secret.obj',
  'link.obj',
  'linked-folder/secret.obj',
  '/etc/passwd',
  '..',
  '.',
  '',
];

describe('the MCP server', () => {
  const cli = useCommandLine();
  let base: string;
  let client: Client;
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'collidescope-mcp-test-'));
    client = new Client({ name: 'test', version: '1' });
    const args = [cli.script, 'mcp', writeModels(base)];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  });
  afterAll(async () => {
    await client?.close();
    rmSync(base, { recursive: true });
  });

  async function call(name: string, input: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    return { text, isError: isError === true };
  }
  async function answer(name: string, input: Record<string, unknown>) {
    const { text, isError } = await call(name, input);
    expect(isError, text).toBe(false);
    return JSON.parse(text);
  }

  it('lists its tools, each with a schema, all read-only', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'info',
      'check',
      'clash',
      'within',
      'volume',
      'inside',
      'closest',
      'sweep',
    ]);
    for (const { inputSchema, annotations, description } of tools) {
      expect(inputSchema.required).toContain('files');
      expect(Object.keys(inputSchema.properties!)).toContain('limit');
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(description!.length).toBeGreaterThan(40);
    }
  });

  it('info describes files, by links inside the folder too', async () => {
    const { files, parts, objects } = await answer('info', { files: ['a.obj', 'inner-link.obj', '-dash.obj'] });
    expect((files ?? parts ?? objects).length).toBe(3);
  });

  it('check finds nothing in a clean mesh', async () => {
    expect(await answer('check', { files: ['a.obj'] })).toMatchObject({ pairs: 0, regions: [], omitted: {} });
  });

  it('clash says which parts, how deep and where', async () => {
    const { clashes } = await answer('clash', { files: ['a.obj', 'deep/b.obj'] });
    expect(clashes).toMatchObject([{ kind: 'penetrating', a: 0, b: 1, point: [1, 1, 2] }]);
    expect(clashes[0].depth.least).toBeCloseTo(Math.sqrt(1 / 3), 9);
  });

  it('within has the least distance of parts that are too close', async () => {
    // The slanted face x + y + z = 4 and the corner at 4.25, 4.25, 4.25.
    const distance = (3 * 4.25 - 4) / Math.sqrt(3);
    const near = await answer('within', { files: ['a.obj', 'far.obj'], distance: distance + 0.01 });
    expect(near.clearance.objectPairs).toHaveLength(1);
    expect(near.clearance.objectPairs[0].distance).toBeCloseTo(distance, 9);
    const far = await answer('within', { files: ['a.obj', 'far.obj'], distance: `${distance - 0.01}` });
    expect(far.clearance.objectPairs).toEqual([]);
  });

  it('closest measures how far parts are apart', async () => {
    const { distances } = await answer('closest', { files: ['a.obj', 'far.obj'] });
    expect(distances).toHaveLength(1);
    expect(distances[0].distance).toBeCloseTo((3 * 4.25 - 4) / Math.sqrt(3), 9);
    expect((await answer('closest', { files: ['a.obj', 'far.obj'], below: 5 })).distances).toEqual([]);
  });

  it('sweep proves a motion free, or tells where it jams', async () => {
    writeFileSync(join(base, 'models/cubes.obj'), box('cube', [0, 0, 0], 1) + box('wall', [5, 0, 0], 1));
    const slide = { name: 'slide', type: 'prismatic', parent: 'wall', child: 'cube', axis: [1, 0, 0], limits: [0, 9] };
    const { failed, motions } = await answer('sweep', { files: ['cubes.obj'], joints: [slide] });
    expect(failed).toBe(true);
    expect(motions[0].jams[0]).toMatchObject({ names: ['cube', 'wall'] });
    expect(motions[0].jams[0].from[0]).toBeLessThanOrEqual(4);
    expect(motions[0].jams[0].from[1]).toBeGreaterThanOrEqual(4);
    const free = await answer('sweep', { files: ['cubes.obj'], joints: [{ ...slide, limits: [0, 3] }] });
    expect(free).toMatchObject({ failed: false, motions: [{ freePairs: 1, pairs: [] }] });
    const refused = await call('sweep', { files: ['cubes.obj'], joints: [{ ...slide, axis: [0, 0, 0] }] });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain('bad-joints');
  });

  it('robots read no mesh outside the folder', async () => {
    const mesh = (uri: string) =>
      `<robot name="r"><link name="a"><collision><geometry><mesh filename="${uri}"/></geometry></collision></link></robot>`;
    for (const [i, uri] of [
      'package://models-secret/secret.obj',
      '../models-secret/secret.obj',
      'link.obj',
    ].entries()) {
      writeFileSync(join(base, `models/reaching-${i}.urdf`), mesh(uri));
      expect(await call('sweep', { files: [`reaching-${i}.urdf`] })).toMatchObject({ isError: true });
    }
  });

  it('volume measures an overlap with its bound', async () => {
    const { volume, errorBound } = await answer('volume', { files: ['a.obj', 'deep/b.obj'] });
    expect(Math.abs(volume - 1 / 6)).toBeLessThanOrEqual(errorBound); // a corner tetrahedron with legs of 1
  });

  it('inside says where each point lies', async () => {
    const points = [[0.5, 0.5, 0.5], [9, 9, 9], [0, 1, 1]]; // biome-ignore format: one line
    const { places } = await answer('inside', { files: ['a.obj'], points });
    expect(places).toEqual(['inside', 'outside', 'on the surface']);
  });

  it('cuts lists to the limit, and states the remainder', async () => {
    const points = Array.from({ length: 25 }, () => [9, 9, 9]);
    const { places, omitted } = await answer('inside', { files: ['a.obj'], points, limit: 4 });
    expect(places).toHaveLength(4);
    expect(omitted).toEqual({ places: 21 });
  });

  it.each(OUTSIDE)('refuses "%s", which is outside the folder, with every tool', async (file) => {
    for (const name of ['info', 'check', 'clash', 'volume', 'inside']) {
      const { text, isError } = await call(name, {
        files: [file],
        points: name === 'inside' ? [[0, 0, 0]] : undefined,
      });
      expect([isError, text]).toEqual([true, expect.stringContaining('outside')]);
    }
  });

  it('does not let a glTF reach outside its folder', async () => {
    const { text, isError } = await call('check', { files: ['reaching.gltf'] });
    expect([isError, text]).toEqual([true, expect.stringContaining('outside')]);
  });

  it.each([
    ['a missing file', 'check', { files: ['none.obj'] }, 'no file "none.obj"'],
    ['a folder', 'check', { files: ['deep'] }, 'not a regular file'],
    ['a broken file', 'check', { files: ['broken.stl'] }, 'broken.stl'],
    ['no files', 'check', { files: [] }, 'expected a list'],
    ['a path that is no text', 'check', { files: [7] }, 'expected a list'],
    ['three files', 'volume', { files: ['a.obj', 'a.obj', 'a.obj'] }, '1 to 2 paths'],
    ['an option in place of a length', 'clash', { files: ['a.obj'], clearance: '--pairs' }, 'expected a length'],
    ['a unit that is none', 'clash', { files: ['a.obj'], unit: 'ell' }, 'expected one of um'],
    ['a point with two numbers', 'inside', { files: ['a.obj'], points: [[1, 2]] }, 'each [x, y, z]'],
    ['an unknown input', 'check', { files: ['a.obj'], pairs: 'out.tsv' }, 'found pairs'],
    ['a limit of 0', 'check', { files: ['a.obj'], limit: 0 }, 'from 1 to 1000'],
  ])('refuses %s, and says why', async (_what, name, input, message) => {
    const { text, isError } = await call(name, input);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });

  it('answers an unknown tool with an error of the protocol', async () => {
    await expect(client.callTool({ name: 'studio', arguments: {} })).rejects.toThrow('there is no tool "studio"');
  });

  it('refuses to start without a folder', async () => {
    expect((await cli.run(['mcp'])).code).toBe(2);
    expect(await cli.run(['mcp', join(base, 'none')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('folder'),
    });
  });
});

describe('a served folder', () => {
  it('never gives a path outside itself', async () => {
    const base = mkdtempSync(join(tmpdir(), 'collidescope-mcp-paths-'));
    const folder = await ServedFolder.open(writeModels(base));
    const step = fc.constantFrom('..', '.', 'deep', 'link.obj', 'linked-folder', 'a.obj', 'b.obj', 'secret.obj', 'models', 'models-secret', ''); // biome-ignore format: one line
    const path = fc.array(step, { maxLength: 6 }).map((steps) => steps.join('/'));
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(path, async (given) => {
        const [file] = await folder.files([given], 1).catch(() => []);
        if (file !== undefined) reached.add(file);
      }),
      { numRuns: 2000 },
    );
    expect([...reached].filter((file) => !['a.obj', join('deep', 'b.obj')].includes(file))).toEqual([]);
    expect(reached.size).toBeGreaterThan(0);
    rmSync(base, { recursive: true });
  });
});

describe('a capped answer', () => {
  it('holds or counts every entry of every list', () => {
    const size = (value: unknown): number =>
      Array.isArray(value) ? value.length : value && typeof value === 'object' ? Object.values(value).reduce((sum: number, each) => sum + size(each), 0) : 0; // biome-ignore format: one line
    const lists = fc.dictionary(fc.string(), fc.array(fc.string(), { maxLength: 40 }));
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 30 }), (document, most) => {
        const { document: kept, omitted } = capped(document, most);
        const missing = Object.values(omitted).reduce((sum, count) => sum + count, 0);
        expect(size(kept) + missing).toBe(size(document));
        for (const list of Object.values(kept as object)) expect(list.length).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('is never too long, whatever names a file has, and says what is missing of them', () => {
    const texts = fc.string({ unit: 'binary', minLength: 0, maxLength: 60 }).map((text) => text.repeat(40));
    fc.assert(
      fc.property(fc.dictionary(texts, fc.array(texts, { maxLength: 40 }), { maxKeys: 60 }), (document) => {
        const text = cappedText(document, 1000);
        expect(text.length).toBeLessThanOrEqual(TEXT_MAX);
        const { omitted, ...kept } = JSON.parse(text);
        for (const [key, list] of Object.entries(kept)) {
          expect(key.length).toBeLessThanOrEqual(201);
          for (const [i, own] of (list as string[]).entries()) {
            const original = Object.entries(document).find(([name]) => name.slice(0, 199) === key.slice(0, 199))![1][i];
            if (own !== original) expect(Object.values(omitted)).toContain(original.length - own.length + 1);
          }
        }
      }),
      { numRuns: 30 },
    );
    expect(
      JSON.parse(cappedText({ x: Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`long ${i}`, i])) }, 9)),
    ).toEqual({
      error: expect.stringContaining('at most 80000'),
    });
  });

  it('has the names of what a clash refers to', () => {
    const objects = [{ name: 'a' }, { name: 'duct', label: 'duct #2' }, { name: 'beam' }];
    const clashes = [{ kind: 'penetrating', a: 2, b: 1 }];
    const contained = [{ inner: 0, outer: 2 }];
    expect(named({ objects, clashes, contained })).toEqual({
      objects,
      clashes: [{ names: ['beam', 'duct #2'], ...clashes[0] }],
      contained: [{ names: ['a', 'beam'], ...contained[0] }],
    });
  });

  it('waits for its turn, and is refused when too many wait', async () => {
    const limit = new CallLimit(2, 3);
    let [running, most] = [0, 0];
    const call = () =>
      limit.run(async () => {
        most = Math.max(most, ++running);
        await new Promise((resume) => setTimeout(resume, 5));
        running--;
        if (running === 1) throw new Error('one that fails gives its turn back');
      });
    const settled = await Promise.allSettled(Array.from({ length: 8 }, call));
    const codes = settled.map((own) => (own.status === 'rejected' ? (own.reason.code ?? 'failed') : 'done'));
    expect(codes.filter((code) => code === 'too-busy')).toHaveLength(3);
    expect({ most, running }).toEqual({ most: 2, running: 0 });
    await Promise.allSettled([call(), call(), call()]);
    expect(running).toBe(0);
  });

  it('keeps coordinates whole', () => {
    expect(capped({ point: [1, 2, 3] }, 1)).toEqual({ document: { point: [1, 2, 3] }, omitted: {} });
  });
});
