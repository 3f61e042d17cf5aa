/** What other programs read: JSON against its published schema, JUnit XML against the rules of its own, by other people's validators. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { occtFiles } from '../support/cad-package.ts';
import { ifcText } from '../support/ifc-files.ts';
import { asObj, pin, sleeve } from '../support/turned-shapes.ts';
import { projectRoot, useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

/** What a validator that is none of ours says; empty for nothing. COLLIDESCOPE_JUNIT_XSD is another schema to hold it against. */
function faultsOf(path: string): string {
  const schema = process.env.COLLIDESCOPE_JUNIT_XSD ?? join(projectRoot, 'test/support/junit-xml.xsd');
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, path], { encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

describe('what is handed over', () => {
  const cli = useCommandLine();
  const schema = JSON.parse(readFileSync(join(projectRoot, 'docs/report.schema.json'), 'utf8'));
  const validate = new Ajv2020({ allErrors: true }).compile(schema);
  const file = (name: string) => readFileSync(join(cli.folder, name), 'utf8');

  beforeAll(() => {
    write(
      cli.folder,
      'boxes.obj',
      `${box('a', [0, 0, 0])}${box('b', [0.5, 0, 0])}${box('c', [1.5, 0, 0])}${box('d', [9, 0, 0])}`,
    );
    const house = ifcText([
      { id: '0wall', name: 'Wall <&"1">', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3] },
      { id: '0pipe', name: 'Pipe', class: 'IFCPIPESEGMENT', at: [1, -1, 1], size: [0.1, 3, 0.1], system: 'Water' },
      { id: '0lamp', name: 'Lamp', class: 'IFCLIGHTFIXTURE', at: [2, 0.2, 1], size: [0.2, 0.2, 0.2] },
      { id: '0slab', name: 'Slab', class: 'IFCSLAB', at: [0, 0, 3], size: [4, 4, 0.2] },
    ]);
    writeFileSync(join(cli.folder, 'house.ifc'), house);
    const fits = [asObj('hub', sleeve(10, 20, 0, 10, 64, 0.02)), asObj('shaft', pin(10.01, -5, 20, 64))];
    write(cli.folder, 'fits.obj', fits.join(''));
  });

  it.each([
    ['check boxes.obj'],
    ['check boxes.obj --parts'],
    ['clash boxes.obj'],
    ['clash boxes.obj --self --clearance 0.5'],
    ['clash boxes.obj --baseline b.json --update-baseline'],
    ['clash boxes.obj missing.obj'],
    ['clash house.ifc'],
    ['clash house.ifc --rules building --baseline h.json --update-baseline'],
    ['clash house.ifc house.ifc'],
    ['clash fits.obj --unit mm'],
    ['clash fits.obj --unit mm --rules mechanical --volume'],
    [`clash ${join(occtFiles, 'cax-if/dm1-oc-214.stp')} --assemblies`],
    [`check ${join(occtFiles, 'cube-units/cube-in.step')} --print`],
  ])('%s --json is valid against the schema', async (words) => {
    const { stdout } = await cli.run([...words.split(' '), '--json']);
    const isValid = validate(JSON.parse(stdout));
    expect([isValid, validate.errors ?? []]).toEqual([true, []]);
  });

  it('is not valid with a field that the schema does not know, or without one that it asks for', async () => {
    const { stdout } = await cli.run(['clash', 'boxes.obj', '--json']);
    expect(validate({ ...JSON.parse(stdout), colour: 'red' })).toBe(false);
    const { schema: _, ...without } = JSON.parse(stdout);
    expect(validate(without)).toBe(false);
  });

  it('has a JUnit case for each clash, failed where the run fails by it', async () => {
    const { code } = await cli.run(['clash', 'house.ifc', '--rules', 'building', '--junit', 'out.xml']);
    expect([code, XMLValidator.validate(file('out.xml'))]).toEqual([1, true]);
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => /^test(suite|case)$/.test(name),
    });
    const { testsuites } = parser.parse(file('out.xml'));
    const suites = testsuites.testsuite as Record<string, unknown>[];
    const cases = suites.flatMap(({ testcase }) => testcase as Record<string, { message?: string; type?: string }>[]);
    expect(suites.map(({ name }) => name)).toContain('services against walls');
    for (const { testcase, tests } of suites) expect(Number(tests)).toBe((testcase as unknown[]).length);
    expect(Number(testsuites.tests)).toBe(cases.length);
    const failed = cases.filter(({ failure }) => failure !== undefined);
    expect(Number(testsuites.failures)).toBe(failed.length);
    expect(failed.map(({ failure }) => failure.type)).toEqual(['penetrating']);
    expect(failed[0].failure.message).toContain('Wall <&"1"> (IfcWall');
    expect(cases.filter(({ skipped }) => skipped).map(({ skipped }) => skipped)).toEqual([
      'by design: set into a wall',
    ]);
    expect(suites.reduce((sum, { skipped }) => sum + Number(skipped), 0)).toBe(1);
  });

  it('has a JUnit suite with a case that passes where nothing was found, and an error for a file that cannot be read', async () => {
    write(cli.folder, 'one.obj', `${box('a', [0, 0, 0])}${box('d', [9, 0, 0])}`);
    await cli.run(['clash', 'one.obj', 'missing.obj', '--junit', 'none.xml']);
    expect(file('none.xml')).toContain('<testcase name="no clashes" classname="collidescope.clashes" time="0"/>');
    expect(file('none.xml')).toMatch(/errors="1".*<error message="[^"]+" type="[a-z-]+"\/>/s);
  });

  it('has a failed JUnit case for each object that meets itself, where --self fails the run by it', async () => {
    write(cli.folder, 'folded.obj', 'o f\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n');
    expect((await cli.run(['clash', 'folded.obj', '--self', '--junit', 'self.xml'])).code).toBe(1);
    expect(file('self.xml')).toContain('<testcase name="f" classname="collidescope.self" time="0">');
    expect(file('self.xml')).toContain('<failure message="1 triangle pair within f" type="self"/>');
    expect(file('self.xml')).toContain('tests="2" failures="1"');
    expect(hasXmllint ? faultsOf(join(cli.folder, 'self.xml')) : '').toBe('');
    expect((await cli.run(['clash', 'folded.obj', '--junit', 'without.xml'])).code).toBe(0);
    expect(file('without.xml')).toContain('tests="1" failures="0"');
  });

  it('says which contacts fail where --fail-on counts those that only touch', async () => {
    write(cli.folder, 'touching.obj', `${box('a', [0, 0, 0])}${box('b', [1, 0, 0])}`);
    const failing = await cli.run(['clash', 'touching.obj', '--fail-on', 'touching']);
    expect(failing.code).toBe(1);
    expect(failing.stdout).toContain('No clashes, but 1 contact that only touches, which --fail-on counts: 2 objects');
    const { code, stdout } = await cli.run(['clash', 'touching.obj']);
    expect([code, stdout.includes('No clashes: 2 objects')]).toEqual([0, true]);
  });

  it.skipIf(!hasXmllint)(
    'has JUnit XML that xmllint finds valid against the schema, and not with a field too many',
    async () => {
      await cli.run(['clash', 'house.ifc', '--rules', 'building', '--junit', 'valid.xml']);
      await cli.run(['clash', 'boxes.obj', 'missing.obj', '--junit', 'unread.xml']);
      await cli.run(['clash', 'boxes.obj', '--touching', '--junit', 'plain.xml']);
      const found = ['valid.xml', 'unread.xml', 'plain.xml'].map((name) => faultsOf(join(cli.folder, name)));
      expect(found).toEqual(['', '', '']);
      write(cli.folder, 'wrong.xml', file('valid.xml').replace('<skipped>', '<skipped message="why">'));
      expect(faultsOf(join(cli.folder, 'wrong.xml'))).toContain("attribute 'message'");
    },
  );
});
