/** Every page of a paper lists all its tables and figures, once, and what the list points at is there. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** How many figures and tables the papers have. */
const PAPERS = {
  'quick-cullide': { figures: 8, tables: 2 },
  far: { figures: 7, tables: 0 },
  'self-cullide': { figures: 12, tables: 0 },
  voxels: { figures: 7, tables: 1 },
  ldi: { figures: 6, tables: 3 },
} as const;

describe.each(Object.entries(PAPERS))('the checklist of %s', (name, { figures, tables }) => {
  const page = readFileSync(`docs/papers/${name}.md`, 'utf8');
  const list = /## Every table and figure of the paper\n\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '';
  const rows = list
    .split('\n')
    .slice(2, -1)
    .map((row) => row.split('|').map((cell) => cell.trim()));

  it('has a row for each, with an answer', () => {
    const numbered = (what: string, count: number) => Array.from({ length: count }, (_, i) => `${what} ${i + 1}`);
    const expected = [...numbered('Figure', figures), ...numbered('Table', tables)].sort();
    const listed = rows.map(([, first]) => first).filter((first) => /^(Figure|Table) /.test(first));
    expect(listed.sort()).toEqual(expected);
    for (const row of rows) expect(row[3].length, row[1]).toBeGreaterThan(10);
  });

  it('points at what is there', () => {
    for (const [, file] of list.matchAll(/`(test\/[^`]+)`/g)) expect(existsSync(file), file).toBe(true);
    for (const [, number] of list.matchAll(/\| Table (\d)/g)) expect(page).toContain(`(table ${number})**`);
    const pictures = page.slice(page.indexOf(list), page.indexOf('## Results')).split('![').length - 1;
    const words = ['first', 'second', 'third'];
    for (const [, which] of list.matchAll(/the (first|second|third) picture below/g)) {
      expect(pictures, which).toBeGreaterThan(words.indexOf(which));
    }
  });
});
