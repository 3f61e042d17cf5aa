/** Every paper has a page like the others, with results between its marks and pictures that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paperNames } from '../../bench/papers/papers.ts';

const folder = join(import.meta.dirname, '../../docs/papers');
const SECTIONS = ['What the paper does', 'What we do', 'What differs, and why', 'Results'];

describe.each(paperNames)('docs/papers/%s.md', (paper) => {
  const text = readFileSync(join(folder, `${paper}.md`), 'utf8');

  it('has the sections that all have, in their order', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    // The page of all methods has no paper of its own.
    const sections = paper === 'compare' ? ['What it shows', 'Results'] : SECTIONS;
    expect(headings.filter((heading) => sections.includes(heading))).toEqual(sections);
  });

  it('holds results, the command that made them, and pictures that exist', () => {
    const results = /<!-- results -->\n([\s\S]*)<!-- end of results -->/.exec(text)?.[1] ?? '';
    expect(results).toMatch(/^Paper: .+ Ours: /);
    expect(results).toContain('| --- |');
    expect(text).toContain(`npm run bench -- papers ${paper}`);
    const pictures = [...results.matchAll(/!\[.+\]\((.+\.svg)\)/g)].map(([, path]) => path);
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) expect(existsSync(join(folder, path)), path).toBe(true);
  });

  it('is in the list of papers', () => {
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`(${paper}.md)`);
  });
});
