/** The GitHub Action: its script run as the step runs it, on the command line of this clone. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANNOTATIONS_MAX, annotations, findingsOf, ROWS_MAX, summary } from '../../action/findings.mjs';
import { packagesToInstall } from '../../action/install.mjs';
import { projectRoot, useCommandLine } from '../cli/command-line.ts';
import { box, write } from '../cli/files.ts';
import { occtFiles } from '../support/cad-package.ts';
import { ifcText } from '../support/ifc-files.ts';
import { asObj } from '../support/mesh-files.ts';

function tetrahedron(shift: number) {
  const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4].map((value) => value + shift);
  return { positions: Float64Array.from(corners), indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2) };
}

interface Step {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

describe('the step of the action', () => {
  const cli = useCommandLine();
  let count = 0;

  function step(files: readonly string[], inputs: Readonly<Record<string, string>> = {}): Step {
    const at = (name: string) => join(cli.folder, `${count}-${name}`);
    count++;
    const [summaryFile, outputFile] = [at('summary.md'), at('output.txt')];
    for (const file of [summaryFile, outputFile]) writeFileSync(file, '');
    const env = { ...process.env, GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile, ...inputs };
    const words = [join(projectRoot, 'action/run.mjs'), cli.script, ...files];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: cli.folder, encoding: 'utf8', env });
    const outputs = readFileSync(outputFile, 'utf8').split('\n').filter(Boolean);
    return {
      code: status,
      lines: stdout.split('\n').filter(Boolean),
      summary: readFileSync(summaryFile, 'utf8'),
      outputs: Object.fromEntries(outputs.map((line) => line.split('=') as [string, string])),
    };
  }

  it('fails on a clash, with an annotation at the file, a row in the summary, and the report', () => {
    write(cli.folder, 'a.obj', asObj(tetrahedron(0)));
    write(cli.folder, 'b.obj', asObj(tetrahedron(1)));
    const report = join(cli.folder, 'report');
    const { code, lines, summary: text, outputs } = step(['a.obj', 'b.obj'], { COLLIDESCOPE_REPORT: report });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^::error file=a\.obj,title=penetrating \w+::a.*0\.577 deep at 1 1 2$/),
    ]);
    expect(text).toContain('❌ collidescope clash');
    expect(text).toMatch(/^\| \w{7} \| {2}\| penetrating \| .*\| 0\.577 deep \| 1 1 2 \|$/m);
    expect(outputs).toEqual({ failed: 'true', count: '1', new: '1' });
    expect(JSON.parse(readFileSync(join(report, 'collidescope.json'), 'utf8'))).toMatchObject({ command: 'clash' });
  });

  it('passes with a warning when the baseline has the clash', async () => {
    await cli.run(['clash', 'a.obj', 'b.obj', '--baseline', 'known.json', '--update-baseline']);
    const { code, lines, outputs } = step(['a.obj', 'b.obj'], { COLLIDESCOPE_BASELINE: 'known.json' });
    expect(code).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/^::warning file=a\.obj/)]);
    expect(outputs).toEqual({ failed: 'false', count: '1', new: '0' });
  });

  it('takes further options, one word per line', () => {
    const { code } = step(['a.obj', 'b.obj'], { COLLIDESCOPE_ARGUMENTS: '--fail-on\nnone\n' });
    expect(code).toBe(0);
  });

  it('fails on a motion that jams, and passes one that is proven free', () => {
    write(cli.folder, 'cubes.obj', box('cube', [0, 0, 0], 1) + box('wall', [5, 0, 0], 1));
    const slide = { name: 'slide', type: 'prismatic', parent: 'wall', child: 'cube', axis: [1, 0, 0] };
    const inputs = { COLLIDESCOPE_COMMAND: 'motion', COLLIDESCOPE_ARGUMENTS: '--joints\njoints.json' };
    write(cli.folder, 'joints.json', JSON.stringify({ joints: [{ ...slide, limits: [0, 4.5] }] }));
    const jam = step(['cubes.obj'], inputs);
    expect(jam.code).toBe(1);
    expect(jam.lines).toEqual([
      expect.stringMatching(/^::error file=cubes\.obj,title=slide::slide: cube and wall meet from 4 on/),
    ]);
    expect(jam.summary).toMatch(/^\| slide \| cube \| wall \| meet from 4 on/m);
    expect(jam.outputs).toEqual({ failed: 'true', count: '1', new: '1' });
    write(cli.folder, 'joints.json', JSON.stringify({ joints: [{ ...slide, limits: [0, 3.5] }] }));
    const free = step(['cubes.obj'], inputs);
    expect(free).toMatchObject({ code: 0, lines: [], outputs: { failed: 'false', count: '0' } });
  });

  it('finds self-intersections with check', () => {
    const { positions, indices } = tetrahedron(0);
    const twice = { positions, indices: Uint32Array.of(...indices, 0, 1, 2) };
    write(cli.folder, 'self.obj', asObj(twice));
    const { code, lines, summary: text } = step(['self.obj'], { COLLIDESCOPE_COMMAND: 'check' });
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^::error file=self\.obj,title=self-intersection::self\.obj intersects itself/);
    expect(text).toContain('❌ collidescope check');
  });

  it.each([
    ['no files', [], {}],
    ['an unknown command', ['a.obj'], { COLLIDESCOPE_COMMAND: 'studio' }],
    ['a baseline of check', ['a.obj'], { COLLIDESCOPE_COMMAND: 'check', COLLIDESCOPE_BASELINE: 'known.json' }],
  ])('refuses %s', (_what, files, inputs) => {
    const { code, lines } = step(files, inputs);
    expect([code, lines]).toEqual([2, [expect.stringMatching(/^::error::/)]]);
  });

  it('ends with 2 when no file can be read, and counts nothing', () => {
    const { code, lines, summary: text, outputs } = step(['none.obj']);
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringMatching(/^::error::.*none\.obj/)]);
    expect(text).toContain('Not finished.');
    expect(text).not.toMatch(/0 clashes|0 new/);
    expect(outputs).toEqual({ failed: 'true', count: '', new: '' });
  });

  it('says which of several files could not be read', () => {
    const { code, lines, summary: text, outputs } = step(['a.obj', 'b.obj', 'none.obj']);
    expect(code).toBe(2);
    expect(lines.some((line) => /^::error file=none\.obj::/.test(line))).toBe(true);
    expect(text).toMatch(/1 clash, 1 new in the files that could be read/);
    expect(text).toContain('Not read: none.obj');
    expect(outputs).toEqual({ failed: 'true', count: '', new: '' });
  });

  it('takes a file whose name looks like an option for a file', () => {
    write(cli.folder, '--csv=x.obj', asObj(tetrahedron(0)));
    write(cli.folder, '-', asObj(tetrahedron(1)));
    const { code, outputs } = step(['--csv=x.obj', '-', 'b.obj'], { COLLIDESCOPE_ARGUMENTS: '--format\nobj' });
    expect(code).toBe(1);
    expect(Number(outputs.count)).toBeGreaterThan(1);
    expect(existsSync(join(cli.folder, 'x.obj'))).toBe(false);
  });

  it('reads IFC and STEP, with the packages that it installs', () => {
    write(
      cli.folder,
      'wall.ifc',
      ifcText([{ id: 'w', name: 'W', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3] }]),
    );
    write(cli.folder, 'cube.step', readFileSync(join(occtFiles, 'cube-units/cube-mm.step')));
    expect(step(['wall.ifc', 'cube.step']).code).toBeLessThan(2);
    const [own, ...readers] = packagesToInstall();
    expect(own).toBe(`collidescope@${JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version}`);
    expect(readers.map((name) => name.replace(/@\d+\.\d+\.\d+$/, ''))).toEqual(['web-ifc', 'occt-import-js']);
    expect(packagesToInstall('file:x.tgz')[0]).toBe('collidescope@file:x.tgz');
  });
});

describe('what the action says', () => {
  const label = 'pipe|a\n::error::x <b>, 100%\x1b[31m\u202edrow\u{e0041}';
  const object = { file: 'p,q:r.obj', label };
  const clash = { id: 'abcdefg', kind: 'penetrating', a: 0, b: 0, depth: { least: 0.5 }, point: [1, 2, 3] };
  const document = (clashes: number) => ({ command: 'clash', objects: [object], clashes: Array(clashes).fill(clash) });

  it('escapes names for workflow commands and for Markdown', () => {
    const findings = findingsOf(document(1));
    expect(annotations(findings, 1)).toEqual([
      `::error file=p%2Cq%3Ar.obj,title=penetrating abcdefg::${[label, label].map((text) => text.replace('%', '%25').replace(/[\p{Cc}\p{Cf}]/gu, '�')).join(' and ')}: penetrating, 0.5 deep at 1 2 3`,
    ]);
    const row = summary(document(1), findings, true)
      .split('\n')
      .find((line) => line.includes('abcdefg'))!;
    expect(row.split(/(?<!\\)\|/)).toHaveLength(9);
    expect(row).not.toContain('<b>');
    expect(row).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('tells no depth of what only touches', () => {
    const touching = { ...document(1), clashes: [{ ...clash, kind: 'touching', undecided: true }] };
    expect(annotations(findingsOf(touching), 0)[0]).not.toContain('deep');
  });

  it('counts what is by design or only touches, and lists neither', () => {
    const apart = [
      { ...clash, kind: 'touching' },
      { ...clash, byDesign: 'set into a wall' },
    ];
    const found = { ...document(1), clashes: [clash, ...apart] };
    expect(findingsOf(found)).toHaveLength(1);
    expect(summary(found, findingsOf(found), true)).toContain('1 clash, 1 new; 1 by design, 1 only touch');
  });

  it('says severity, class, storey and unit, and counts what is for information apart', () => {
    const beam = { file: 'a.ifc', label: 'W410', class: 'IfcBeam', storey: 'Level 2' };
    const clashes = [
      { ...clash, severity: 'critical' },
      { ...clash, severity: 'info' },
    ];
    const found = { command: 'clash', unit: 'meter', objects: [beam], clashes };
    const findings = findingsOf(found);
    expect(annotations(findings, 1)[0]).toBe(
      '::error file=a.ifc,title=critical%3A penetrating abcdefg::W410 (IfcBeam, Level 2) and W410 (IfcBeam, Level 2): penetrating, 0.5 m deep at 1 2 3',
    );
    const text = summary(found, findings, true);
    expect(text).toContain('2 clashes, 1 new; 1 for information');
    expect(text).toContain('| abcdefg | critical | penetrating | W410 (IfcBeam, Level 2) |');
  });

  it('is capped, and states the remainder', () => {
    const findings = findingsOf(document(ROWS_MAX + 7));
    const lines = annotations(findings, 1);
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(ANNOTATIONS_MAX);
    expect(lines.at(-1)).toContain(`${ROWS_MAX + 7 - ANNOTATIONS_MAX} more errors`);
    expect(summary(document(ROWS_MAX + 7), findings, true)).toContain('7 more are in the report.');
  });

  it('tells when only a known clash got worse, or when a file could not be read', () => {
    const deeper = { clashes: [{ status: 'known', deeper: 0.5 }], tolerance: { value: 0.1 } };
    expect(annotations([], 1, deeper)).toEqual([expect.stringContaining('got worse')]);
    const resolved = { clashes: [{ status: 'known', decision: { state: 'resolved' } }] };
    expect(annotations([], 1, resolved)).toEqual([expect.stringContaining('called resolved')]);
    // `--fail-on touching` and `--self` fail without a clash that is listed.
    const touching = { clashes: [{ kind: 'touching', deeper: 0.05 }], tolerance: { value: 0.1 } };
    expect(annotations([], 1, touching)).toEqual([expect.stringContaining('contacts that only touch')]);
    expect(annotations([], 2)).toEqual([expect.stringContaining('could not be read')]);
  });
});

describe('action.yml', () => {
  const text = readFileSync(join(projectRoot, 'action.yml'), 'utf8');

  it('uses every input, and only in places where it is no text of a command', () => {
    const inputs = text.slice(text.indexOf('inputs:'), text.indexOf('outputs:')).match(/^ {2}(\w+):/gm)!;
    for (const input of inputs) expect(text).toContain(`inputs.${input.trim().slice(0, -1)}`);
    const commands = text.match(/run: (?:\|\n(?: {8}.*\n)+|.*)/g)!;
    expect(commands.length).toBeGreaterThan(1);
    for (const command of commands) expect(command).not.toContain('${{');
  });

  it('pins what it uses', () => {
    for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[0-9a-f]{40}$/);
    expect(text).not.toContain('latest');
  });

  it('names outputs that the script writes, and a script that is there', () => {
    for (const name of ['failed', 'count', 'new']) expect(text).toContain(`steps.run.outputs.${name}`);
    expect(existsSync(join(projectRoot, 'action/run.mjs'))).toBe(true);
  });
});
