/** CAD and BIM files through the command line. */

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { child, parseXml, point, unzip } from '../support/bcf-reader.ts';
import { occtFiles } from '../support/cad-package.ts';
import { globalId, type IfcBox, ifcText } from '../support/ifc-files.ts';
import { outcomeOf, useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const WALL: IfcBox = { id: 'wall', name: 'Wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3] };
const WINDOW: IfcBox = {
  id: 'window',
  name: 'Window',
  class: 'IFCWINDOW',
  at: [1, -0.05, 1],
  size: [1, 0.4, 1],
  fills: 'wall',
};
const PIPE: IfcBox = { id: 'pipe', name: 'Pipe', class: 'IFCPIPESEGMENT', at: [3, -1, 2], size: [0.1, 3, 0.1] };
const BEAM: IfcBox = { id: 'beam', name: 'Beam', class: 'IFCBEAM', at: [2.5, 1, 1.95], size: [1, 0.2, 0.3] };
const NEAR: IfcBox = { id: 'near', name: 'Duct', class: 'IFCDUCTSEGMENT', at: [3.12, 1.5, 2], size: [0.1, 0.5, 0.1] };

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly test?: string;
  readonly severity?: string;
}

describe('clash of CAD and BIM files', () => {
  const cli = useCommandLine();
  const put = (name: string, text: string) => writeFileSync(join(cli.folder, name), text);
  const found = (stdout: string) => {
    const { objects, clashes } = JSON.parse(stdout);
    return (clashes as Listed[])
      .map(({ kind, a, b, test, id }) => ({ kind, test, id, pair: [objects[a].key, objects[b].key].sort().join(' ') }))
      .sort((p, q) => (p.pair < q.pair ? -1 : 1));
  };

  it('writes BCF viewpoints in the axes of the file, upright along z', async () => {
    // GlobalIds begin with 0 to 3.
    put(
      'upright.ifc',
      ifcText([
        { ...WALL, id: '1wall' },
        { ...PIPE, id: '2pipe' },
      ]),
    );
    const { code } = await cli.run(['clash', 'upright.ifc', '--bcf', 'upright.bcf', '--pictures', '0']);
    expect(code).toBe(1);
    const files = unzip(readFileSync(join(cli.folder, 'upright.bcf')));
    const [name] = [...files.keys()].filter((path) => path.endsWith('/viewpoint.bcfv'));
    const info = parseXml(files.get(name)!.toString('utf8'));
    const camera = child(info, 'PerspectiveCamera');
    const [eye, forward, up] = ['CameraViewPoint', 'CameraDirection', 'CameraUpVector'].map((at) =>
      point(child(camera, at)),
    );
    expect(up[2]).toBeGreaterThan(0.3);
    // The pipe goes through the wall there, in the file's own coordinates.
    const there = [3.05, 0.15, 2.05].map((value, axis) => value - eye[axis]);
    const along = there.reduce((sum, value, axis) => sum + value * forward[axis], 0);
    expect(along / Math.hypot(...there)).toBeGreaterThan(Math.cos((20 * Math.PI) / 180));
    const components = child(child(info, 'Components'), 'Selection').children;
    expect(components.map(({ attributes }) => attributes.IfcGuid).sort()).toEqual(['1wall', '2pipe'].map(globalId));
  });

  it('says that a bolt touches its hole, the same at any deflection', async () => {
    const file = join(occtFiles, 'cax-if/dm1-oc-214.stp');
    const runs = [[], ['--deflection', '0.1'], ['--deflection', '0.01mm']];
    const lists = [];
    for (const words of runs) {
      const { code, stdout } = await cli.run(['clash', file, '--json', ...words]);
      expect(code).toBe(0);
      lists.push(found(stdout));
      const { objects } = JSON.parse(stdout) as { objects: { deflection: number }[] };
      if (words[1] === '0.1') for (const { deflection } of objects) expect(deflection).toBe(0.1);
    }
    expect(lists[0].map(({ kind }) => kind)).toEqual(Array(6).fill('touching'));
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
  });

  it('uses GlobalIds as keys, and says class, storey and name', async () => {
    put('house.ifc', ifcText([WALL, PIPE]));
    const { stdout } = await cli.run(['clash', 'house.ifc', '--json']);
    const { objects, unit } = JSON.parse(stdout);
    expect(unit).toBe('meter');
    expect(objects[0]).toMatchObject({ key: globalId('wall'), class: 'IfcWall', name: 'Wall', storey: 'Ground floor' });
    expect(found(stdout)).toMatchObject([{ kind: 'penetrating', pair: `${globalId('pipe')} ${globalId('wall')}` }]);
  });

  it('follows rules: tests, what is ignored, clearances and severities', async () => {
    put('house.ifc', ifcText([WALL, WINDOW, PIPE, BEAM, NEAR]));
    const rules = {
      format: 'collidescope-rules',
      version: 1,
      sets: { services: { class: ['IfcPipe*', 'IfcDuct*'] } },
      ignore: [{ host: true }],
      tests: [
        {
          name: 'services and structure',
          a: 'services',
          b: { class: 'IfcBeam' },
          tolerance: '1mm',
          severity: 'critical',
        },
        { name: 'services', a: 'services', b: 'services', clearance: '50mm', severity: 'minor' },
        { name: 'doors', a: { class: 'IfcDoor' }, severity: 'info' },
      ],
    };
    put('rules.json', JSON.stringify(rules, null, 2));
    const { code, stdout, stderr } = await cli.run(['clash', 'house.ifc', '--rules', 'rules.json', '--json']);
    expect(code).toBe(1);
    expect(found(stdout).map(({ kind, test }) => [kind, test])).toEqual([
      ['penetrating', 'services and structure'],
      ['near', 'services'],
    ]);
    expect(JSON.parse(stdout).tests).toMatchObject([
      { name: 'services and structure', severity: 'critical', tolerance: 0.001, a: 2, b: 1, clashes: 1 },
      { name: 'services', clearance: 0.05, clashes: 1 },
      { name: 'doors', a: 0, clashes: 0 },
    ]);
    expect(stderr).toContain('"a" of the test "doors" fits no object');
    const mild = { ...rules, tests: rules.tests.map((test) => ({ ...test, severity: 'info' })) };
    put('mild.json', JSON.stringify(mild));
    expect((await cli.run(['clash', 'house.ifc', '--rules', 'mild.json'])).code).toBe(0);
    const starter = await cli.run(['clash', 'house.ifc', '--rules', 'building', '--json']);
    expect(found(starter.stdout).map(({ test }) => test)).toEqual([
      'services against structure',
      'services against walls',
      'everything else',
    ]);
    // The window and its wall.
    expect(JSON.parse(starter.stdout).clashes[2]).toMatchObject({ kind: 'touching' });
    expect(JSON.parse(starter.stdout).coverage).toMatchObject({ uncoveredObjects: [], uncoveredPairs: [] });
    put('wrong.json', JSON.stringify({ ...rules, tests: [{ name: 'x', tolerance: '1 parsec' }] }, null, 2));
    const wrong = await cli.run(['clash', 'house.ifc', '--rules', 'wrong.json']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/bad-rules: rules file "wrong\.json", line \d+: .*parsec/);
  });

  it('brings files of other units and places together, in any order, and tells equal GlobalIds apart', async () => {
    const map = [500_000, 4_000_000, 100, 1, 0] as const;
    const turned = [500_010, 4_000_000, 100, 0, 1] as const;
    put('arch.ifc', ifcText([WALL], { map }));
    // The same pipe, in a file whose origin is 10 m east and whose x axis points north.
    const at = [-1, -(3 - 10) - 0.1, 2].map((value) => 1000 * value) as [number, number, number];
    const pipe: IfcBox = { ...PIPE, id: 'wall', at, size: [3000, 100, 100] };
    const asMap = [1000 * turned[0], 1000 * turned[1], 1000 * turned[2], turned[3], turned[4]] as const;
    put('mep.ifc', ifcText([pipe], { unit: 'MILLIMETRE', map: asMap }));
    const alone = (await cli.run(['clash', 'arch.ifc', 'mep.ifc', '--json'])).stdout;
    const back = (await cli.run(['clash', 'mep.ifc', 'arch.ifc', '--json'])).stdout;
    expect(found(alone)).toMatchObject([
      { kind: 'penetrating', pair: `arch:${globalId('wall')} mep:${globalId('wall')}` },
    ]);
    expect(found(back)).toEqual(found(alone));
    const { depth } = JSON.parse(alone).clashes[0];
    // Half the thickness of the wall: nothing inside is farther from its faces.
    expect(depth.least).toBeCloseTo(0.15, 2);
  });

  it('reads standard input, expands patterns itself, and says when one fits nothing', async () => {
    write(cli.folder, 'a.obj', box('a', [0, 0, 0]));
    write(cli.folder, 'b.obj', box('b', [0.5, 0.5, 0.5]));
    const { code, stdout } = await cli.run(['clash', '[ab].obj', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).objects.map(({ file }: { file: string }) => file)).toEqual(['a.obj', 'b.obj']);
    const none = await cli.run(['clash', '*.stl']);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('no-such-file: file "*.stl": no file fits this pattern');
    const child = spawn(process.execPath, [cli.script, 'info', '-', '--json'], { cwd: cli.folder });
    child.stdin.end(readFileSync(join(cli.folder, 'a.obj')));
    const piped = await outcomeOf(child);
    expect(JSON.parse(piped.stdout).objects).toMatchObject([{ name: 'a', file: '-', format: 'obj', closed: true }]);
  });

  it('welds vertices within a distance', async () => {
    const [a, b, c, d] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const corners = [a, c, b, a, b, d, a, d, c, b, c, d];
    // Each face has its own corners, and rounds them in its own way.
    const vertices = corners.map(([x, y, z], i) => `v ${x + 3e-7 * (Math.floor(i / 3) % 3)} ${y} ${z}`);
    const faces = [1, 4, 7, 10].map((first) => `f ${first} ${first + 1} ${first + 2}`);
    write(cli.folder, 'soup.obj', [...vertices, ...faces, ''].join('\n'));
    const closed = async (words: readonly string[]) =>
      JSON.parse((await cli.run(['info', 'soup.obj', '--json', ...words])).stdout).objects[0].closed;
    expect(await closed([])).toBe(false);
    expect(await closed(['--weld', '1e-6'])).toBe(true);
    const both = await cli.run(['clash', 'soup.obj', '--weld', '1e-6', '--no-weld']);
    expect(both.stderr).toContain('option-conflict');
  });

  it('leaves spaces out unless they are asked for', async () => {
    const room: IfcBox = { id: 'room', name: 'Room', class: 'IFCSPACE', at: [0, 0.3, 0], size: [4, 4, 3] };
    put('room.ifc', ifcText([WALL, room]));
    const classes = async (words: readonly string[]) =>
      JSON.parse((await cli.run(['info', 'room.ifc', '--json', ...words])).stdout).objects.map(
        (object: { class: string }) => object.class,
      );
    expect(await classes([])).toEqual(['IfcWall']);
    expect(await classes(['--with-spaces'])).toEqual(['IfcWall', 'IfcSpace']);
  });

  it('names the one command that adds a missing package', async () => {
    put('house.ifc', ifcText([WALL]));
    const elsewhere = join(cli.folder, 'elsewhere');
    const { build } = await import('esbuild');
    await build({
      entryPoints: [join(import.meta.dirname, '../../src/io/index.ts')],
      outdir: elsewhere,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'neutral',
      packages: 'external',
      logLevel: 'error',
    });
    writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }');
    const script = `const { readFileSync } = await import('node:fs');
      const { readModel } = await import('./index.js');
      for (const [name, text] of [['house.ifc', readFileSync('../house.ifc')], ['a.step', Buffer.from('ISO-10303-21;END-ISO-10303-21;')]])
        await readModel(text, { name }).catch((error) => console.log(error.code, error.message));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: elsewhere });
    const { stdout } = await outcomeOf(child);
    const [ifc, step] = stdout.trim().split('\n');
    expect(ifc).toMatch(/^missing-package .*house\.ifc.*web-ifc.*npm install web-ifc$/);
    expect(step).toMatch(/^missing-package .*a\.step.*npm install occt-import-js$/);
  });
});
