/**
 * Checks that imports go one way, in the whole repository. A file belongs to the row with the longest matching path; it
 * may import files of its own row, of the rows listed there, and those of EVERYWHERE.
 *
 * Also: only the paths in NODE may import `node:` modules statically, so that everything else loads in browsers.
 * Kernels (AssemblyScript, every folder called `kernels`) are compiled separately: they import only kernels and
 * constants, and nothing else imports them.
 * Exits with 1 and a list of `file:line: import; rule` when something is wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';

const FOUNDATION = ['src/memory', 'src/exact', 'src/mesh'];
const TILE_LISTS = [...FOUNDATION, 'src/tile-lists'];
const BACKEND = [...TILE_LISTS, 'src/backend'];
const QUERIES = [...BACKEND, 'src/queries'];
/** What users of the package see. */
const PUBLISHED = ['src/index.ts', 'src/io/index.ts', 'src/papers/index.ts', 'src/three/index.ts'];
/** What the command line and its reports see: whole folders, so that help texts load no engine. */
const LIBRARY = ['src/index.ts', 'src/engine.ts', 'src/scene.ts', 'src/io', 'src/mesh', 'src/papers', 'src/queries'];
const FOLDERS = ['src', 'oracle', 'scenes', 'bench', 'studio', 'scripts', 'action', 'examples', 'test'];

/** What every file may import: errors, and the types of the platform. */
const EVERYWHERE = ['src/errors.ts', 'src/error-codes.ts', 'src/platform.ts'];

const ROWS = {
  'src/error-codes.ts': [],
  'src/errors.ts': [],
  'src/platform.ts': [],
  'src/memory': [],
  'src/exact': ['src/memory'],
  'src/mesh': ['src/memory', 'src/exact'],
  'src/io': FOUNDATION,
  'src/tile-lists': FOUNDATION,
  'src/backend': TILE_LISTS,
  'src/queries': BACKEND,
  'src/scene.ts': QUERIES,
  'src/scene-objects.ts': [...QUERIES, 'src/scene.ts'],
  'src/engine-scene.ts': [...QUERIES, 'src/scene.ts', 'src/scene-objects.ts'],
  'src/engine.ts': [...QUERIES, 'src/scene.ts', 'src/engine-scene.ts'],
  'src/index.ts': [...QUERIES, 'src/scene.ts', 'src/engine.ts'],
  'src/papers': [...QUERIES, 'src/scene.ts', 'src/scene-objects.ts'],
  'src/three': ['src/index.ts', 'src/mesh', 'src/queries'],
  'src/report': [...LIBRARY, 'package.json'],
  'src/shards': [...LIBRARY, 'src/report'],
  'src/cli': [...LIBRARY, 'src/report', 'src/shards', 'src/backend/gpu', 'package.json', 'scenes'],
  oracle: ['src/mesh'],
  scenes: PUBLISHED,
  studio: [...PUBLISHED, 'src/report', 'src/io/gltf', 'src/io/cad', 'scenes'],
  'studio/formats-plugin.ts': ['src/io'],
  'studio/cad-worker-plugin.ts': ['src/io'],
  bench: ['src', 'oracle', 'scenes', 'package.json'],
  scripts: ['package.json'],
  action: [],
  examples: [],
  test: [...FOLDERS, 'package.json'],
};
const NODE = [
  'src/cli',
  'src/shards',
  'scenes',
  'bench',
  'scripts',
  'action',
  'examples',
  'test',
  'studio/vite.config.ts',
  'studio/models-plugin.ts',
];

const STATIC_IMPORT = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])(?<path>[^'"]+)\1/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*(['"])(?<path>[^'"]+)\1/g;

/** Blanks out comments but keeps line breaks, so that line numbers stay right. */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
}

function importsOf(text) {
  const bare = withoutComments(text);
  const found = [];
  for (const [pattern, isStatic] of [
    [STATIC_IMPORT, true],
    [DYNAMIC_IMPORT, false],
  ]) {
    for (const match of bare.matchAll(pattern)) {
      const at = match.index + match[0].lastIndexOf(match.groups.path);
      found.push({ path: match.groups.path, isStatic, line: bare.slice(0, at).split('\n').length });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

const isBelow = (file, path) => file === path || file.startsWith(`${path}/`);
const isKernel = (file) => /^src\/.*\/kernels\//.test(file);

function rowOf(file) {
  const fitting = Object.keys(ROWS).filter((path) => isBelow(file, path));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** Kernels share only numbers with TypeScript, in files called constants.ts. */
function wrongKernelImport(file, target) {
  if (isKernel(file) && !isKernel(`${target}/`) && !isKernel(target) && !/\/constants$/.test(target)) {
    return 'kernels import only kernels and constants';
  }
  if (!isKernel(file) && isKernel(target) && file.startsWith('src/')) return 'kernels are compiled separately';
  return undefined;
}

function wrongDirection(row, target) {
  const allowed = ROWS[row];
  if (isBelow(target, row) || EVERYWHERE.includes(target) || allowed.some((path) => isBelow(target, path)))
    return undefined;
  return allowed.length > 0 ? `${row} may import ${allowed.join(', ')}` : `${row} imports nothing else`;
}

/** The wrong imports of one file. `file` is its path in the repository, with slashes. */
export function wrongImports(file, text) {
  const row = rowOf(file);
  if (!row) return [{ line: 1, message: 'belongs to no row of ROWS in scripts/check-imports.mjs; add one' }];
  const wrong = [];
  for (const { path, isStatic, line } of importsOf(text)) {
    if (path.startsWith('node:') && isStatic && !NODE.some((place) => isBelow(file, place))) {
      wrong.push({ line, message: `imports ${path}; only ${NODE.join(', ')} may, the rest must load in browsers` });
    }
    if (!path.startsWith('.')) continue;
    const target = posix.join(posix.dirname(file), path);
    const rule = wrongKernelImport(file, target) ?? wrongDirection(row, target);
    if (rule) wrong.push({ line, message: `imports ${target}; ${rule}` });
  }
  return wrong;
}

function main() {
  const files = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name) && !entry.parentPath.includes('generated'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  let count = 0;
  for (const file of files) {
    for (const { line, message } of wrongImports(file, readFileSync(join(root, file), 'utf8'))) {
      count++;
      console.error(`${file}:${line}: ${message}`);
    }
  }
  console.log(count === 0 ? `imports of ${files.length} files go one way` : `${count} wrong imports`);
  process.exit(count === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
