/** What was asked of the clashes, read as the command line reads its options. Throws an OptionError that says what is wrong. */
import { parseIgnoreList } from '../../../src/report/ignore-list.ts';
import { readClearance, readTolerance } from '../../../src/report/lengths.ts';
import type { ModelFile } from '../../../src/report/model-file.ts';
import { parseRules } from '../../../src/report/rules/parse-rules.ts';
import { type RulesSetting, withLengths } from '../../../src/report/rules/rules-setting.ts';
import { starterRules } from '../../../src/report/rules/starter-sets.ts';
import type { ClashesQuery } from '../query.ts';

/** Rules that come with the package and suit all files; undefined where none do. */
function suitable(files: readonly ModelFile[]): string | undefined {
  return files.length > 0 && files.every(({ model }) => model.format === 'ifc') ? 'building' : undefined;
}

/** The name of the rules that are used; undefined for none. */
export function rulesName({ rules, rulesFile }: ClashesQuery, files: readonly ModelFile[]): string | undefined {
  if (rules === 'auto') return suitable(files);
  if (rules === 'file') return rulesFile?.name;
  return rules === 'none' ? undefined : rules;
}

function rulesOf(query: ClashesQuery, files: readonly ModelFile[]): RulesSetting | undefined {
  const name = rulesName(query, files);
  if (name === undefined) return undefined;
  const { rules, rulesFile } = query;
  return withLengths(rules === 'file' ? parseRules(rulesFile!.text, name) : starterRules(name)!);
}

export function clashSettings(query: ClashesQuery, files: readonly ModelFile[]) {
  const { tolerance, clearance, ignoreFile } = query;
  return {
    tolerance: tolerance.trim() === '' ? undefined : readTolerance(tolerance.trim()),
    clearance: clearance.trim() === '' ? undefined : readClearance(clearance.trim()),
    unit: query.unit || undefined,
    ignore: ignoreFile ? parseIgnoreList(ignoreFile.text, ignoreFile.name) : { rules: [], ids: [] },
    rules: rulesOf(query, files),
    withinFiles: query.withinFiles || query.self,
    assemblies: query.assemblies,
  };
}
