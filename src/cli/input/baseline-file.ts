/** `--baseline`: reading and writing the file. */
import { existsSync } from 'node:fs';
import { OptionError } from '../../errors.ts';
import { type Baseline, baselineText, DECISIONS, emptyBaseline, parseBaseline } from '../../report/baseline.ts';
import { type DecisionChange, FOUND } from '../../report/decide.ts';
import { writeOutput } from '../output/output-file.ts';
import type { Arguments } from './arguments.ts';
import { readText } from './option-files.ts';
import { oneOf } from './settings.ts';

export interface BaselineSetting {
  readonly path: string;
  /** As it was before; empty when it is to be written for the first time. */
  readonly before: Baseline;
  /** Add all present clashes, and drop those that are gone. */
  readonly update: boolean;
  /** Ids of the clashes or groups being decided, or `found`; none if nothing is decided. */
  readonly decide: readonly string[];
  readonly change: DecisionChange;
  /** A BCF file whose decisions are to be taken in. */
  readonly readBcf: string | undefined;
}

function idsOf(args: Arguments): string[] {
  const option = args.has('approve') ? 'approve' : 'decide';
  if (args.has('approve') && args.has('decide')) {
    throw new OptionError('option-conflict', '--approve and --decide exclude each other; leave one of them out.');
  }
  const text = args.text(option);
  if (text === undefined) return [];
  const ids = text.split(/[\s,]+/).filter(Boolean);
  if (ids.includes(FOUND) && !args.has('find')) {
    throw new OptionError('option-alone', `--${option} ${FOUND} is what --find finds; add that.`, { option });
  }
  if (ids.length > 0) return [...new Set(ids)];
  throw new OptionError(
    'option-value',
    `--${option} is "${text}"; expected ids of clashes or groups, separated by commas.`,
    { option, found: text },
  );
}

/** A calendar day: the same in every time zone. */
function dueSetting(args: Arguments): string | undefined {
  const text = args.text('due');
  if (text === undefined) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) return text;
  throw new OptionError('option-value', `--due is "${text}"; expected a day, as in 2026-05-31.`, {
    option: 'due',
    found: text,
  });
}

function changeSetting(args: Arguments): DecisionChange {
  const state = args.has('approve') ? 'approved' : oneOf(args, 'state', DECISIONS);
  const [comment, assignee, due] = [args.text('comment'), args.text('assignee'), dueSetting(args)];
  return {
    ...(state && { state: state as DecisionChange['state'] }),
    ...(comment !== undefined && { comment }),
    ...(assignee !== undefined && { assignee }),
    ...(due !== undefined && { due }),
  } as DecisionChange;
}

function refuseAlone(args: Arguments): void {
  const alone = ['update-baseline', 'approve', 'decide', 'state', 'comment', 'assignee', 'due', 'read-bcf'].find(
    (name) => args.has(name),
  );
  if (alone) {
    throw new OptionError(
      'option-alone',
      `--${alone} applies to --baseline only; add that, as in --baseline accepted.json.`,
      {
        option: alone,
      },
    );
  }
}

/** Undefined when there is no baseline. */
export function baselineSetting(args: Arguments): BaselineSetting | undefined {
  const path = args.text('baseline');
  if (path === undefined) {
    refuseAlone(args);
    return undefined;
  }
  const decide = idsOf(args);
  const change = changeSetting(args);
  const [alone] = ['state', 'comment', 'assignee', 'due'].filter((name) => args.has(name));
  if (alone !== undefined && decide.length === 0) {
    throw new OptionError(
      'option-alone',
      `--${alone} is a part of a decision; add --decide, or --approve, with ids of clashes or groups.`,
      { option: alone },
    );
  }
  if (decide.length > 0 && Object.keys(change).length === 0) {
    throw new OptionError('option-alone', '--decide needs to know what: add --state, --assignee, --due or --comment.', {
      option: 'decide',
    });
  }
  const update = args.has('update-baseline');
  const readBcf = args.text('read-bcf');
  const isNew = !existsSync(path) && (update || decide.length > 0 || readBcf !== undefined);
  return { path, before: isNew ? emptyBaseline(undefined) : readBaseline(path), update, decide, change, readBcf };
}

/** As it is now; empty when there is none yet. */
export function presentBaseline(path: string): Baseline {
  return existsSync(path) ? readBaseline(path) : emptyBaseline(undefined);
}

function readBaseline(path: string): Baseline {
  return parseBaseline(readText(path, 'baseline', ' To create one, add --update-baseline.'), path);
}

export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  await writeOutput(path, baselineText(baseline));
}
