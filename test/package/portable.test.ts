/** What runs on systems that are not Unix: the folders of `npm test -- --portable`, and the steps of the workflow. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PORTABLE } from '../../scripts/system-packages.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it.each(PORTABLE)('%s starts no processes', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const starting = files.filter((name) => /'node:child_process'|command-line\.ts'/.test(read(join(folder, name))));
  expect(files.length).toBeGreaterThan(0);
  expect(starting).toEqual([]);
});

it('the workflow installs Debian packages on Linux only', () => {
  const jobs = read('.github/workflows/test.yml')
    .split(/^ {2}(?=[a-z]+:\n)/m)
    .slice(1);
  const installing = jobs.filter((job) => job.includes('apt-get'));
  expect(installing.length).toBeGreaterThan(0);
  expect(installing.filter((job) => !/^ {4}runs-on: ubuntu-latest$/m.test(job))).toEqual([]);
});
