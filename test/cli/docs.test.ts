/** docs/command-line.md shows the help texts as the program prints them. `UPDATE_DOCS=1` writes them there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generalHelp, verbHelp } from '../../src/cli/help.ts';
import { VERBS } from '../../src/cli/verb-table.ts';
import { projectRoot } from './command-line.ts';

const path = join(projectRoot, 'docs/command-line.md');

function withHelp(text: string): string {
  const texts = new Map(VERBS.map((verb) => [` ${verb.name}`, verbHelp(verb)]));
  return text.replaceAll(/<!-- help( \w+)? -->\n```\n[^`]*```\n/g, (_block, verb = '') => {
    return `<!-- help${verb} -->\n\`\`\`\n${verb === '' ? generalHelp() : texts.get(verb)}\`\`\`\n`;
  });
}

it('the help texts in docs/command-line.md are those that are printed', () => {
  const text = readFileSync(path, 'utf8');
  if (process.env.UPDATE_DOCS) writeFileSync(path, withHelp(text));
  else expect(text).toBe(withHelp(text));
  for (const { name } of VERBS) expect(text).toContain(`<!-- help ${name} -->`);
});
