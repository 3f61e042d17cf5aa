/** Checks the options of `collide`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedCullOptions, checkCullOptions } from '../cull/options.ts';
import {
  type CheckedRunningOptions,
  checkChoice,
  checkFlag,
  checkLimit,
  checkOptionNames,
  checkRunningOptions,
} from '../options.ts';
import { type CheckedPairSelection, checkPairSelection } from '../pair-selection.ts';
import {
  COLLIDE_DEFAULTS,
  type CollideCullOptions,
  type CollideOptions,
  type Contacts,
  type GpuCollideOptions,
} from './collide.ts';

export interface CheckedCollideOptions extends CheckedRunningOptions, CheckedPairSelection {
  readonly contacts: Contacts;
  readonly segments: boolean;
  /** Infinity for all. */
  readonly limit: number;
  readonly output: 'cpu' | 'gpu';
  /** Undefined for no culling. */
  readonly cull: CheckedCullOptions | undefined;
}

const NAMES = [
  'self',
  'between',
  'contacts',
  'segments',
  'limit',
  'ignore',
  'pairs',
  'output',
  'cull',
  'signal',
  'onProgress',
];

const CULL_NAMES = ['preset', 'coverage', 'boxes', 'views', 'resolution', 'level', 'hierarchy'];

function checkCull(cull: unknown): CheckedCullOptions | undefined {
  const call = 'collide: cull';
  if (cull === false) return undefined;
  if (cull === true) return checkCullOptions({}, call);
  if (typeof cull !== 'object' || cull === null) {
    throw new OptionError(
      'option-type',
      `collide: cull is ${describe(cull)}; expected true, false or options such as { resolution: 512 }.`,
      { option: 'cull' },
    );
  }
  checkOptionNames(call, cull, CULL_NAMES);
  const { preset, coverage } = cull as CollideCullOptions;
  checkReliable('preset', preset, ['far']);
  checkReliable('coverage', coverage, ['conservative', 'uobb']);
  return checkCullOptions(cull, call);
}

/** No option makes an exact query lose pairs. */
function checkReliable(option: string, value: unknown, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value as string)) return;
  throw new OptionError(
    'option-value',
    `collide: cull: ${option} is ${describe(value)}; expected ${choices.map((name) => `"${name}"`).join(' or ')}, which lose no pair. For culling that may, use cullCollide of collidescope/papers.`,
    { option },
  );
}

/** Pairs left on the GPU have not been tested exactly, which these options need. */
function checkOutput(options: CollideOptions | GpuCollideOptions): 'cpu' | 'gpu' {
  const checked = checkChoice('collide', 'output', options.output ?? COLLIDE_DEFAULTS.output, ['cpu', 'gpu']);
  const { segments, contacts, cull = false } = options as CollideOptions;
  if (checked === 'cpu' || (segments !== true && contacts !== 'penetrating' && cull === false)) return checked;
  const option = segments === true ? 'segments' : contacts === 'penetrating' ? 'contacts' : 'cull';
  const reason = option === 'cull' ? 'works in the memory of the kernels' : 'needs exact tests';
  throw new OptionError(
    'option-conflict',
    `collide: ${option} ${reason}, which output "gpu" leaves out. Use one or the other.`,
    { option },
  );
}

export function checkCollideOptions(given: CollideOptions | GpuCollideOptions): CheckedCollideOptions {
  checkOptionNames('collide', given, NAMES);
  const output = checkOutput(given);
  const options: Omit<CollideOptions, 'output'> = given;
  // Field by field: spreads cost small queries microseconds.
  const { self, between, ignore, pairs, selfOf } = checkPairSelection('collide', options, COLLIDE_DEFAULTS);
  const { signal, onProgress } = checkRunningOptions('collide', options);
  return {
    self,
    between,
    ignore,
    pairs,
    selfOf,
    contacts: checkChoice('collide', 'contacts', options.contacts ?? COLLIDE_DEFAULTS.contacts, ['all', 'penetrating']),
    segments: checkFlag('collide', 'segments', options.segments ?? COLLIDE_DEFAULTS.segments),
    limit: checkLimit('collide', options.limit ?? COLLIDE_DEFAULTS.limit),
    output,
    cull: checkCull(options.cull ?? COLLIDE_DEFAULTS.cull),
    signal,
    onProgress,
  };
}
