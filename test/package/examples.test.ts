import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';

const folder = join(projectRoot, 'examples');
const OUTPUTS: Record<string, string | RegExp> = {
  'between.mjs': 'object 0 meets object 1 in 9 pairs of triangles\n',
  'cancel.mjs': /^stopped: enough at \d+ %\n$/,
  'clashes.mjs':
    /^plate and peg: penetrating, 0\.500 to 0\.50\d deep, normal 0,0,1\nplate and box: touching, no deeper than its surface, normal 0,0,1\n$/,
  'clearance.mjs': 'object 0 is 0.5 from object 1 at 2,0,0\n',
  'cloth.mjs': /^80 steps, 0 colliding pairs, [1-9]\d* contacts of the cloth with itself\n$/,
  'cull.mjs': [
    'cullide: objects 0,1, 4 triangles, 4 of them in FFV or SFV, 6 passes\n',
    'far: objects 0,1, 5 triangles, 2 of them in FFV or SFV, 6 passes\n',
    'quick passes, conservative coverage: objects 0,1, 5 triangles, 5 of them in FFV or SFV, 8 passes\n',
  ].join(''),
  'frames.mjs': 'contact in frame 19\n',
  'from-file.mjs': 'left meets right\n',
  'impacts.mjs': 'vertex 0 of object 1 meets triangle 0 of object 0\nat 0.375 of the way, at 0,0,0\n',
  'inside.mjs': '1,1,1 is inside\n2,2,2 is outside\n2,2,0 is on the surface\n',
  'volume.mjs': /^overlap of 0\.56\d* ± 0\.0\d+, around 1\.25,1\.00,1\.00\n$/,
  'self.mjs': 'triangle 0 meets triangle 3 from 1,1,0 to 2,2,0\ntriangle 1 meets triangle 3 from 2,2,0 to 4,4,2\n',
  'voxels.mjs': 'some voxels in common, 9 pairs of triangles\n966 of 16 × 16 × 16 voxels, each 0.125 wide\n',
};

describe('an example', () => {
  let packed: PackedPackage;
  let project: string;
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  beforeAll(async () => {
    packed = await packPackage();
    project = packed.createProject(
      'examples',
      Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    );
  });
  afterAll(() => packed.dispose());

  it('is expected for every file, and the other way round', () => {
    expect(names.sort()).toEqual(Object.keys(OUTPUTS).sort());
  });

  it.each(Object.keys(OUTPUTS))('%s prints what it should', (name) => {
    const printed = execFileSync(process.execPath, [join(project, name)], { cwd: project, encoding: 'utf8' });
    expect(printed).toMatch(OUTPUTS[name]);
  });

  it('is listed in the README of the folder', () => {
    const text = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const name of names) expect(text).toContain(`\`${name}\``);
  });
});
