/** The options of what is written for people to look at: the page with pictures, and BCF. */
import { OptionError } from '../../errors.ts';
import type { BcfVersion } from '../../report/bcf/topic.ts';
import type { Arguments } from './arguments.ts';
import { oneOf } from './settings.ts';

export interface ReviewSettings {
  readonly report: string | undefined;
  readonly bcf: string | undefined;
  readonly bcfVersion: BcfVersion;
  /** How many of the worst get a picture. */
  readonly pictures: number | undefined;
}

// Its module makes pictures, which no help text needs.
const BCF_VERSIONS: readonly string[] = ['2.1', '3.0'] satisfies BcfVersion[];

function picturesSetting(args: Arguments): number | undefined {
  const text = args.text('pictures');
  if (text === undefined || /^\d{1,6}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new OptionError('option-value', `--pictures is "${text}"; expected a whole number from 0.`, {
    option: 'pictures',
    found: text,
  });
}

function refuseAlone(args: Arguments, option: string, needed: readonly string[], why: string): void {
  if (!args.has(option) || needed.some((name) => args.has(name))) return;
  throw new OptionError('option-alone', `--${option} ${why}; add --${needed.join(' or --')}.`, { option });
}

export function reviewSettings(args: Arguments): ReviewSettings {
  refuseAlone(args, 'bcf-version', ['bcf'], 'says which BCF is written');
  refuseAlone(args, 'pictures', ['report', 'bcf'], 'says how many pictures are made');
  return {
    report: args.text('report'),
    bcf: args.text('bcf'),
    bcfVersion: (oneOf(args, 'bcf-version', BCF_VERSIONS) ?? '2.1') as BcfVersion,
    pictures: picturesSetting(args),
  };
}
