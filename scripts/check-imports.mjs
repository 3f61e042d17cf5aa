/**
 * Checks that imports in src go one way. Each folder, or file directly in src, may import itself, what its row names,
 * and `errors.ts`:
 *
 *   geometry    –
 *   mesh        geometry
 *   io          geometry, mesh
 *   image       geometry, mesh
 *   kernels     – (AssemblyScript; others see only kernels/layout.ts and kernels/<query>-layout.ts,
 *               which both sides read)
 *   wasm, gpu   geometry, mesh, image, kernels/layout.ts
 *   queries     the above and wasm, gpu; a query does not import its parents
 *   scene       queries and all that they may
 *   engine-scene  scene and all that it may
 *   engine      engine-scene and all that it may
 *   index       engine and all that it may; io stays apart, behind `collidescope/io`
 *   cli         index, io, the public parts behind index (engine, scene, queries, mesh), gpu to list adapters,
 *               package.json for the version, scenes and bench (beside src) for the benchmarks
 *   three       index, mesh, queries; three.js itself
 *
 * Also: only cli may import from `node:` at the head of a file, so that all the rest loads in browsers.
 * Exits with 1 and a list of `file:line: what, and which rule` when something is wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';

const LAYOUT = 'kernels/layout.ts';
const QUERY_LAYOUTS = ['cull', 'inside', 'layers', 'settle', 'voxel', 'within'].map(
  (query) => `kernels/${query}-layout.ts`,
);
const MESHES = ['geometry', 'mesh'];
const MACHINES = [...MESHES, 'image', LAYOUT];
const QUERIES = [...MACHINES, ...QUERY_LAYOUTS, 'wasm', 'gpu'];
const SCENE = [...QUERIES, 'queries'];
const ENGINE_SCENE = [...SCENE, 'scene.ts'];
const ENGINE = [...ENGINE_SCENE, 'engine-scene.ts'];

const ALLOWED = {
  'errors.ts': [],
  geometry: [],
  mesh: ['geometry'],
  io: MESHES,
  image: MESHES,
  kernels: [],
  wasm: MACHINES,
  gpu: MACHINES,
  queries: QUERIES,
  'scene.ts': SCENE,
  'engine-scene.ts': ENGINE_SCENE,
  'engine.ts': ENGINE,
  'index.ts': [...ENGINE, 'engine.ts'],
  cli: [
    'index.ts',
    'engine.ts',
    'scene.ts',
    'queries',
    'mesh',
    'io',
    'gpu',
    '../package.json',
    '../scenes',
    '../bench',
  ],
  three: ['index.ts', 'mesh', 'queries'],
};
const WITH_NODE = ['cli'];

const STATIC_IMPORT = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])(?<path>[^'"]+)\1/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*(['"])(?<path>[^'"]+)\1/g;

/** Comments blanked out, line breaks kept, so that places stay what they are. */
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

/** What is wrong in one file. `file` is its path inside src, with slashes. */
export function wrongImports(file, text) {
  const from = file.split('/')[0];
  const allowed = ALLOWED[from];
  if (!allowed)
    return [{ line: 1, message: `${from} is not in the table; give it a row in scripts/check-imports.mjs` }];
  const wrong = [];
  for (const { path, isStatic, line } of importsOf(text)) {
    if (path.startsWith('node:') && isStatic && !WITH_NODE.includes(from)) {
      wrong.push({
        line,
        message: `imports ${path}; only ${WITH_NODE.join(', ')} may, the rest must load in browsers`,
      });
    }
    if (!path.startsWith('.')) continue;
    const target = posix.join(posix.dirname(file), path);
    const to = target.split('/')[0];
    const outside = target.split('/').slice(0, 2).join('/'); // a folder beside src
    if (to === from || target === 'errors.ts' || [to, target, outside].some((name) => allowed.includes(name))) continue;
    const rule =
      allowed.length > 0 ? `${from} may import ${allowed.join(', ')}` : `${from} imports nothing else of src`;
    wrong.push({ line, message: `imports ${target}; ${rule}` });
  }
  return wrong;
}

function main() {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  let count = 0;
  for (const file of files) {
    for (const { line, message } of wrongImports(file, readFileSync(join(src, file), 'utf8'))) {
      count++;
      console.error(`src/${file}:${line}: ${message}`);
    }
  }
  console.log(count === 0 ? `imports of ${files.length} files go one way` : `${count} wrong imports`);
  process.exit(count === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
