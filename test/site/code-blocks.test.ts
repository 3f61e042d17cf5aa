/** Every program on the site's own pages and in the README is run, with the packed package, beside small files of the names it uses. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';

const tetrahedron = (name: string, shift: number, first: number) => {
  const corners = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]]; // biome-ignore format: one line
  const vertices = corners.map((xyz) => `v ${xyz.map((value) => value + shift).join(' ')}\n`).join('');
  const faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]; // biome-ignore format: one line
  return `o ${name}\n${vertices}${faces.map((face) => `f ${face.map((vertex) => vertex + first).join(' ')}\n`).join('')}`;
};
const STL =
  'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n';
const FILES = { 'assembly.obj': tetrahedron('bolt', 0, 1) + tetrahedron('plate', 1, 5), 'part.stl': STL };

/** What each page's programs print, in order. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/^1 pair\n$/, /^bolt and plate: penetrating\n$/, /^collides: true\n$/],
  'site/getting-started.md': [
    /^1 pair: object 0, triangle 0\nmeets object 1, triangle 0\n$/,
    /^bolt and plate: penetrating\n$/,
    /^collides: true\n$/,
  ],
  'site/how-to/clearance.md': [/^bolt and plate: 0\n$/],
  'site/how-to/cloth.md': [/^60 steps, [1-9]\d* contacts, lowest point -?\d\.\d\d\n$/],
  'site/how-to/stl.md': [/^0 self-intersections, 0 triangles without area\nnot closed\n$/],
};

const programsOf = (page: string) =>
  [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code);

describe('a program in the documentation', { timeout: 60_000 }, () => {
  let packed: PackedPackage;
  let project: string;
  beforeAll(() => {
    packed = packPackage();
    project = packed.createProject('documentation', FILES);
  });
  afterAll(() => packed?.dispose());

  it('is expected for every page that has one', () => {
    const pages = readdirSync(join(projectRoot, 'site'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `site/${file.replaceAll('\\', '/')}`);
    const found = ['README.md', ...pages].filter((page) => programsOf(page).length > 0);
    expect(found.sort()).toEqual(Object.keys(PRINTED).sort());
    for (const page of found) expect(programsOf(page), page).toHaveLength(PRINTED[page].length);
  });

  const cases = Object.entries(PRINTED).flatMap(([page, all]) =>
    all.map((expected, i) => [page, i, expected] as const),
  );
  it.each(cases)('%s, number %i, prints what it should', (page, i, expected) => {
    const program = join(project, `${page.replace(/\W/g, '-')}-${i}.mjs`);
    writeFileSync(program, programsOf(page)[i]);
    expect(execFileSync(process.execPath, [program], { cwd: project, encoding: 'utf8' })).toMatch(expected);
  });
});
