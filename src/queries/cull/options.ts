/** Checks the options of `cull`, and fills in the preset and the defaults. */

import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import {
  type Check,
  type CheckedBy,
  checkOptionNames,
  choice,
  declareOptions,
  flag,
  number,
  optional,
  whole,
} from '../options.ts';
import { CULL_DEFAULTS, CULL_PRESETS, type CullOptions, type CullPreset } from './cull.ts';
import { checkViews } from './views.ts';

/** Tiles of the image are numbered in 16 bits, and their counters must fit into memory. */
const RESOLUTION_MOST = 16384;
const CLUSTER_MOST = 65536;

const depthBits: Check<16 | 24 | 32> = (call, option, bits) => {
  if (bits === 16 || bits === 24 || bits === 32) return bits;
  throw new OptionError('option-value', `${call}: ${option} is ${describe(bits)}; expected 16, 24 or 32.`, { option });
};

const count = number(
  (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1),
  'a whole number from 1, or Infinity to go on until nothing changes',
);

export const CULL_DECLARATION = declareOptions<CullOptions>(
  'cull',
  CULL_DEFAULTS,
)({
  preset: optional(choice(Object.keys(CULL_PRESETS) as CullPreset[])),
  passes: choice(['cullide', 'quick']),
  coverage: choice(['sampled', 'uobb', 'conservative']),
  self: flag,
  boxes: optional(flag),
  sweep: flag,
  views: (call, _, value) => checkViews(call, value),
  refit: flag,
  resolution: whole(1, RESOLUTION_MOST),
  depthBits,
  order: choice(['given', 'back-to-front', 'front-to-back']),
  level: choice(['object', 'cluster', 'triangle']),
  hierarchy: flag,
  clusterSize: whole(2, CLUSTER_MOST),
  iterations: count,
  rounds: count,
  distance: number((value) => value >= 0 && Number.isFinite(value), 'a number from 0'),
  generator: choice(['layered', 'hardware']),
  trace: flag,
  pairs: flag,
});

type Checked = CheckedBy<typeof CULL_DECLARATION>;
export type CheckedCullOptions = Checked & { readonly boxes: boolean };

function refuseNear(call: string, { distance, coverage }: Checked): void {
  if (distance === 0 || coverage !== 'sampled') return;
  throw new OptionError(
    'option-conflict',
    `${call}: sampled coverage cannot keep everything closer than a distance. Use coverage "uobb" or "conservative".`,
    { option: 'distance' },
  );
}

/** On, except for presets, which do without it, and for sampling and the hardware, which cannot do it. */
function comparesBoxes(call: string, { boxes, preset, generator, coverage }: Checked): boolean {
  const unable =
    coverage === 'sampled' ? 'sampled coverage' : generator === 'hardware' ? 'generator "hardware"' : undefined;
  if (boxes === undefined) return preset === undefined && unable === undefined;
  if (!boxes || unable === undefined) return boxes;
  throw new OptionError(
    'option-conflict',
    `${call}: ${unable} cannot compare boxes of triangles. Use boxes: false, or coverage "uobb" or "conservative" with the layered generator.`,
    { option: 'boxes' },
  );
}

/** Within objects everything lies in the box that it would have to reach. */
function refuseSweep(call: string, { sweep, self }: Checked): void {
  if (!sweep || !self) return;
  throw new OptionError(
    'option-conflict',
    `${call}: sweep leaves out what reaches into no other object's box, and self asks about pairs within objects. Use one or the other.`,
    { option: 'sweep' },
  );
}

/** `call` is how messages name the query: "cull", or "collide: cull". */
export function checkCullOptions(options: CullOptions, call = 'cull'): CheckedCullOptions {
  checkOptionNames(call, options, CULL_DECLARATION.names);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const preset = Object.hasOwn(CULL_PRESETS, `${options.preset}`) ? CULL_PRESETS[options.preset!] : {};
  const checked = CULL_DECLARATION.check({ ...preset, ...given }, call);
  refuseNear(call, checked);
  refuseSweep(call, checked);
  return { ...checked, boxes: comparesBoxes(call, checked) };
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
