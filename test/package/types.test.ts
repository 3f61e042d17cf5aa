/** The declarations of the packed package, for the compiler of this clone. Others: compilers.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { compilePlain, compilePlatform, compileThree, MODULE_KINDS } from '../support/type-programs.ts';

describe('a project that uses the package', () => {
  let packed: PackedPackage;
  beforeAll(async () => {
    packed = await packPackage();
  });
  afterAll(() => packed?.dispose());

  it.each(MODULE_KINDS)('type-checks without the DOM and WebGPU, declarations included (%s)', (kind) => {
    expect(compilePlain(packed, kind)).toBe('');
  });

  it.each(MODULE_KINDS)('has the types of the platform where the project has them (%s)', (kind) => {
    expect(compilePlatform(packed, kind)).toBe('');
  });

  it.each(MODULE_KINDS)('type-checks with three.js (%s)', (kind) => {
    expect(compileThree(packed, kind)).toEqual([]);
  });
});
