import { describe, expect, it } from 'vitest';
import { wrongImports } from '../../scripts/check-imports.mjs';

describe('import directions', () => {
  it('allow what lies to the left', () => {
    expect(wrongImports('scene.ts', "import { collide } from './queries/collide/wasm.ts';\n")).toEqual([]);
    expect(wrongImports('wasm/runtime.ts', "import {\n  A,\n  B,\n} from '../kernels/layout.ts';\n")).toEqual([]);
    expect(wrongImports('mesh/weld.ts', "import { MeshError } from '../errors.ts';\n")).toEqual([]);
  });

  it.each([
    ['a type', 'mesh/weld.ts', "\nimport type { Scene } from '../scene.ts';\n", 2],
    ['an export', 'image/grid.ts', "export { a } from '../wasm/pool.ts';\n", 1],
    ['several lines', 'io/obj.ts', "import {\n  a,\n} from '../queries/collide/collide.ts';\n", 3],
    ['a dynamic import', 'engine.ts', "\n\nawait import('./cli/main.ts');\n", 3],
    ['kernels other than the layout', 'wasm/pool.ts', "import { walk } from '../kernels/walk.ts';\n", 1],
    ['a folder the table does not know', 'utils/x.ts', '', 1],
  ])('refuse %s to the right, with its line', (_what, file, text, line) => {
    expect(wrongImports(file, text)).toEqual([{ line, message: expect.any(String) }]);
  });

  it('keep Node out of what browsers load, except behind a dynamic import', () => {
    expect(wrongImports('io/obj.ts', "import { readFileSync } from 'node:fs';\n")).toHaveLength(1);
    expect(wrongImports('index.ts', "import 'node:fs';\n")).toHaveLength(1);
    expect(wrongImports('engine.ts', "await import('node:os');\n")).toEqual([]);
    expect(wrongImports('cli/main.ts', "import { argv } from 'node:process';\n")).toEqual([]);
  });

  it('do not look into comments', () => {
    expect(wrongImports('mesh/weld.ts', "/*\nimport '../scene.ts';\n*/\n// import '../scene.ts';\n")).toEqual([]);
  });
});
