/** A paper's page in docs/papers: results go between two marks, the rest is written by people. */
import { OptionError } from '../../src/index.ts';
import type { Machine } from './machine.ts';
import { resultsMarkdown } from './markdown.ts';
import type { PaperReport } from './run-papers.ts';

const RESULTS = /(<!-- results -->\n)[\s\S]*?(<!-- end of results -->)/;
const PICTURES_FROM_PAGE = '../images/papers/';

/** The page with new results in the place of old ones. */
export function withResults(page: string, report: PaperReport, machine: Machine): string {
  if (!RESULTS.test(page)) {
    throw new OptionError(
      'option-value',
      `the page of ${report.paper} has no place for results; expected <!-- results --> and <!-- end of results -->.`,
    );
  }
  const results = resultsMarkdown(report, machine, PICTURES_FROM_PAGE);
  return page.replace(RESULTS, (_, begin, end) => `${begin}${results}\n${end}`);
}
