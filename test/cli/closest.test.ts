/** `closest`: distances in the unit, the axes and under the names that `clash` has. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ifcText } from '../support/ifc-files.ts';
import { modelXml, packModel, TETRAHEDRON } from '../support/three-mf-files.ts';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

/** A tetrahedron of a thousand units, five thousand up. */
const object = `<object id="1" name="pump">${TETRAHEDRON}</object>`;
const build = '<build><item objectid="1" transform="1000 0 0 0 1000 0 0 0 1000 0 0 5000"/></build>';

beforeAll(() => {
  write(cli.folder, 'row.obj', [0, 3, 7].map((x) => box('box', [x, 0, 0])).join(''));
  write(cli.folder, 'one.obj', box('box', [0, 0, 0]));
  write(cli.folder, 'pump.3mf', packModel(modelXml(object, build, 'unit="millimeter"')));
  write(
    cli.folder,
    'house.ifc',
    ifcText([{ id: '0slab', name: 'Slab', class: 'IFCSLAB', at: [0, 0, 0], size: [4, 4, 3] }]),
  );
});

describe('closest', () => {
  it('tells objects of one name apart, the nearest first', async () => {
    const { code, stdout } = await cli.run(['closest', 'row.obj']);
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.match(/are (\S+ \S+) apart/)?.[1])).toEqual(['2 units', '3 units', '6 units']);
    const names = lines.map((line) => line.match(/^(\S+) and (\S+) /)!.slice(1));
    expect(new Set(names.flat()).size).toBe(3);
    const { objects } = JSON.parse((await cli.run(['closest', 'row.obj', '--json'])).stdout);
    expect(objects.map(({ label }: { label: string }) => label).sort()).toEqual(['box#1', 'box#2', 'box#3']);
  });

  it('says how many pairs are not listed, and that one object has no distance', async () => {
    write(cli.folder, 'seven.obj', [0, 2, 4, 6, 8, 10, 12].map((x) => box(`b${x}`, [x, 0, 0])).join(''));
    expect((await cli.run(['closest', 'seven.obj'])).stdout).toContain('\n1 more pair, all with --json');
    const { code, stdout, stderr } = await cli.run(['closest', 'one.obj']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('only one object');
  });

  it('measures files of different units and axes as clash does, in coordinates of the files', async () => {
    const { stdout, stderr } = await cli.run(['closest', 'house.ifc', 'pump.3mf']);
    expect(stderr).toContain('was converted from millimeter to meter');
    expect(stderr).toContain('was turned from z up to y up');
    // The slab is 3 m high, and the pump stands at 5 m.
    expect(stdout).toMatch(/^house.ifc:Slab and pump.3mf.* are 2 m apart, at \S+ \S+ 3 and \S+ \S+ 5\n$/);
  });

  it.each([
    ['volume', '--allow-open'],
    ['voxels', '--rule=paper'],
    ['cull', '--merge'],
  ])('and so does %s', async (verb, option) => {
    write(cli.folder, 'inch.3mf', packModel(modelXml(object, build, 'unit="inch"')));
    const { code, stderr } = await cli.run([verb, 'house.ifc', 'pump.3mf', option]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('was converted from millimeter to meter')]);
    const between = await cli.run([verb, 'inch.3mf', 'pump.3mf', option]);
    expect(between.stderr).toContain('coordinates are not converted. Convert one of the files.');
  });
});
