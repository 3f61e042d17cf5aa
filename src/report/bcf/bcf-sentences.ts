/** What was imported from a BCF file, what was not, and why. */
import { counted, fitText } from '../text.ts';
import type { BcfDecisions } from './bcf-decisions.ts';

/** Topics of an unclear status that are told one by one. */
const UNCLEAR_MOST = 5;

export function bcfSentences({ decisions, unmatched, unclear, newer }: BcfDecisions): string[] {
  const sentences = [`${counted(decisions.size, 'decision')} taken over.`];
  if (unmatched.length > 0) {
    const title = fitText(unmatched[0].title, 60);
    sentences.push(
      `${counted(unmatched.length, 'topic')} of no clash that is there now or in the baseline, as "${title}".`,
    );
  }
  for (const { status, title } of unclear.slice(0, UNCLEAR_MOST)) {
    sentences.push(
      `the status "${fitText(status, 40)}" of "${fitText(title, 60)}" means none of open, reviewed, approved, resolved; it was left as it was.`,
    );
  }
  if (newer.length > 0) sentences.push(`the baseline is newer for ${fitText(newer.join(', '), 200)}, and was kept.`);
  return sentences;
}
