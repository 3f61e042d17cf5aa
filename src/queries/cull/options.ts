/** Checks the options of `cull`, and fills in the preset and the defaults. */

import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import {
  type CheckedRunningOptions,
  checkChoice,
  checkFlag,
  checkOptionNames,
  checkRunningOptions,
  checkWhole,
} from '../options.ts';
import {
  CULL_DEFAULTS,
  CULL_PRESETS,
  type CullCoverage,
  type CullGenerator,
  type CullLevel,
  type CullOptions,
  type CullOrder,
  type CullPasses,
  type CullPreset,
} from './cull.ts';
import { checkViews, type View } from './views.ts';

export interface CheckedCullOptions extends CheckedRunningOptions {
  readonly preset: CullPreset | undefined;
  readonly passes: CullPasses;
  readonly coverage: CullCoverage;
  readonly self: boolean;
  readonly boxes: boolean;
  readonly sweep: boolean;
  readonly views: readonly View[] | 'auto';
  readonly refit: boolean;
  readonly resolution: number;
  readonly depthBits: 16 | 24 | 32;
  readonly order: CullOrder;
  readonly level: CullLevel;
  readonly hierarchy: boolean;
  readonly clusterSize: number;
  /** Infinity: until nothing changes. */
  readonly iterations: number;
  readonly rounds: number;
  readonly distance: number;
  readonly generator: CullGenerator;
  readonly trace: boolean;
  readonly pairs: boolean;
}

const NAMES = ['preset', ...Object.keys(CULL_DEFAULTS), 'boxes', 'signal', 'onProgress'];
/** Tiles of the image are numbered in 16 bits, and their counters must fit into memory. */
const RESOLUTION_MOST = 16384;
const CLUSTER_MOST = 65536;

function checkDepthBits(call: string, bits: unknown): 16 | 24 | 32 {
  if (bits === 16 || bits === 24 || bits === 32) return bits;
  throw new OptionError('option-value', `${call}: depthBits is ${describe(bits)}; expected 16, 24 or 32.`, {
    option: 'depthBits',
  });
}

/** A whole number from 1, or Infinity. */
function checkCount(call: string, option: string, value: unknown): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  if (Number.isInteger(value) && (value as number) >= 1) return value as number;
  throw new OptionError(
    'option-range',
    `${call}: ${option} is ${describe(value)}; expected a whole number from 1, or Infinity to go on until nothing changes.`,
    { option },
  );
}

function checkDistance(call: string, value: unknown, coverage: CullCoverage): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new OptionError('option-range', `${call}: distance is ${describe(value)}; expected a number from 0.`, {
      option: 'distance',
    });
  }
  if (value > 0 && coverage === 'sampled') {
    throw new OptionError(
      'option-conflict',
      `${call}: sampled coverage cannot keep everything closer than a distance. Use coverage "uobb" or "conservative".`,
      { option: 'distance' },
    );
  }
  return value;
}

/** On, except for presets, which do without it, and for sampling and the hardware, which cannot do it. */
function checkBoxes(call: string, { boxes, preset, generator }: CullOptions, coverage: CullCoverage): boolean {
  const unable =
    coverage === 'sampled' ? 'sampled coverage' : generator === 'hardware' ? 'generator "hardware"' : undefined;
  if (boxes === undefined) return preset === undefined && unable === undefined;
  const checked = checkFlag(call, 'boxes', boxes);
  if (!checked || unable === undefined) return checked;
  throw new OptionError(
    'option-conflict',
    `${call}: ${unable} cannot compare boxes of triangles. Use boxes: false, or coverage "uobb" or "conservative" with the layered generator.`,
    { option: 'boxes' },
  );
}

/** Within objects everything lies in the box that it would have to reach. */
function checkSweep(call: string, { sweep, self }: CullOptions): boolean {
  const checked = checkFlag(call, 'sweep', sweep);
  if (!checked || !self) return checked;
  throw new OptionError(
    'option-conflict',
    `${call}: sweep leaves out what reaches into no other object's box, and self asks about pairs within objects. Use one or the other.`,
    { option: 'sweep' },
  );
}

/** `call` is how messages name the query: "cull", or "collide: cull". */
export function checkCullOptions(options: CullOptions, call = 'cull'): CheckedCullOptions {
  checkOptionNames(call, options, NAMES);
  const preset =
    options.preset === undefined
      ? undefined
      : checkChoice(call, 'preset', options.preset, Object.keys(CULL_PRESETS) as CullPreset[]);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const all: CullOptions = { ...CULL_DEFAULTS, ...(preset && CULL_PRESETS[preset]), ...given };
  const coverage = checkChoice(call, 'coverage', all.coverage, ['sampled', 'uobb', 'conservative']);
  return {
    preset,
    passes: checkChoice(call, 'passes', all.passes, ['cullide', 'quick']),
    coverage,
    self: checkFlag(call, 'self', all.self),
    boxes: checkBoxes(call, all, coverage),
    sweep: checkSweep(call, all),
    views: checkViews(call, all.views),
    resolution: checkWhole(call, 'resolution', all.resolution, 1, RESOLUTION_MOST),
    depthBits: checkDepthBits(call, all.depthBits),
    order: checkChoice(call, 'order', all.order, ['given', 'back-to-front', 'front-to-back']),
    level: checkChoice(call, 'level', all.level, ['object', 'cluster', 'triangle']),
    hierarchy: checkFlag(call, 'hierarchy', all.hierarchy),
    clusterSize: checkWhole(call, 'clusterSize', all.clusterSize, 2, CLUSTER_MOST),
    iterations: checkCount(call, 'iterations', all.iterations),
    rounds: checkCount(call, 'rounds', all.rounds),
    distance: checkDistance(call, all.distance, coverage),
    generator: checkChoice(call, 'generator', all.generator, ['layered', 'hardware']),
    trace: checkFlag(call, 'trace', all.trace),
    refit: checkFlag(call, 'refit', all.refit),
    pairs: checkFlag(call, 'pairs', all.pairs),
    ...checkRunningOptions(call, options),
  };
}

/** The name of the method in the answer; a preset with changed options says so. */
export function methodName({ preset, passes, coverage, self, boxes }: CheckedCullOptions): string {
  if (!preset) {
    const plain = boxes || coverage === 'sampled' ? '' : ', without boxes';
    return `${passes} passes, ${coverage} coverage${self ? ', self' : ''}${plain}`;
  }
  const own: CullOptions = { ...CULL_DEFAULTS, ...CULL_PRESETS[preset] };
  const changes = [
    ...(passes === own.passes ? [] : [`${passes} passes`]),
    ...(coverage === own.coverage ? [] : [`${coverage} coverage`]),
    ...(boxes ? ['with boxes'] : []),
  ];
  return [preset, ...changes].join(', ');
}
