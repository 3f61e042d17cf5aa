import { describe, expect, it } from 'vitest';
import { wrongImports } from '../../scripts/check-imports.mjs';

describe('import directions', () => {
  it('allow what lies to the left', () => {
    expect(wrongImports('src/scene.ts', "import { collide } from './queries/collide/wasm.ts';\n")).toEqual([]);
    expect(
      wrongImports('src/backend/wasm/runtime.ts', "import {\n  A,\n  B,\n} from '../../memory/records.ts';\n"),
    ).toEqual([]);
    expect(wrongImports('src/mesh/weld.ts', "import { MeshError } from '../errors.ts';\n")).toEqual([]);
  });

  it.each([
    ['a type', 'src/mesh/weld.ts', "\nimport type { Scene } from '../scene.ts';\n", 2],
    ['an export', 'src/tile-lists/grid.ts', "export { a } from '../backend/wasm/pool.ts';\n", 1],
    ['several lines', 'src/io/obj/obj.ts', "import {\n  a,\n} from '../../queries/collide/collide.ts';\n", 3],
    ['a dynamic import', 'src/engine.ts', "\n\nawait import('./cli/main.ts');\n", 3],
    [
      'kernels, which are compiled separately',
      'src/queries/collide/wasm.ts',
      "import { a } from './kernels/job.ts';\n",
      1,
    ],
    ['what is not a kernel, from one', 'src/exact/kernels/a.ts', "import { a } from '../whole-signs';\n", 1],
    ['the command line, from the studio', 'studio/src/app.ts', "import { a } from '../../src/cli/help.ts';\n", 1],
    [
      'the inside of the library, from the studio',
      'studio/src/app.ts',
      "import { a } from '../../src/queries/a.ts';\n",
      1,
    ],
    [
      'benchmarks, from the command line',
      'src/cli/verbs/bench.ts',
      "import { a } from '../../../bench/papers/verb.ts';\n",
      1,
    ],
    ['tests, from benchmarks', 'bench/inside.ts', "import { a } from '../test/support/random.ts';\n", 1],
    ['the engine, from the oracle', 'oracle/within.ts', "import { a } from '../src/queries/within/wasm.ts';\n", 1],
    ['a folder the table does not know', 'tools/x.ts', '', 1],
  ])('refuse %s to the right, with its line', (_what, file, text, line) => {
    expect(wrongImports(file, text)).toEqual([{ line, message: expect.any(String) }]);
  });

  it('keep Node out of what browsers load, except behind a dynamic import', () => {
    expect(wrongImports('src/io/obj/obj.ts', "import { readFileSync } from 'node:fs';\n")).toHaveLength(1);
    expect(wrongImports('src/index.ts', "import 'node:fs';\n")).toHaveLength(1);
    expect(wrongImports('src/engine.ts', "await import('node:os');\n")).toEqual([]);
    expect(wrongImports('src/cli/main.ts', "import { argv } from 'node:process';\n")).toEqual([]);
  });

  it('do not look into comments', () => {
    expect(wrongImports('src/mesh/weld.ts', "/*\nimport '../scene.ts';\n*/\n// import '../scene.ts';\n")).toEqual([]);
  });
});
