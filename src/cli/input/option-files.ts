/** Files named by options of `clash`: the list of what may clash, and rules. */

import { OptionError } from '../../errors.ts';
import { type IgnoreList, parseIgnoreList } from '../../report/ignore-list.ts';
import { parseRules } from '../../report/rules/parse-rules.ts';
import { type RulesSetting, withLengths } from '../../report/rules/rules-setting.ts';
import { STARTER_NAMES, starterRules } from '../../report/rules/starter-sets.ts';
import { readRegularText } from '../../shards/regular-file.ts';
import type { Arguments } from './arguments.ts';

/** Without its byte-order mark. `what` names the file in the error, as in `--ignore file`; `advice` is added to it. */
export function readText(path: string, what: string, advice = ''): string {
  try {
    return readRegularText(path).replace(/^\ufeff/, '');
  } catch (error) {
    const reason = (error as Error).message;
    throw new OptionError('unreadable-file', `${what} "${path}" could not be read: ${reason}.${advice}`, { path });
  }
}

/** `--ignore`; empty when no file is given. */
export function readIgnoreFile(path: string | undefined): IgnoreList {
  if (path === undefined) return { rules: [], ids: [] };
  return parseIgnoreList(readText(path, '--ignore file'), path);
}

const ADVICE = ` The rules that come with the package are ${STARTER_NAMES.join(' and ')}.`;

/** `--rules`: a file, or the name of a starter set. */
export function rulesSetting(args: Arguments): RulesSetting | undefined {
  const path = args.text('rules');
  if (path === undefined) return undefined;
  return withLengths(starterRules(path) ?? parseRules(readText(path, 'rules file', ADVICE), path));
}
