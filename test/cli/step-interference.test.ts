/** Interferences of STEP parts: found however large the parts are, and parts that only touch stay so. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { occtFiles } from '../support/cad-package.ts';
import { useCommandLine } from './command-line.ts';

describe('interferences of STEP parts', () => {
  const cli = useCommandLine();
  const clash = async (...words: string[]) => {
    const { code, stdout } = await cli.run(['clash', ...words, '--json']);
    return { code, ...JSON.parse(stdout) };
  };
  const kinds = ({ clashes }: { clashes: { kind: string }[] }) => [...new Set(clashes.map(({ kind }) => kind))];

  it('between planes of cubes of a metre are found down to hundredths of a millimetre', async () => {
    const cube = readFileSync(join(occtFiles, 'cube-units/cube-mm.step'), 'utf8');
    writeFileSync(join(cli.folder, 'cube.step'), cube);
    const point = /CARTESIAN_POINT\('',\(([^,()]+),([^,()]+),([^,()]+)\)\)/g;
    const xs = [...cube.matchAll(point)].map(([, x]) => Number(x));
    const side = Math.max(...xs) - Math.min(...xs);
    for (const [overlap, expected] of [
      [2, 'penetrating'],
      [0.02, 'penetrating'],
      [0, 'touching'],
    ] as const) {
      const moved = cube.replace(
        point,
        (_, x, y, z) => `CARTESIAN_POINT('',(${(Number(x) + side - overlap).toFixed(6)},${y},${z}))`,
      );
      writeFileSync(join(cli.folder, 'moved.step'), moved);
      const answer = await clash('cube.step', 'moved.step');
      expect([overlap, kinds(answer), answer.code]).toEqual([overlap, [expected], expected === 'touching' ? 0 : 1]);
      expect(answer.couldHide).toBeLessThanOrEqual(0.002);
    }
  });

  it('are none between bolts and nuts of equal radius, and the run says what could be hidden', async () => {
    const file = join(occtFiles, 'cax-if/dm1-oc-214.stp');
    const answer = await clash(file);
    expect([kinds(answer), answer.code]).toEqual([['touching'], 0]);
    expect(answer.couldHide).toBeCloseTo(0.002, 6);
    // Asked for, a deflection is used as it is.
    const coarse = await clash(file, '--deflection', '0.05mm', '--clearance', '1mm');
    expect([kinds(coarse), coarse.couldHide]).toEqual([['touching'], 0.1]);
    const { stdout } = await cli.run(['clash', file, '--deflection', '0.05mm', '--clearance', '1mm']);
    expect(stdout).toContain('Distances are those of triangles, up to 0.1 mm off those of curved surfaces');
    expect(stdout).toContain('curved surfaces: they could hide interferences up to 0.1 mm');
  });

  it('are looked for without finer triangles in tiles and plans, which say so', async () => {
    const file = join(occtFiles, 'cax-if/dm1-oc-214.stp');
    const tiled = await clash(file, '--tiles', '2');
    const coarse = Math.max(...tiled.objects.map(({ deflection }: { deflection: number }) => deflection));
    expect([tiled.couldHide, tiled.unrefined]).toEqual([2 * coarse, true]);
    const sentence = `Triangles stand for curved surfaces, and were not made finer where parts are near: they could hide interferences up to ${2 * coarse} mm`;
    await cli.run(['plan', 'clash', file, '--out', 'plan.jsonl']);
    expect((await cli.run(['batch', 'plan.jsonl'])).stdout).toContain(sentence);
    // With a deflection that was asked for, tiles change nothing.
    const chosen = [file, '--deflection', '0.05mm'];
    const [whole, cut] = [await clash(...chosen), await clash(...chosen, '--tiles', '2')];
    for (const { couldHide, unrefined } of [whole, cut]) expect([couldHide, unrefined]).toEqual([0.1, undefined]);
    expect(cut.clashes).toEqual(whole.clashes);
  });

  it('of heads of bolts that are flush but for the last bit, in thousands of slivers, are told', async () => {
    const { code, clashes } = await clash(join(occtFiles, 'cax-if/as1-oc-214.stp'));
    expect(code).toBe(0);
    expect(clashes).toHaveLength(32);
    for (const { kind, undecided } of clashes) expect([kind, undecided]).toEqual(['touching', undefined]);
  });
});
