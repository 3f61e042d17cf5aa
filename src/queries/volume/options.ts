/** Checks the options of the queries on layered depth images, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import {
  type CheckedRunningOptions,
  checkBox,
  checkChoice,
  checkFlag,
  checkOptionNames,
  checkRunningOptions,
  checkWhole,
  describeBox,
} from '../options.ts';
import { LAYERS_DEFAULTS, LAYERS_GENERATORS, type LayersGenerator, type LayersOptions } from './layers.ts';
import { AXES, type Axis, type Box, hasVolume } from './view.ts';
import {
  VOLUME_DEFAULTS,
  VOLUME_GENERATORS,
  VOLUME_METHODS,
  VOLUME_RESOLUTION_MAX,
  type VolumeAxis,
  type VolumeGenerator,
  type VolumeOptions,
} from './volume.ts';

export interface CheckedVolumeOptions extends CheckedRunningOptions {
  /** Whether a volume without images will do. */
  readonly mayBeExact: boolean;
  readonly resolution: number;
  readonly axis: VolumeAxis;
  readonly tolerance: number | undefined;
  readonly generator: VolumeGenerator;
  readonly allowOpen: boolean;
  readonly stacks: boolean;
}

export interface CheckedLayersOptions extends CheckedRunningOptions {
  readonly resolution: number;
  readonly axis: Axis;
  readonly generator: LayersGenerator;
  readonly box: Box | undefined;
  readonly with: number | undefined;
}

const VOLUME_NAMES = [
  'method',
  'resolution',
  'axis',
  'tolerance',
  'generator',
  'allowOpen',
  'stacks',
  'signal',
  'onProgress',
];
const VOLUME_AXES: readonly VolumeAxis[] = ['auto', 'x', 'y', 'z', 'all'];
const LAYERS_NAMES = ['resolution', 'axis', 'box', 'with', 'generator', 'signal', 'onProgress'];

function checkTolerance(call: string, tolerance: unknown): number | undefined {
  if (tolerance === undefined) return undefined;
  if (typeof tolerance === 'number' && tolerance > 0) return tolerance;
  throw new OptionError(
    'option-range',
    `${call}: tolerance is ${describe(tolerance)}; expected a volume greater than 0, in cubic units of the meshes.`,
    { option: 'tolerance' },
  );
}

export function checkVolumeOptions(call: string, options: VolumeOptions): CheckedVolumeOptions {
  checkOptionNames(call, options, VOLUME_NAMES);
  const { method, resolution, axis, generator, allowOpen, stacks } = { ...VOLUME_DEFAULTS, ...options };
  const asksForImages = [options.resolution, options.axis, options.generator].some((value) => value !== undefined);
  return {
    mayBeExact:
      checkChoice(call, 'method', method, VOLUME_METHODS) === 'auto' && !asksForImages && options.stacks !== true,
    resolution: checkWhole(call, 'resolution', resolution, 1, VOLUME_RESOLUTION_MAX),
    axis: checkChoice(call, 'axis', axis, VOLUME_AXES),
    tolerance: checkTolerance(call, options.tolerance),
    generator: checkChoice(call, 'generator', generator, VOLUME_GENERATORS),
    allowOpen: checkFlag(call, 'allowOpen', allowOpen),
    stacks: checkFlag(call, 'stacks', stacks),
    ...checkRunningOptions(call, options),
  };
}

function checkVolumeBox(bounds: LayersOptions['box']): Box | undefined {
  if (bounds === undefined) return undefined;
  const box = checkBox('layers', bounds);
  if (hasVolume(box)) return box;
  throw new OptionError(
    'option-value',
    `layers: box is ${describeBox(bounds)}; expected one with a volume, every coordinate of max above that of min.`,
    { option: 'box' },
  );
}

function checkWith({ with: other, box }: LayersOptions): number | undefined {
  if (other === undefined || box === undefined) return other;
  throw new OptionError('option-conflict', 'layers: both box and with are given; expected one of them.', {
    option: 'with',
  });
}

export function checkLayersOptions(options: LayersOptions): CheckedLayersOptions {
  checkOptionNames('layers', options, LAYERS_NAMES);
  const { resolution, axis, generator } = { ...LAYERS_DEFAULTS, ...options };
  return {
    resolution: checkWhole('layers', 'resolution', resolution, 1, VOLUME_RESOLUTION_MAX),
    axis: checkChoice('layers', 'axis', axis, AXES),
    generator: checkChoice('layers', 'generator', generator, LAYERS_GENERATORS),
    box: checkVolumeBox(options.box),
    with: checkWith(options),
    ...checkRunningOptions('layers', options),
  };
}
