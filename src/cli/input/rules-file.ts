/** `--rules`: a file, or the name of a starter set. */
import type { ModelFile } from '../../report/model-file.ts';
import type { FileObject } from '../../report/objects.ts';
import { type AppliedRules, applyRules } from '../../report/rules/apply-rules.ts';
import { parseRules } from '../../report/rules/parse-rules.ts';
import type { RuleLength, Rules } from '../../report/rules/rules.ts';
import { STARTER_NAMES, starterRules } from '../../report/rules/starter-sets.ts';
import type { Arguments } from './arguments.ts';
import { type LengthSetting, resolveLength, ruleLength } from './lengths.ts';
import { readText } from './read-text.ts';

const ADVICE = ` The rules that come with the package are ${STARTER_NAMES.join(' and ')}.`;

export interface RulesSetting {
  readonly rules: Rules;
  /** Every length in it, checked. */
  readonly lengths: ReadonlyMap<RuleLength, LengthSetting>;
}

export function rulesSetting(args: Arguments): RulesSetting | undefined {
  const path = args.text('rules');
  if (path === undefined) return undefined;
  const rules = starterRules(path) ?? parseRules(readText(path, 'rules file', ADVICE), path);
  const lengths = new Map<RuleLength, LengthSetting>();
  for (const { tolerance, clearance } of rules.tests) {
    if (tolerance) lengths.set(tolerance, ruleLength(tolerance, 'tolerance', rules.path));
    if (clearance) lengths.set(clearance, ruleLength(clearance, 'clearance', rules.path));
  }
  for (const { depth, size } of rules.byDesign) {
    if (depth) lengths.set(depth, ruleLength(depth, 'depth', rules.path));
    if (size) lengths.set(size, ruleLength(size, 'size', rules.path));
  }
  return { rules, lengths };
}

/** `clearance` is that of the command line, in the unit of the coordinates. */
export function applySetting(
  { rules, lengths }: RulesSetting,
  objects: readonly FileObject[],
  files: readonly ModelFile[],
  said: string | undefined,
  clearance: number,
): AppliedRules {
  return applyRules(rules, objects, {
    clearance,
    resolve: (length) => resolveLength(lengths.get(length)!, files, said),
  });
}
