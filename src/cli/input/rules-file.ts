/** `--rules`: a file, or the name of a starter set. */
import { parseRules } from '../../report/rules/parse-rules.ts';
import { type RulesSetting, withLengths } from '../../report/rules/rules-setting.ts';
import { STARTER_NAMES, starterRules } from '../../report/rules/starter-sets.ts';
import type { Arguments } from './arguments.ts';
import { readText } from './read-text.ts';

const ADVICE = ` The rules that come with the package are ${STARTER_NAMES.join(' and ')}.`;

export function rulesSetting(args: Arguments): RulesSetting | undefined {
  const path = args.text('rules');
  if (path === undefined) return undefined;
  return withLengths(starterRules(path) ?? parseRules(readText(path, 'rules file', ADVICE), path));
}
