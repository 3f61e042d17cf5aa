/** What an engineer reads of an assembly: how much material two parts share, and which faces lie on each other. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { occtFiles } from '../support/cad-package.ts';
import { asObj, pin, sleeve } from '../support/turned-shapes.ts';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, write } from './files.ts';

const cli = useCommandLine();

/** The lines of a table as objects; no cell of it holds a comma. */
function csvRows(name: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(join(cli.folder, name), 'utf8').slice(1).trimEnd().split('\r\n');
  const titles = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [titles[i], cell])));
}

/** Two cubes of STEP, the second beside the first and into it by `overlap`; gives the length of their sides. */
function writeCubes(overlap: number): number {
  const cube = readFileSync(join(occtFiles, 'cube-units/cube-mm.step'), 'utf8');
  const point = /CARTESIAN_POINT\('',\(([^,()]+),([^,()]+),([^,()]+)\)\)/g;
  const xs = [...cube.matchAll(point)].map(([, x]) => Number(x));
  const side = Math.max(...xs) - Math.min(...xs);
  const moved = cube.replace(
    point,
    (_, x, y, z) => `CARTESIAN_POINT('',(${(Number(x) + side - overlap).toFixed(6)},${y},${z}))`,
  );
  writeFileSync(join(cli.folder, 'cube.step'), cube);
  writeFileSync(join(cli.folder, 'moved.step'), moved);
  return side;
}

describe('clash --volume', () => {
  beforeAll(() => {
    write(cli.folder, 'assembly.obj', ASSEMBLY);
    // A box without its lid.
    write(cli.folder, 'open.obj', box('tray', [0.5, 0.5, 3.5]).replace(/f .*\n$/, ''));
  });

  it('tells what two closed objects have in common, in cubes of the unit', async () => {
    const { stdout } = await cli.run(['clash', 'assembly.obj', '--volume', '--unit', 'mm', '--csv', 'list.csv']);
    expect(stdout).toMatch(/depth \(mm\)\s+volume \(mm³\)\s+at \(mm\)/);
    expect(stdout).toMatch(/plate \(0\)\s+bolt \(1\)\s+1\s+4\s/);
    const [row] = csvRows('list.csv');
    const [least, most] = [Number(row.volumeLeast), Number(row.volumeMost)];
    expect(least).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThanOrEqual(4);
    expect(most - least).toBeLessThan(1e-4);
  });

  it('has no volume of what only touches or is open, and none where nobody asks', async () => {
    const json = async (...words: string[]) =>
      JSON.parse((await cli.run(['clash', ...words, '--json'])).stdout).clashes as Record<string, unknown>[];
    const asked = await json('assembly.obj', 'open.obj', '--volume');
    const volumes = asked.map(({ kind, reason, volume }) => [kind, reason, volume]);
    expect(volumes).toContainEqual(['penetrating', 'open', null]);
    expect(volumes).toContainEqual(['touching', 'touching', undefined]);
    const solid = asked.find(({ reason }) => reason === undefined)!;
    const { volume, errorBound } = solid.volume as { volume: number; errorBound: number };
    expect(Math.abs(volume - 4)).toBeLessThanOrEqual(errorBound);
    expect((await json('assembly.obj')).some((clash) => 'volume' in clash)).toBe(false);
  });

  it('is in the data of the page, and refused where the model is cut up', async () => {
    await cli.run(['clash', 'assembly.obj', '--volume', '--unit', 'mm', '--report', 'page.html', '--pictures', '0']);
    expect(readFileSync(join(cli.folder, 'page.html'), 'utf8')).toMatch(/"volume":\{"volume":4/);
    const { code, stderr } = await cli.run(['clash', 'assembly.obj', '--volume', '--tiles', '2']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--volume needs the whole model in one process')]);
  });

  it('is there for STEP files without being asked for', async () => {
    const side = writeCubes(2);
    const { stdout } = await cli.run(['clash', 'cube.step', 'moved.step', '--json']);
    const [{ kind, volume }] = JSON.parse(stdout).clashes;
    expect(kind).toBe('penetrating');
    expect(Math.abs(volume.volume - 2 * side * side)).toBeLessThanOrEqual(volume.errorBound + 1e-5 * side * side);
  });
});

describe('coincident faces', () => {
  it('are counted, and marked where contacts are listed', async () => {
    writeCubes(0);
    const words = ['clash', 'cube.step', 'moved.step'];
    expect((await cli.run(words)).stdout).toContain('1 pair of coincident faces among what only touches');
    const listed = await cli.run([...words, '--touching', '--csv', 'faces.csv']);
    expect(listed.stdout).toMatch(/touching .* coincident faces/);
    expect(csvRows('faces.csv').map(({ coincidentFaces }) => coincidentFaces)).toEqual(['yes']);
  });

  it('are not those of interferences, nor of bolts in nuts', async () => {
    writeCubes(2);
    expect((await cli.run(['clash', 'cube.step', 'moved.step'])).stdout).not.toContain('coincident');
    const { stdout } = await cli.run(['clash', join(occtFiles, 'cax-if/dm1-oc-214.stp'), '--json']);
    const { clashes, objects } = JSON.parse(stdout);
    const pairs = clashes.map(({ a, b, coincident = false }: { a: number; b: number; coincident?: boolean }) => [
      [objects[a].name, objects[b].name].sort().join(' on '),
      coincident,
    ]);
    expect([...new Set(pairs.map(String))].sort()).toEqual(['bolt on nut,false', 'l-bracket on nut,true']);
  });
});

describe('subassemblies as components', () => {
  it('are not looked into, which is said, and shown as where parts are', async () => {
    const file = join(occtFiles, 'cax-if/dm1-oc-214.stp');
    const words = ['clash', file, '--touching', '--deflection', '0.1mm'];
    const whole = JSON.parse((await cli.run([...words, '--json'])).stdout);
    const { clashes, objects, withinAssemblies } = JSON.parse(
      (await cli.run([...words, '--assemblies', '--json'])).stdout,
    );
    const pairs = (list: { a: number; b: number }[]) =>
      list.map(({ a, b }) => [objects[a].name, objects[b].name].sort().join(' on '));
    expect([...new Set(pairs(whole.clashes))].sort()).toEqual(['bolt on nut', 'l-bracket on nut']);
    expect([...new Set(pairs(clashes))]).toEqual(['l-bracket on nut']);
    expect(withinAssemblies).toBe(3);
    expect(objects.map(({ path }: { path: string[] }) => path.join(' › '))).toContain(
      'l-bracket assembly › nut-bolt-assembly',
    );
    const { stdout } = await cli.run([...words, '--assemblies', '--group-by', 'assembly']);
    expect(stdout).toContain(
      'Compared as components: 3 subassemblies and 1 single part; 3 near pairs within a subassembly were not looked at',
    );
    expect(stdout).toContain('l-bracket assembly / l-bracket assembly › nut-bolt-assembly');
  });

  it('are nodes of glTF files, by their places and not their names', async () => {
    const cube = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };
    const bytes = Buffer.from(
      new Uint8Array([
        ...new Uint8Array(Float32Array.from(cube.positions).buffer),
        ...new Uint8Array(Uint16Array.from(cube.indices).buffer),
      ]),
    );
    // Two nodes of one name, each with two parts; all parts overlap.
    const nodes = [
      { name: 'pair', children: [2, 3] },
      { name: 'pair', children: [4, 5] },
      ...[0, 0.1, 0.2, 0.3].map((x, i) => ({ name: `part ${i}`, mesh: 0, translation: [x, 0, 0] })),
    ];
    const gltf = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0, 1] }],
      nodes,
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
        { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: 48 },
        { buffer: 0, byteOffset: 48, byteLength: 24 },
      ],
      buffers: [{ byteLength: 72, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    };
    write(cli.folder, 'pairs.gltf', JSON.stringify(gltf));
    const { stdout } = await cli.run(['clash', 'pairs.gltf', '--assemblies', '--json']);
    const { clashes, withinAssemblies } = JSON.parse(stdout);
    const met = clashes.map(({ a, b }: { a: number; b: number }) => `${a} ${b}`).sort();
    expect([met, withinAssemblies]).toEqual([['0 2', '0 3', '1 2', '1 3'], 2]);
  });
});

describe('fits by shape', () => {
  beforeAll(() => {
    const parts = [
      asObj('hub', sleeve(10, 20, 0, 10, 64, 0.02)),
      // 0.02 mm too thick; and a screw of 8 mm in a hole of 6.8, beside them; and a shaft of a wrong diameter.
      asObj('shaft', pin(10.01, -5, 20, 64)),
      asObj('part 4', beside(sleeve(3.4, 8, 0, 10, 64), 50)),
      asObj('part 5', beside(pin(4, -5, 20, 64, 0.01), 50)),
      asObj('ring', beside(sleeve(10, 20, 0, 10, 64), 100)),
      asObj('spindle', beside(pin(11, -5, 20, 64, 0.01), 100)),
    ];
    write(cli.folder, 'fits.obj', parts.join(''));
  });

  it('are told, and listed apart by the rules for assemblies; a wrong diameter stays open', async () => {
    const { code, stdout } = await cli.run(['clash', 'fits.obj', '--unit', 'mm', '--rules', 'mechanical', '--json']);
    const { clashes, objects } = JSON.parse(stdout);
    const told = clashes.map(
      ({ a, b, fit, byDesign }: { a: number; b: number; fit?: Record<string, unknown>; byDesign?: string }) => [
        objects[a].name,
        objects[b].name,
        fit?.kind,
        fit?.thread,
        byDesign,
      ],
    );
    expect(told.sort()).toEqual([
      ['hub', 'shaft', 'press', undefined, 'a press fit'],
      ['part 4', 'part 5', 'thread', 'M8', 'a thread drawn as plain cylinders'],
      ['ring', 'spindle', 'coaxial', undefined, undefined],
    ]);
    expect(code).toBe(1);
  });

  it('stay in the list without rules, which says what would tell them apart', async () => {
    const { stdout } = await cli.run(['clash', 'fits.obj', '--unit', 'mm', '--csv', 'fits.csv']);
    expect(stdout).toContain('1 press fit and 1 thread by shape among them (--rules mechanical');
    const csv = readFileSync(join(cli.folder, 'fits.csv'), 'utf8');
    expect(csv).toContain('"press fit, ⌀20.02 in ⌀20, 10 mm long"');
  });
});

function beside<T extends { positions: Float64Array }>(mesh: T, by: number): T {
  return { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 0 ? value + by : value)) };
}
