/** Checks the options of `collide`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedCullOptions, checkCullOptions } from '../cull/options.ts';
import { type CheckedBy, checkOptionNames, choice, declareOptions, flag, limit } from '../options.ts';
import { COLLIDE_DEFAULTS, type CollideCullOptions, type CollideOptions, type GpuCollideOptions } from './collide.ts';

const CULL_NAMES = ['preset', 'coverage', 'boxes', 'views', 'resolution', 'level', 'hierarchy'];

/** Undefined for no culling. */
function checkCull(query: string, option: string, cull: unknown): CheckedCullOptions | undefined {
  const call = `${query}: ${option}`;
  if (cull === false) return undefined;
  if (cull === true) return checkCullOptions({}, call);
  if (typeof cull !== 'object' || cull === null) {
    throw new OptionError(
      'option-type',
      `${call} is ${describe(cull)}; expected true, false or options such as { resolution: 512 }.`,
      { option },
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

export const COLLIDE_DECLARATION = declareOptions<CollideOptions>(
  'collide',
  COLLIDE_DEFAULTS,
)({
  contacts: choice(['all', 'penetrating']),
  segments: flag,
  limit,
  output: choice(['cpu', 'gpu']),
  cull: checkCull,
});

export type CheckedCollideOptions = CheckedBy<typeof COLLIDE_DECLARATION>;

/** Pairs left on the GPU have not been tested exactly, which these options need. */
function refuseOnGpu({ segments, contacts, cull }: CheckedCollideOptions): void {
  const option = segments ? 'segments' : contacts === 'penetrating' ? 'contacts' : cull ? 'cull' : undefined;
  if (option === undefined) return;
  const reason = option === 'cull' ? 'works in the memory of the kernels' : 'needs exact tests';
  throw new OptionError(
    'option-conflict',
    `collide: ${option} ${reason}, which output "gpu" leaves out. Use one or the other.`,
    { option },
  );
}

export function checkCollideOptions(options: CollideOptions | GpuCollideOptions): CheckedCollideOptions {
  const checked = COLLIDE_DECLARATION.check(options as CollideOptions);
  if (checked.output === 'gpu') refuseOnGpu(checked);
  return checked;
}
