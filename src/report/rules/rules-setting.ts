/** Rules with their lengths, which are checked before files are read and converted when their unit is known. */
import { OptionError } from '../../errors.ts';
import { type LengthSetting, resolveLength, ruleLength } from '../lengths.ts';
import type { ModelFile } from '../model-file.ts';
import type { FileObject } from '../objects.ts';
import { type AppliedRules, applyRules } from './apply-rules.ts';
import type { RuleLength, Rules, RuleTest } from './rules.ts';

export interface RulesSetting {
  readonly rules: Rules;
  /** Every length in it, checked. */
  readonly lengths: ReadonlyMap<RuleLength, LengthSetting>;
}

/** Throws an OptionError when a length is none. */
export function withLengths(rules: Rules): RulesSetting {
  const lengths = new Map<RuleLength, LengthSetting>();
  for (const { tolerance, clearance } of rules.tests) {
    if (tolerance) lengths.set(tolerance, ruleLength(tolerance, 'tolerance', rules.path));
    if (clearance) lengths.set(clearance, ruleLength(clearance, 'clearance', rules.path));
  }
  for (const { depth, size, bearing } of rules.byDesign) {
    if (depth) lengths.set(depth, ruleLength(depth, 'depth', rules.path));
    if (size) lengths.set(size, ruleLength(size, 'size', rules.path));
    if (bearing) lengths.set(bearing, ruleLength(bearing, 'bearing', rules.path));
  }
  return { rules, lengths };
}

/** What applies where a test says nothing, in the unit of the coordinates. */
interface Otherwise {
  readonly tolerance: number;
  readonly clearance: number;
}

export function applySetting(
  { rules, lengths }: RulesSetting,
  objects: readonly FileObject[],
  files: readonly ModelFile[],
  said: string | undefined,
  { tolerance, clearance }: Otherwise,
): AppliedRules {
  const resolve = (length: RuleLength) => resolveLength(lengths.get(length)!, files, said);
  for (const test of rules.tests) refuseSmallClearance(test, rules.path, resolve, tolerance);
  const applied = applyRules(rules, objects, { clearance, resolve });
  const isPowerless = (test: RuleTest) =>
    clearance > 0 && !test.clearance && test.tolerance !== undefined && resolve(test.tolerance) >= clearance;
  const notes = rules.tests.filter(isPowerless).map(({ name, line }) => {
    return `rules "${rules.path}", line ${line}: the tolerance of the test "${name}" is not below --clearance, so nothing is too near in it; what is that near counts as touching.`;
  });
  return { ...applied, notes: [...applied.notes, ...notes] };
}

/** What is nearer than the tolerance touches, so nothing could ever be too near. */
function refuseSmallClearance(
  { name, tolerance, clearance }: RuleTest,
  path: string,
  resolve: (length: RuleLength) => number,
  otherwise: number,
): void {
  const strict = tolerance ? resolve(tolerance) : otherwise;
  if (!clearance || resolve(clearance) > strict) return;
  throw new OptionError(
    'bad-rules',
    `rules file "${path}", line ${clearance.line}: the clearance ${clearance.given} of the test "${name}" is not above its tolerance of ${strict} (${resolve(clearance)} in the unit of the coordinates); what is no farther apart than the tolerance counts as touching. Give a larger clearance, or a smaller tolerance.`,
    { path, line: clearance.line, tolerance: strict },
  );
}
