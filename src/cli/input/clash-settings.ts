/** The options of `clash`, checked as far as possible before the files are read. */
import { OptionError } from '../../errors.ts';
import { CLASH_KINDS, type ClashKind } from '../../queries/clashes/clashes.ts';
import { FAIL_ON } from '../../report/gate.ts';
import { GROUPINGS, type Grouping } from '../../report/groupings.ts';
import type { IgnoreList } from '../../report/ignore-list.ts';
import type { LengthSetting } from '../../report/lengths.ts';
import { nearest } from '../../report/nearest.ts';
import type { RulesSetting } from '../../report/rules/rules-setting.ts';
import { type ClashView, SORTS, type Sort } from '../output/clash-table.ts';
import { ROWS_MOST } from '../output/report-tables.ts';
import type { Arguments } from './arguments.ts';
import { type BaselineSetting, baselineSetting } from './baseline-file.ts';
import { readIgnoreFile, rulesSetting } from './option-files.ts';
import { type ReviewSettings, reviewSettings } from './review-settings.ts';
import { clearanceSetting, countSetting, oneOf, toleranceSetting, unitSetting, weldSetting } from './settings.ts';

export interface ClashSettings {
  readonly clearance: LengthSetting | undefined;
  /** Undefined if not given. */
  readonly tolerance: LengthSetting | 'auto' | undefined;
  /** Unit of all files, overriding what they state. */
  readonly unit: string | undefined;
  readonly ignore: IgnoreList;
  readonly rules: RulesSetting | undefined;
  readonly weld: LengthSetting | undefined;
  readonly baseline: BaselineSetting | undefined;
  readonly failOn: readonly ClashKind[];
  readonly csv: string | undefined;
  readonly junit: string | undefined;
  readonly review: ReviewSettings;
  readonly view: ClashView;
  /** Whether overlap volumes are reported. */
  readonly volume: boolean;
  /** Whether pairs within objects count. */
  readonly self: boolean;
  /** Whether objects of one IFC file are compared as well, where there are several files. */
  readonly withinFiles: boolean;
  readonly assemblies: boolean;
  /** Whether triangle pairs are written. */
  readonly pairs: boolean;
  /** Which axis of the files points up, regardless of their format. */
  readonly up: 'y' | 'z' | undefined;
}

function failOnSetting(args: Arguments): readonly ClashKind[] {
  const text = args.text('fail-on');
  if (text === undefined) return FAIL_ON;
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (words.length === 1 && words[0] === 'none') return [];
  const unknown = words.find((word) => !CLASH_KINDS.includes(word as ClashKind));
  if (words.length === 0 || unknown !== undefined) {
    const near = unknown && nearest(unknown, CLASH_KINDS);
    throw new OptionError(
      'option-value',
      `--fail-on is "${text}"; expected some of ${CLASH_KINDS.join(',')}, or none.${near ? ` Did you mean ${near}?` : ''}`,
      { option: 'fail-on', found: text },
    );
  }
  if (words.includes('near') && !args.has('clearance') && !args.has('rules')) {
    throw new OptionError('option-alone', '--fail-on near needs a --clearance that says how near, as in 5mm.', {
      option: 'fail-on',
    });
  }
  return words as ClashKind[];
}

function viewSetting(args: Arguments): ClashView {
  const all = args.has('all');
  const top = countSetting(args, 'top') ?? (all ? Number.POSITIVE_INFINITY : ROWS_MOST);
  // Whatever fails the run is listed.
  const touching = args.has('touching') || failOnSetting(args).includes('touching');
  const groupedBy = oneOf(args, 'group-by', GROUPINGS) as Grouping | undefined;
  const find = args.text('find');
  return {
    sort: (oneOf(args, 'sort', SORTS) ?? 'worst') as Sort,
    top,
    all,
    touching,
    byDesign: all || args.has('by-design'),
    objects: args.has('objects'),
    ...(groupedBy && { groupedBy }),
    ...(find !== undefined && { find }),
  };
}

export function clashSettings(args: Arguments): ClashSettings {
  if (args.has('split') && (args.has('frames') || args.has('merge'))) {
    const other = args.has('frames') ? 'frames' : 'merge';
    throw new OptionError('option-conflict', `--split and --${other} exclude each other; leave one of them out.`);
  }
  return {
    clearance: clearanceSetting(args),
    tolerance: toleranceSetting(args),
    unit: unitSetting(args),
    ignore: readIgnoreFile(args.text('ignore')),
    rules: rulesSetting(args),
    weld: weldSetting(args),
    baseline: baselineSetting(args),
    failOn: failOnSetting(args),
    csv: args.text('csv'),
    junit: args.text('junit'),
    review: reviewSettings(args),
    view: viewSetting(args),
    volume: args.has('volume'),
    self: args.has('self'),
    withinFiles: args.has('within-files'),
    assemblies: args.has('assemblies'),
    pairs: args.has('pairs'),
    up: oneOf(args, 'up', ['y', 'z']) as 'y' | 'z' | undefined,
  };
}
