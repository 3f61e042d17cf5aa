/** Compiles an entry of the kernels with AssemblyScript, and gives the module's bytes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './run.mjs';

const COMMON = [
  '-O3',
  '--noAssert',
  '--enable',
  'simd',
  '--disableWarning',
  '201',
  '--disableWarning',
  '112',
  '--importMemory',
  '--runtime',
  'stub',
  '--initialMemory',
  '45',
];

/**
 * Kernels are plain TypeScript to the formatter and to tsc, for which decorators of functions are errors; so they are
 * written as comments, `// @inline`, and become decorators here.
 */
const withDecorators = (text) => text.replace(/^([ \t]*)\/\/ (@(?:inline|unmanaged|external\(.*\)))$/gm, '$1$2');

/**
 * `entry` is a path from the project's root, `base` where static data begin, `queries` how many of the registry it has. `edit` changes the
 * text of a source, for tests.
 */
export async function compileKernels(entry, { base, queries = 0xffff, flags = [], edit = (text) => text }) {
  const asc = await import('assemblyscript/asc');
  const outputs = new Map();
  const messages = [];
  const note = { write: (text) => messages.push(text) };
  const words = [
    entry,
    '-o',
    'kernels.wasm',
    ...COMMON,
    '--memoryBase',
    `${base}`,
    '--use',
    `QUERIES_BUILT=${queries}`,
  ];
  const { error } = await asc.main([...words, ...flags], {
    stdout: note,
    stderr: note,
    readFile: (file, folder) =>
      readFile(join(folder || root, file), 'utf8').then(
        (text) => withDecorators(edit(text, file)),
        () => null,
      ),
    writeFile: (file, data) => outputs.set(file, data),
    listFiles: () => [],
  });
  if (error) throw new Error(`the kernels do not compile (${entry}):\n${messages.join('')}`);
  return outputs.get('kernels.wasm');
}
