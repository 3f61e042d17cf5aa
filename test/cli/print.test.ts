/** `check --print`: one verdict, and `check` on meshes that are open or misoriented. Thicknesses are known from how meshes are made. */
import { describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { write } from './files.ts';

type Point = readonly [number, number, number];

const FACES = [
  ...[[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]], // biome-ignore format: faces
  ...[[2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]], // biome-ignore format: faces
];

interface Piece {
  readonly points: readonly Point[];
  readonly faces: readonly (readonly number[])[];
}

function brick([x, y, z]: Point, [a, b, c]: Point, isReversed = false): Piece {
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i): Point => [x + (i >> 2) * a, y + ((i >> 1) & 1) * b, z + (i & 1) * c],
  );
  return { points, faces: isReversed ? FACES.map(([p, q, r]) => [p, r, q]) : FACES };
}

/** A hollow box without a top: walls of a thickness around, and a floor. */
function tray(size: number, wall: number, floor: number): Piece {
  const outer = brick([0, 0, 0], [size, size, size]);
  const inner = brick([wall, wall, floor], [size - 2 * wall, size - 2 * wall, size - floor], true);
  // Tops are at odd indices; a rim takes their place.
  const isTop = (face: readonly number[]) => face.every((i) => i % 2 === 1);
  const rim = [[1, 5], [5, 7], [7, 3], [3, 1]].flatMap(([p, q]) => [[p, q, q + 8], [p, q + 8, p + 8]]); // biome-ignore format: faces
  return {
    points: [...outer.points, ...inner.points],
    faces: [
      ...outer.faces.filter((face) => !isTop(face)),
      ...inner.faces.filter((face) => !isTop(face)).map((face) => face.map((i) => i + 8)),
      ...rim,
    ],
  };
}

/** A prism over a triangle with a tip of so many degrees. */
function wedge(degrees: number): Piece {
  const h = Math.tan(((degrees / 2) * Math.PI) / 180) * 10;
  const points: Point[] = [0, 1].flatMap((z): Point[] => [[0, 0, 20 * z], [10, -h, 20 * z], [10, h, 20 * z]]); // biome-ignore format: points
  const faces = [[0, 2, 1], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]]; // biome-ignore format: faces
  return { points, faces };
}

function obj(...pieces: readonly Piece[]): string {
  let first = 1;
  return pieces
    .map(({ points, faces }) => {
      const text = `${points.map((p) => `v ${p.join(' ')}\n`).join('')}${faces.map((f) => `f ${f.map((i) => i + first).join(' ')}\n`).join('')}`;
      first += points.length;
      return text;
    })
    .join('');
}

describe('check --print', () => {
  const cli = useCommandLine();
  const judge = async (mesh: string, ...words: string[]) => {
    write(cli.folder, 'mesh.obj', mesh);
    const { code, stdout } = await cli.run(['check', 'mesh.obj', '--print', ...words, '--json']);
    return { code, ...JSON.parse(stdout).print[0] };
  };

  it.each([
    ['a brick', obj(brick([0, 0, 0], [2, 2, 2])), []],
    ['a brick with a void', obj(brick([0, 0, 0], [9, 9, 9]), brick([3, 3, 3], [2, 2, 2], true)), []],
    ['two bricks apart', obj(brick([0, 0, 0], [2, 2, 2]), brick([5, 0, 0], [2, 2, 2])), []],
    ['a brick inside out', obj(brick([0, 0, 0], [2, 2, 2], true)), ['1 shell inside out']],
    ['a brick in a brick', obj(brick([0, 0, 0], [9, 9, 9]), brick([3, 3, 3], [2, 2, 2])), ['1 shell inside another']],
    [
      'a brick in a void',
      obj(brick([0, 0, 0], [9, 9, 9]), brick([2, 2, 2], [5, 5, 5], true), brick([4, 4, 4], [1, 1, 1])),
      [],
    ],
    ['bricks that cross', obj(brick([0, 0, 0], [2, 2, 2]), brick([1, 1, 1], [2, 2, 2])), ['1 self-intersection']],
    [
      'an open brick',
      obj({ ...brick([0, 0, 0], [2, 2, 2]), faces: FACES.slice(1) }),
      ['open: 3 edges of one triangle'],
    ],
  ])('of %s', async (_name, mesh, faults) => {
    const verdict = await judge(mesh);
    expect(verdict.faults).toEqual(faults);
    expect([verdict.printable, verdict.code]).toEqual(faults.length === 0 ? [true, 0] : [false, 1]);
  });

  it.each([
    [1, 0.8, 0],
    [0.5, 0.8, 0.5],
    [2, 0.25, 0.25],
  ])('measures walls of %f and a floor of %f', async (wall, floor, least) => {
    const { walls } = await judge(obj(tray(10, wall, floor)), '--wall', '0.7');
    expect(walls.least ?? 0).toBeCloseTo(least, 12);
    for (const { thickness, from, to } of walls.places) {
      expect(thickness).toBeCloseTo(Math.hypot(...from.map((value: number, axis: number) => value - to[axis])), 12);
      expect(thickness).toBeLessThan(0.7);
    }
    expect(walls.count === 0).toBe(least === 0);
  });

  it('takes no edge of a brick for thin, nor a gap in air', async () => {
    const pair = obj(brick([0, 0, 0], [2, 2, 2]), brick([2.1, 0, 0], [2, 2, 2]));
    expect((await judge(pair, '--wall', '1')).walls).toMatchObject({ count: 0, least: null });
    expect((await judge(obj(wedge(80)), '--wall', '1')).walls.count).toBe(0);
  });

  it('tells people the verdict and where', async () => {
    write(cli.folder, 'tray.obj', obj(tray(10, 0.5, 2)));
    const { code, stdout } = await cli.run(['check', 'tray.obj', '--print', '--wall', '0.7']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Not printable: tray\.obj \(\d+ walls? thinner than 0\.7, the thinnest 0\.5\)/);
    expect(stdout).toMatch(/^Thin walls\n {2}thickness +object +from +to\n +0\.5 +tray\.obj/m);
    write(cli.folder, 'brick.obj', obj(brick([0, 0, 0], [2, 2, 2])));
    expect((await cli.run(['check', 'brick.obj', '--print'])).stdout).toContain('Printable: brick.obj');
  });

  it.each([
    [['--wall', '1'], 'option-alone'],
    [['--print', '--wall', '0'], 'option-value'],
    [['--print', '--wall', '1mm'], 'unknown-unit'],
    [['--print', '--frames', 'all'], 'option-conflict'],
  ])('refuses %j', async (words, code) => {
    write(cli.folder, 'brick.obj', obj(brick([0, 0, 0], [2, 2, 2])));
    const done = await cli.run(['check', 'brick.obj', ...words]);
    expect([done.code, done.stderr.includes(code)]).toEqual([2, true]);
  });
});

describe('check', () => {
  const cli = useCommandLine();

  it.each([
    [
      'open',
      obj({ ...brick([0, 0, 0], [2, 2, 2]), faces: FACES.slice(1) }),
      'but mesh.obj is open (3 edges of one triangle)',
    ],
    [
      'misoriented',
      obj({ ...brick([0, 0, 0], [2, 2, 2]), faces: [[0, 3, 1], ...FACES.slice(1)] }),
      'mesh.obj is misoriented (3 edges',
    ],
    ['inside out', obj(brick([0, 0, 0], [2, 2, 2], true)), 'but mesh.obj is inside out'],
  ])('does not say of an %s mesh that there are no collisions and nothing else', async (_name, mesh, clause) => {
    write(cli.folder, 'mesh.obj', mesh);
    const { code, stdout } = await cli.run(['check', 'mesh.obj']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`No collisions: 1 object`)]);
    expect(stdout).toContain(clause);
  });
});
