/**
 * The packed package under every TypeScript from 5.4 on, and what `@arethetypeswrong/cli` says of it. Both are fetched into
 * a temporary folder, so this runs with COLLIDESCOPE_SLOW=1 only.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { isLong } from '../support/thoroughness.ts';
import { compilePlain, compilePlatform, compileThree, MODULE_KINDS } from '../support/type-programs.ts';

const VERSIONS = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];
const CASES = VERSIONS.flatMap((version) => MODULE_KINDS.map((kind) => [version, kind] as const));
/**
 * The checker's rules for packages that hold ES modules only: the resolution of TypeScript before 4.7 knows no `exports`,
 * and `require` of an ES module, which Node allows from 20.19 on, counts as an error there.
 */
const PROFILE = ['--profile', 'esm-only'];

const describeSlow = isLong ? describe : describe.skip;
const minutes = (count: number) => count * 60_000;

describeSlow('the packed package (COLLIDESCOPE_SLOW=1)', () => {
  let packed: PackedPackage;
  let tools: string;
  beforeAll(async () => {
    packed = await packPackage();
    tools = mkdtempSync(join(tmpdir(), 'collidescope-compilers-'));
    writeFileSync(join(tools, 'package.json'), '{ "private": true }');
    const compilers = VERSIONS.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quiet, ...compilers, '@arethetypeswrong/cli@^0.18.5'], { cwd: tools });
  }, minutes(5));
  afterAll(() => {
    packed?.dispose();
    if (tools) rmSync(tools, { recursive: true });
  });

  it.each(CASES)('compiles under TypeScript %s (%s)', (version, kind) => {
    const tsc = join(tools, `node_modules/typescript-${version}/bin/tsc`);
    expect(compilePlain(packed, kind, tsc)).toBe('');
    expect(compileThree(packed, kind, tsc)).toEqual([]);
    // WebGPU is in the DOM library from TypeScript 6 on.
    if (Number.parseFloat(version) >= 6) expect(compilePlatform(packed, kind, tsc)).toBe('');
  });

  it('has the right types for every kind of resolution', () => {
    const attw = join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const arguments_ = [attw, packed.archive, ...PROFILE, '--no-emoji', '--format', 'ascii'];
    const { stdout, status } = spawnSync(process.execPath, arguments_, { cwd: tools, encoding: 'utf8' });
    expect(status, stdout).toBe(0);
    const verdicts = [...stdout.matchAll(/^(?:node16 \(from ESM\)|bundler): (\w+)/gm)].map(([, verdict]) => verdict);
    expect(verdicts, 'two kinds of resolution for each of three entries').toEqual(Array(6).fill('OK'));
  });
});
