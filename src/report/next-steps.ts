/** What to do with a long list: the next command, said where it helps. */
import { countStandings, type ListedChoice } from './listed.ts';
import type { Report } from './report.ts';
import { STARTER_NAMES } from './rules/starter-sets.ts';

/** A person reads this many rows. */
const READABLE = 40;

interface Told extends ListedChoice {
  readonly groupedBy?: string;
}

/** Undefined for a list that is short enough. */
export function nextSentence(report: Report, { groupedBy, find }: Told): string | undefined {
  const { open } = countStandings(report.clashes ?? []);
  if (open <= READABLE || find !== undefined) return undefined;
  const isBuilding = report.objects.some(({ class: own }) => own !== undefined);
  const rules = `--rules ${isBuilding ? STARTER_NAMES[0] : STARTER_NAMES[1]} sorts out what is meant to be`;
  const steps = [
    ...(report.tests || report.coverage ? [] : [rules]),
    ...(groupedBy ? [] : [`--group-by ${isBuilding ? 'storey' : 'element'} puts together what is decided together`]),
    '--find looks for words',
    '--report out.html shows each in a picture',
  ];
  return `Next: ${steps.join('; ')}`;
}
