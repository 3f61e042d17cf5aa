/** Every option of the command line, verb by verb. Those of queries come from offered.ts; the others are written here. */
import type { SCENE_BENCH_DEFAULTS } from '../../../scenes/measure-scenes.ts';
import type { ENGINE_DEFAULTS } from '../../engine.ts';
import { formatTitles } from '../../io/formats.ts';
import { DEFAULT_PLAN } from '../shards/planned-options.ts';
import type { OptionSpec } from './offer.ts';
import { offeredBy } from './offered.ts';

// Importing these values would load a whole engine for a help text; instead, the compiler checks that they are equal.
const ENGINE_DEFAULT: typeof ENGINE_DEFAULTS.backend = 'auto';
const BENCH_FRAMES: typeof SCENE_BENCH_DEFAULTS.frames = 120;
const BENCH_THREADS: typeof SCENE_BENCH_DEFAULTS.threads = 2;

const ENGINE: OptionSpec = {
  name: 'engine',
  value: 'auto|wasm|webgpu',
  text: 'affects speed only, not the answers',
  default: ENGINE_DEFAULT,
};
const THREADS: OptionSpec = {
  name: 'threads',
  value: 'number',
  text: 'worker threads; 0 for none',
  default: 'automatic',
};
const FORMAT: OptionSpec = { name: 'format', value: 'format', text: 'read files as this, as in step or obj' };
const OUTSIDE: OptionSpec = {
  name: 'allow-outside',
  text: `let ${formatTitles('or', ({ companions }) => companions !== undefined)} refer to files outside its folder`,
};
const SPACES: OptionSpec = { name: 'with-spaces', text: 'IFC: also spaces and zones, else left out' };
const DEFLECTION: OptionSpec = {
  name: 'deflection',
  value: 'length',
  text: 'CAD: how far triangles may be off',
  default: 'automatic',
};
const WELD: OptionSpec = { name: 'weld', value: 'distance', text: 'vertices this close are one', default: '0' };
/** How files are read. */
const READING: readonly OptionSpec[] = [FORMAT, OUTSIDE, WELD, DEFLECTION, SPACES];
const QUIET: OptionSpec = { name: 'quiet', text: 'print errors only' };
const JSON_REPORT: OptionSpec = { name: 'json', text: 'print one JSON document' };
const HELP: OptionSpec = { name: 'help', text: 'print this text' };
const MERGE: OptionSpec = {
  name: 'merge',
  text: 'treat each file as one object',
  tool: { text: 'Take each file as one object instead of its parts.' },
};
const UNIT: OptionSpec = {
  name: 'unit',
  value: 'unit',
  text: 'unit of the files: um, mm, cm, m, in or ft',
  takes: ['um', 'mm', 'cm', 'm', 'in', 'ft'],
  tool: { text: 'Unit of the files.' },
};
const NO_WELD: OptionSpec = { name: 'no-weld', text: 'keep vertices at equal coordinates separate' };

/** Options of every verb that reads meshes. */
const TIMEOUT: OptionSpec = { name: 'timeout', value: 'seconds', text: 'end with an error after this long' };
const MEMORY_LIMIT: OptionSpec = { name: 'memory', value: 'size', text: 'end with an error if it takes more' };
const COMMON: readonly OptionSpec[] = [JSON_REPORT, QUIET, ...READING, ENGINE, THREADS, TIMEOUT, MEMORY_LIMIT, HELP];

/** Options that `check` and `clash` share. */
const SEARCH: readonly OptionSpec[] = [
  NO_WELD,
  { name: 'frames', value: 'all|number', text: `play a ${animatedTitles()} animation: all keyframes, or n frames` },
  { name: 'continuous', text: 'with --frames: also what meets between frames' },
  { name: 'animation', value: 'name', text: 'which animation, by name or number', default: 'first' },
  { name: 'pairs', value: 'file', text: 'write every triangle pair, tab-separated' },
  { name: 'markdown', text: 'print a summary for a CI job' },
];

function animatedTitles(): string {
  return formatTitles('or', ({ animated }) => animated === true);
}

const TILES: OptionSpec = { name: 'tiles', value: 'n|auto', text: 'cut the model in space; the answer is the same' };
const WORKERS: OptionSpec = { name: 'workers', value: 'number', text: 'processes', default: 'by cores and memory' };
/** Common options of verbs that accept --tiles. */
const COMMON_TILED = COMMON.map((option) =>
  option === MEMORY_LIMIT ? { ...option, text: 'end if it takes more; with --tiles: each process' } : option,
);
const MEMORY: OptionSpec = { name: 'memory', value: 'size', text: 'of each worker', default: '2GiB' };

export const CHECK_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'parts',
    text: 'check the parts of each file separately',
    tool: { text: 'Check the parts of each file one by one.' },
  },
  ...offeredBy('check'),
  { name: 'print', text: 'one verdict: closed, oriented, shells, walls' },
  { name: 'wall', value: 'length', text: 'with --print: walls must not be thinner' },
  TILES,
  { ...WORKERS, text: 'with --tiles: processes' },
  ...SEARCH,
  { name: 'report', value: 'file', text: 'write a page with pictures: out.html' },
  { name: 'pictures', value: 'number', text: 'how many of the worst get a picture', default: '100' },
  ...COMMON_TILED,
];

export const CLASH_OPTIONS: readonly OptionSpec[] = [
  MERGE,
  { name: 'split', text: 'treat each connected shell of a part as an object' },
  ...offeredBy('clash'),
  UNIT,
  { ...TILES, text: 'cut the model in space; CAD is not made finer' },
  { ...WORKERS, text: 'with --tiles: processes' },
  { name: 'within-files', text: 'several IFC files: also within each of them' },
  { name: 'assemblies', text: 'STEP, glTF: subassemblies are components' },
  {
    name: 'rules',
    value: 'file',
    text: 'tests to run; also building or mechanical',
    // A tool reads no file that it was not given.
    tool: {
      takes: ['building', 'mechanical'],
      text: 'Sorts out what is meant to be (byDesign, with the reason) and gives severities.',
    },
  },
  { name: 'baseline', value: 'file', text: 'known clashes; only others fail' },
  { name: 'update-baseline', text: 'write the clashes found now to the baseline' },
  { name: 'approve', value: 'ids', text: 'mark these clashes or groups as approved' },
  { name: 'decide', value: 'ids', text: 'clashes or groups to decide on, or found' },
  { name: 'state', value: 'state', text: 'open, reviewed, approved or resolved' },
  { name: 'assignee', value: 'name', text: 'who is to see to them' },
  { name: 'due', value: 'day', text: 'until when: 2026-05-31' },
  { name: 'comment', value: 'text', text: 'why' },
  { name: 'fail-on', value: 'kinds', text: 'kinds that fail, or none', default: 'all but touching' },
  { name: 'top', value: 'number', text: 'rows of the table', default: '20' },
  { name: 'all', text: 'one row per clash, similar ones too' },
  { name: 'touching', text: 'list what only touches, else only counted' },
  { name: 'by-design', text: 'list what rules say is meant to be' },
  { name: 'objects', text: 'list the objects, and how triangles meet' },
  { name: 'group-by', value: 'what', text: 'element, storey, system, test, types, assembly' },
  { name: 'find', value: 'words', text: 'list only what has these words: "Level 1" beam' },
  { name: 'up', value: 'y|z', text: 'which axis points up', default: 'by format' },
  { name: 'sort', value: 'order', text: 'worst, depth, name, pairs or id', default: 'worst' },
  { name: 'csv', value: 'file', text: 'write the clashes as a CSV table' },
  { name: 'junit', value: 'file', text: 'write the clashes as JUnit XML, for CI' },
  { name: 'report', value: 'file', text: 'write a page with pictures: out.html' },
  { name: 'bcf', value: 'file', text: 'write the clashes as BCF topics: out.bcf' },
  { name: 'bcf-version', value: '2.1|3.0', text: 'version of BCF', default: '2.1' },
  { name: 'pictures', value: 'number', text: 'how many of the worst get a picture', default: '100' },
  { name: 'read-bcf', value: 'file', text: 'take decisions from a BCF into the baseline' },
  ...SEARCH,
  ...COMMON_TILED,
];

export const VOLUME_OPTIONS: readonly OptionSpec[] = [...offeredBy('volume'), ...COMMON];

export const INSIDE_OPTIONS: readonly OptionSpec[] = [
  { name: 'out', value: 'file', text: 'write 0 (outside), 1 (inside) or 2 (on) per line' },
  ...offeredBy('inside'),
  ...COMMON,
];

export const CLOSEST_OPTIONS: readonly OptionSpec[] = [MERGE, ...offeredBy('closest'), UNIT, ...COMMON];

const JOINTS: OptionSpec = { name: 'joints', value: 'file', text: 'how parts move: joints, axes, limits' };
const SRDF: OptionSpec = { name: 'srdf', value: 'file', text: 'links of a URDF that need not be looked at' };

export const MOTION_OPTIONS: readonly OptionSpec[] = [
  JOINTS,
  {
    name: 'at',
    value: 'values',
    text: 'where other joints are: elbow=30,slide=5',
    default: '0',
    tool: { text: 'Where other joints are while one moves: "elbow=30,slide=5".' },
  },
  { name: 'path', value: 'file', text: 'follow these joint values, JSON or a table' },
  SRDF,
  {
    name: 'clip',
    value: 'name',
    text: 'which animation, by name or number',
    default: 'all',
    tool: { text: 'Name or number of the animation clip; all unless given.' },
  },
  ...offeredBy('motion'),
  UNIT,
  { name: 'report', value: 'file', text: 'write a page with pictures: out.html' },
  { name: 'png', value: 'folder', text: 'write a picture of each jam there' },
  { name: 'pictures', value: 'number', text: 'how many jams get a picture', default: '100' },
  { name: 'markdown', text: 'print a summary for a CI job' },
  ...COMMON,
];

export const CULL_OPTIONS: readonly OptionSpec[] = [
  ...offeredBy('cull'),
  { name: 'survivors', value: 'file', text: 'write what is left, "object triangle" per line' },
  MERGE,
  NO_WELD,
  ...COMMON.map((option) =>
    option === ENGINE ? { ...ENGINE, text: 'affects the answers only when sampled' } : option,
  ),
];

export const VOXELS_OPTIONS: readonly OptionSpec[] = [
  ...offeredBy('voxels'),
  { name: 'out', value: 'file', text: 'write .binvox or .ply (two files: common voxels)' },
  { name: 'cubes', text: 'write a .ply of cubes instead of points' },
  ...COMMON,
];

export const INFO_OPTIONS: readonly OptionSpec[] = COMMON;

/** Options of `bench` that only one of the benchmarks has. */
export const SCENES_ONLY: readonly string[] = ['scenes', 'all-sizes'];
export const PAPERS_ONLY: readonly string[] = ['papers', 'full', 'seconds', 'triangles', 'resolution', 'out'];

export const BENCH_OPTIONS: readonly OptionSpec[] = [
  { name: 'frames', value: 'number', text: 'frames measured per scene', default: `scenes: ${BENCH_FRAMES}` },
  { name: 'scenes', value: 'names', text: 'scenes: only these, comma-separated' },
  { name: 'all-sizes', text: 'scenes: every size used in the papers' },
  { name: 'papers', value: 'names', text: 'papers: only these, comma-separated' },
  { name: 'full', text: 'papers: at their original sizes, which is slow' },
  { name: 'seconds', value: 'number', text: 'papers: longest time that a scene plays' },
  { name: 'triangles', value: 'number', text: 'papers: triangles in the largest scene' },
  { name: 'resolution', value: 'number', text: 'papers: pixels along each side of the image' },
  { name: 'out', value: 'folder', text: 'papers: write Markdown, JSON and SVG there' },
  JSON_REPORT,
  QUIET,
  ENGINE,
  { ...THREADS, default: String(BENCH_THREADS) },
  HELP,
];

export const STUDIO_OPTIONS: readonly OptionSpec[] = [
  { name: 'port', value: 'number', text: 'port to serve at; 0 picks a free one', default: '47213' },
  { name: 'no-open', text: 'print the address without opening a browser' },
  { name: 'no-recent', text: 'neither remember these files nor list others' },
  JOINTS,
  SRDF,
  { name: 'plan', value: 'file', text: 'show how far this plan is' },
  OUTSIDE,
  QUIET,
  HELP,
];

const DATA: OptionSpec = { name: 'data', value: 'folder', text: 'where results go', default: 'beside the plan' };

export const PLAN_OPTIONS: readonly OptionSpec[] = [
  { name: 'out', value: 'file', text: 'the plan to write', default: DEFAULT_PLAN },
  { name: 'tiles', value: 'n|auto', text: 'check: cut one large model into space tiles' },
  { name: 'parts', text: 'check: the parts of each file separately' },
  MERGE,
  { name: 'split', text: 'clash: each connected shell is an object' },
  { name: 'self', text: 'clash: also search within each object' },
  ...CLASH_OPTIONS.filter(({ name }) => ['within-files', 'assemblies', 'unit', 'rules'].includes(name)),
  ...offeredBy('plan'),
  NO_WELD,
  JSON_REPORT,
  QUIET,
  ...READING,
  HELP,
];

export const SHARD_OPTIONS: readonly OptionSpec[] = [
  DATA,
  { ...THREADS, default: '0' },
  { name: 'serve', text: 'take numbers of shards from a parent process' },
  JSON_REPORT,
  QUIET,
  HELP,
];

/** How the merged report is presented. */
const TELLING: readonly string[] = [
  ...['pairs', 'markdown', 'baseline', 'update-baseline', 'approve', 'decide', 'state', 'assignee', 'due', 'comment'],
  ...['fail-on', 'top', 'all', 'touching', 'by-design', 'objects', 'group-by', 'find', 'sort', 'csv', 'junit'],
];

export const MERGE_OPTIONS: readonly OptionSpec[] = [
  DATA,
  ...CLASH_OPTIONS.filter(({ name }) => TELLING.includes(name)),
  JSON_REPORT,
  QUIET,
  HELP,
];

export const BATCH_OPTIONS: readonly OptionSpec[] = [
  WORKERS,
  { ...MEMORY, default: '2GiB; many models: 1GiB' },
  { name: 'retries', value: 'number', text: 'how often a shard is tried again', default: '2' },
  { name: 'queue', value: 'address', text: 'leave it to workers: redis://host:6379' },
  { name: 'priority', value: 'number', text: 'with --queue: 1 comes first', default: 'in turn' },
  { name: 'no-merge', text: 'do the shards, report nothing' },
  ...MERGE_OPTIONS,
];

export const STATUS_OPTIONS: readonly OptionSpec[] = [
  DATA,
  { name: 'queue', value: 'address', text: 'also what the queue says: redis://host:6379' },
  JSON_REPORT,
  HELP,
];

export const WORK_OPTIONS: readonly OptionSpec[] = [
  { name: 'queue', value: 'address', text: 'the Redis server, redis://host:6379' },
  WORKERS,
  MEMORY,
  { name: 'folder', value: 'folder', text: 'plans and results lie below it', default: 'here' },
  { name: 'rate', value: 'number', text: 'shards per second, of all workers' },
  { name: 'stalled', value: 'seconds', text: 'silence until others take over', default: '30' },
  { name: 'until-empty', text: 'stop when nothing is left to do' },
  { name: 'pause', text: 'hand out no more shards, to anybody' },
  { name: 'resume', text: 'hand out shards again' },
  { name: 'drain', text: 'take out all shards that were not begun' },
  QUIET,
  HELP,
];

export const MCP_OPTIONS: readonly OptionSpec[] = [QUIET, HELP];
