/** Every option of the command line: its name, what it takes, and its line in the help. */

export interface OptionSpec {
  readonly name: string;
  /** What the value is called in the help; an option without one is a switch. */
  readonly value?: string;
  readonly text: string;
  /** Shown in the help; the place that uses the option decides. */
  readonly preset?: string;
}

const ENGINE: OptionSpec = {
  name: 'engine',
  value: 'auto|wasm|webgpu',
  text: 'same answers, other speed',
  preset: 'auto',
};
const THREADS: OptionSpec = {
  name: 'threads',
  value: 'number',
  text: 'worker threads; 0 uses none',
  preset: 'automatic',
};
const FORMAT: OptionSpec = {
  name: 'format',
  value: 'format',
  text: 'read files as obj, stl, ply, off, gltf or 3mf',
};
const OUTSIDE: OptionSpec = { name: 'allow-outside', text: 'read files that a glTF names outside its folder' };
const QUIET: OptionSpec = { name: 'quiet', text: 'print errors only' };
const JSON_REPORT: OptionSpec = { name: 'json', text: 'one JSON document on standard output' };
const HELP: OptionSpec = { name: 'help', text: 'print this text' };

/** What `check` and `clash` have in common. */
const SEARCH: readonly OptionSpec[] = [
  { name: 'penetrating', text: 'leave out pairs that only touch' },
  { name: 'no-weld', text: 'do not take vertices of equal coordinates for one' },
  { name: 'frames', value: 'all|number', text: 'play a glTF animation: all keyframes, or so many' },
  { name: 'continuous', text: 'with --frames: also what meets between frames' },
  { name: 'animation', value: 'name', text: 'which animation, by name or number', preset: 'first' },
  { name: 'pairs', value: 'file', text: 'write every triangle pair, tab-separated' },
  { name: 'markdown', text: 'print a summary for a CI job' },
];

export const CHECK_OPTIONS: readonly OptionSpec[] = [
  { name: 'parts', text: 'look at the parts of each file one by one' },
  ...SEARCH,
  JSON_REPORT,
  QUIET,
  FORMAT,
  OUTSIDE,
  ENGINE,
  THREADS,
  HELP,
];

export const CLASH_OPTIONS: readonly OptionSpec[] = [
  { name: 'merge', text: 'take each file as one object' },
  { name: 'self', text: 'also look within each object' },
  { name: 'clearance', value: 'distance', text: 'also objects nearer than this: 0.5, 5mm, 0.2in' },
  { name: 'unit', value: 'unit', text: 'unit of the files: um, mm, cm, m, in or ft' },
  { name: 'ignore', value: 'file', text: 'pairs of part names that may touch, two per line' },
  ...SEARCH,
  JSON_REPORT,
  QUIET,
  FORMAT,
  OUTSIDE,
  ENGINE,
  THREADS,
  HELP,
];

export const VOLUME_OPTIONS: readonly OptionSpec[] = [
  { name: 'resolution', value: 'number', text: 'pixels along each side of the image', preset: '256' },
  { name: 'axis', value: 'x|y|z|all', text: 'along which to look', preset: 'the shortest' },
  { name: 'tolerance', value: 'volume', text: 'refine until the error is no more than this' },
  { name: 'generator', value: 'name', text: 'software, ordered, unordered, compute', preset: 'software' },
  { name: 'allow-open', text: 'also answer for meshes that are not closed' },
  JSON_REPORT,
  QUIET,
  FORMAT,
  OUTSIDE,
  ENGINE,
  THREADS,
  HELP,
];

export const INSIDE_OPTIONS: readonly OptionSpec[] = [
  { name: 'out', value: 'file', text: 'write 0 outside, 1 inside, 2 on, one per line' },
  { name: 'allow-open', text: 'also answer for meshes that are not closed' },
  JSON_REPORT,
  QUIET,
  FORMAT,
  OUTSIDE,
  ENGINE,
  THREADS,
  HELP,
];

export const CULL_OPTIONS: readonly OptionSpec[] = [
  { name: 'preset', value: 'name', text: 'cullide, self-cullide, quick-cullide or far' },
  { name: 'passes', value: 'cullide|quick', text: 'how much is asked and drawn', preset: 'quick' },
  { name: 'coverage', value: 'rule', text: 'sampled, uobb or conservative', preset: 'conservative' },
  { name: 'self', text: 'also look within each object' },
  { name: 'boxes', text: 'compare boxes of triangles with a preset, too' },
  { name: 'no-boxes', text: 'do not compare boxes of triangles between objects' },
  { name: 'views', value: 'xyz|auto', text: 'axes to look along, in order', preset: 'xyz' },
  { name: 'resolution', value: 'number', text: 'pixels along each side of the image', preset: '1024' },
  { name: 'depth-bits', value: '16|24|32', text: 'bits of depth', preset: '24' },
  { name: 'order', value: 'order', text: 'given, back-to-front or front-to-back', preset: 'given' },
  { name: 'level', value: 'level', text: 'stop at object, cluster or triangle', preset: 'triangle' },
  { name: 'cluster-size', value: 'number', text: 'triangles of the smallest clusters', preset: '64' },
  { name: 'generator', value: 'name', text: 'layered, or hardware (WebGPU only)', preset: 'layered' },
  { name: 'survivors', value: 'file', text: 'write what is left, "object triangle" per line' },
  { name: 'merge', text: 'take each file as one object' },
  { name: 'no-weld', text: 'do not take vertices of equal coordinates for one' },
  JSON_REPORT,
  QUIET,
  FORMAT,
  OUTSIDE,
  { ...ENGINE, text: 'same answers unless sampled, other speed' },
  THREADS,
  HELP,
];

export const VOXELS_OPTIONS: readonly OptionSpec[] = [
  { name: 'resolution', value: 'n|XxYxZ', text: 'voxels along each axis, or along x, y and z', preset: '256' },
  {
    name: 'rule',
    value: 'paper|conservative',
    text: 'which voxels are set',
    preset: 'conservative',
  },
  { name: 'solid', text: 'fill the objects; they must be closed' },
  { name: 'identify', text: 'test the triangles in common voxels exactly' },
  { name: 'out', value: 'file', text: 'write a .binvox or .ply file (of two: common)' },
  { name: 'cubes', text: 'a .ply of cubes instead of points' },
  JSON_REPORT,
  QUIET,
  FORMAT,
  OUTSIDE,
  ENGINE,
  THREADS,
  HELP,
];

export const INFO_OPTIONS: readonly OptionSpec[] = [JSON_REPORT, QUIET, FORMAT, OUTSIDE, ENGINE, THREADS, HELP];

/** Options of `bench` that only one of the benchmarks has. */
export const SCENES_ONLY: readonly string[] = ['scenes', 'all-sizes'];
export const PAPERS_ONLY: readonly string[] = ['papers', 'full', 'seconds', 'triangles', 'resolution', 'out'];

export const BENCH_OPTIONS: readonly OptionSpec[] = [
  { name: 'frames', value: 'number', text: 'frames measured in each scene', preset: 'scenes: 120' },
  { name: 'scenes', value: 'names', text: 'scenes: only these, with commas between' },
  { name: 'all-sizes', text: 'scenes: every size of the papers' },
  { name: 'papers', value: 'names', text: 'papers: only these, with commas between' },
  { name: 'full', text: 'papers: at their sizes, which takes long' },
  { name: 'seconds', value: 'number', text: 'papers: how long scenes play at most' },
  { name: 'triangles', value: 'number', text: 'papers: of the largest scene' },
  { name: 'resolution', value: 'number', text: 'papers: pixels along a side of a view' },
  { name: 'out', value: 'folder', text: 'papers: write Markdown, JSON and SVG there' },
  JSON_REPORT,
  QUIET,
  ENGINE,
  { ...THREADS, preset: '2' },
  HELP,
];

export const STUDIO_OPTIONS: readonly OptionSpec[] = [
  { name: 'port', value: 'number', text: 'serve at this port; 0 takes a free one', preset: '0' },
  { name: 'no-open', text: 'print the address, open no browser' },
  OUTSIDE,
  QUIET,
  HELP,
];
