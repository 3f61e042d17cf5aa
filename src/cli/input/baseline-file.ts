/** `--baseline`: reading and writing the file. */
import { existsSync } from 'node:fs';
import { OptionError } from '../../errors.ts';
import { type Baseline, baselineText, emptyBaseline, parseBaseline } from '../../report/baseline.ts';
import { OutputFile } from '../output/output-file.ts';
import type { Arguments } from './arguments.ts';
import { readText } from './read-text.ts';

export interface BaselineSetting {
  readonly path: string;
  /** As it was before; empty when it is to be written for the first time. */
  readonly before: Baseline;
  /** Add all present clashes, and drop those that are gone. */
  readonly update: boolean;
  readonly approve: readonly string[];
  readonly comment: string | undefined;
  /** A BCF file whose decisions are to be taken in. */
  readonly readBcf: string | undefined;
}

function idsOf(args: Arguments): string[] {
  const text = args.text('approve');
  if (text === undefined) return [];
  const ids = text.split(/[\s,]+/).filter(Boolean);
  if (ids.length > 0) return [...new Set(ids)];
  throw new OptionError('option-value', `--approve is "${text}"; expected clash ids, separated by commas.`);
}

function refuseAlone(args: Arguments): void {
  const alone = ['update-baseline', 'approve', 'comment', 'read-bcf'].find((name) => args.has(name));
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
  const approve = idsOf(args);
  const comment = args.text('comment');
  if (comment !== undefined && approve.length === 0) {
    throw new OptionError('option-alone', '--comment says why clashes are approved; add --approve with their ids.', {
      option: 'comment',
    });
  }
  const update = args.has('update-baseline');
  const readBcf = args.text('read-bcf');
  const isNew = !existsSync(path) && (update || approve.length > 0 || readBcf !== undefined);
  return { path, before: isNew ? emptyBaseline(undefined) : readBaseline(path), update, approve, comment, readBcf };
}

/** As it is now; empty when there is none yet. */
export function presentBaseline(path: string): Baseline {
  return existsSync(path) ? readBaseline(path) : emptyBaseline(undefined);
}

function readBaseline(path: string): Baseline {
  return parseBaseline(readText(path, 'baseline', ' To create one, add --update-baseline.'), path);
}

export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  const file = OutputFile.open(path);
  try {
    await file.write(baselineText(baseline));
    file.commit();
  } finally {
    file.discard();
  }
}
