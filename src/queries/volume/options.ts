/** Checks the options of the queries on layered depth images, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import {
  type CheckedBy,
  checkBox,
  choice,
  declareOptions,
  describeBox,
  flag,
  number,
  optional,
  whole,
} from '../options.ts';
import { LAYERS_DEFAULTS, LAYERS_GENERATORS, type LayersOptions } from './layers.ts';
import { AXES, type Box, hasVolume } from './view.ts';
import {
  VOLUME_DEFAULTS,
  VOLUME_GENERATORS,
  VOLUME_METHODS,
  VOLUME_RESOLUTION_MAX,
  type VolumeAxis,
  type VolumeOptions,
} from './volume.ts';

const VOLUME_AXES: readonly VolumeAxis[] = ['auto', 'x', 'y', 'z', 'all'];
const resolution = whole(1, VOLUME_RESOLUTION_MAX);

export const VOLUME_DECLARATION = declareOptions<VolumeOptions>(
  'overlapVolume',
  VOLUME_DEFAULTS,
)({
  method: choice(VOLUME_METHODS),
  resolution,
  axis: choice(VOLUME_AXES),
  tolerance: optional(number((value) => value > 0, 'a volume greater than 0, in cubic units of the meshes')),
  generator: choice(VOLUME_GENERATORS),
  allowOpen: flag,
  stacks: flag,
});

export type CheckedVolumeOptions = CheckedBy<typeof VOLUME_DECLARATION> & {
  /** Whether a volume without images will do. */
  readonly mayBeExact: boolean;
};

export function checkVolumeOptions(call: string, options: VolumeOptions): CheckedVolumeOptions {
  const checked = VOLUME_DECLARATION.check(options, call);
  const asksForImages = [options.resolution, options.axis, options.generator].some((value) => value !== undefined);
  return { ...checked, mayBeExact: checked.method === 'auto' && !asksForImages && options.stacks !== true };
}

function checkVolumeBox(call: string, _: string, bounds: unknown): Box {
  const box = checkBox(call, bounds);
  if (hasVolume(box)) return box;
  throw new OptionError(
    'option-value',
    `${call}: box is ${describeBox(bounds)}; expected one with a volume, every coordinate of max above that of min.`,
    { option: 'box' },
  );
}

export const LAYERS_DECLARATION = declareOptions<LayersOptions>(
  'layers',
  LAYERS_DEFAULTS,
)({
  resolution,
  axis: choice(AXES),
  box: optional(checkVolumeBox),
  // Whether there is such an object is the scene's to say.
  with: (_call, _option, object) => object as number | undefined,
  generator: choice(LAYERS_GENERATORS),
});

export type CheckedLayersOptions = CheckedBy<typeof LAYERS_DECLARATION>;

export function checkLayersOptions(options: LayersOptions): CheckedLayersOptions {
  const checked = LAYERS_DECLARATION.check(options);
  if (checked.with === undefined || checked.box === undefined) return checked;
  throw new OptionError('option-conflict', 'layers: both box and with are given; expected one of them.', {
    option: 'with',
  });
}
