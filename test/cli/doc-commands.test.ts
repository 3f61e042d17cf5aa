/** Every command that the documentation shows is run, on small models under the names that it gives them. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { occtFiles } from '../support/cad-package.ts';
import { ifcText } from '../support/ifc-files.ts';
import { asObj, asPlyBinary, asStlBinary } from '../support/mesh-files.ts';
import { tetrahedronPackage } from '../support/three-mf-files.ts';
import { projectRoot, useCommandLine } from './command-line.ts';
import { box, movingTriangles, write } from './files.ts';

/** A closed tetrahedron; `shift` makes one that overlaps the next. */
function tetrahedron(shift: number) {
  const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4].map((value) => value + shift);
  return { positions: Float64Array.from(corners), indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2) };
}

/** Two elements that overlap. */
const building = () =>
  ifcText([
    { id: 'wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 1, 3] },
    { id: 'slab', class: 'IFCSLAB', at: [0, 0, 2], size: [4, 4, 2] },
  ]);

const BASELINE = '{"format":"collidescope-baseline","version":1,"unit":null,"clashes":[]}';
const RULES = '{"format":"collidescope-rules","version":1,"tests":[]}';

/** An arm of two parts, with joints of the file format and as a robot of one box each. */
const ARM = box('base', [0, 0, 0], 1) + box('forearm', [3, 0, 0], 1);
const JOINTS = JSON.stringify({
  joints: [
    {
      name: 'elbow',
      type: 'revolute',
      parent: 'base',
      child: 'forearm',
      axis: [0, 0, 1],
      pivot: [3, 0, 0],
      limits: [-45, 45],
    },
  ],
});
const link = (name: string) =>
  `<link name="${name}"><collision><geometry><box size="1 1 1"/></geometry></collision></link>`;
const URDF =
  `<robot name="arm">${link('base')}${link('forearm')}<joint name="elbow" type="prismatic"><parent link="base"/>` +
  '<child link="forearm"/><origin xyz="3 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="1"/></joint></robot>';
const SRDF = '<robot name="arm"><disable_collisions link1="base" link2="forearm" reason="Adjacent"/></robot>';

/** By the file's ending, and its name where that matters. */
const CONTENT: Readonly<Record<string, (i: number, name: string) => string | Uint8Array>> = {
  stl: (i) => asStlBinary(tetrahedron(i)),
  obj: (i, name) => (name === 'arm.obj' ? ARM : asObj(tetrahedron(i))),
  urdf: () => URDF,
  srdf: () => SRDF,
  ply: (i) => asPlyBinary(tetrahedron(i), true),
  glb: () => movingTriangles(),
  '3mf': () => tetrahedronPackage(),
  xyz: () => '0.5 0.5 0.5\n9 9 9\n',
  txt: () => 'nothing-like-it *\n',
  ifc: building,
  step: () => readFileSync(join(occtFiles, 'cube-10x10mm/Cube 10x10.stp')),
  bcf: () => zipSync({ 'bcf.version': strToU8('<Version VersionId="2.1"/>') }),
  json: (_, name) => (name.includes('rules') ? RULES : name === 'joints.json' ? JOINTS : BASELINE),
};
/** Written by the commands themselves. */
const WRITTEN = /^(--pairs|--out|--survivors|--csv|--report|--bcf)$/;
/** They serve, measure for minutes, ask for help that another test compares, or need a queue, which another test has. */
const LEFT_OUT = /^(studio|mcp|bench|help|work)\b|--queue/;

function commandsOf(path: string): string[] {
  const blocks = readFileSync(join(projectRoot, path), 'utf8').match(/```[^`]*```/g) ?? [];
  const lines = blocks.flatMap((block) => block.split('\n'));
  // What stands in brackets is a form, not a command; what follows several blanks says what it is for.
  const shown = lines.filter((line) => !/[<[—]/.test(line));
  const commands = shown.flatMap((line) => /^\s*collidescope ([a-z]+( \S+)*)(\s{2,}.*)?$/.exec(line)?.[1] ?? []);
  return commands.filter((command) => !LEFT_OUT.test(command));
}

const PAGES = ['README.md', ...readdirSync(join(projectRoot, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);
const COMMANDS = [...new Set(PAGES.flatMap(commandsOf))];

describe('a command in the documentation', () => {
  const cli = useCommandLine();
  // The one folder that commands name.
  beforeAll(() => {
    mkdirSync(join(cli.folder, 'models'));
    write(cli.folder, 'models/part.stl', asStlBinary(tetrahedron(0)));
  });

  function wordsOf(command: string): string[] {
    const words = command.split(' ').flatMap((word) => (word === '*.obj' ? ['one.obj', 'two.obj'] : word));
    for (const [i, word] of words.entries()) {
      const make = CONTENT[/\.(\w+)$/.exec(word)?.[1] ?? ''];
      if (make && !WRITTEN.test(words[i - 1]) && !existsSync(join(cli.folder, word)))
        write(cli.folder, word, make(i, word));
    }
    return words;
  }

  it('is found', () => expect(COMMANDS.length).toBeGreaterThan(20));

  it.each(COMMANDS)('collidescope %s', async (command) => {
    const { code, stderr } = await cli.run(wordsOf(command));
    expect([code, stderr.match(/^error: \w*Error.*/gm)]).toEqual([
      expect.toSatisfy((found) => found === 0 || found === 1),
      null,
    ]);
  });
});
