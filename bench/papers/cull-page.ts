/** The table of docs/cull.md with times at the papers' sizes: its rows are made of the papers' tables, those of each paper when it is measured. */
import type { PaperTable, PaperValue } from './paper.ts';
import type { PaperName } from './papers.ts';
import { numberText } from './value-text.ts';

const PLACE = /(<!-- times at the papers' sizes -->\n)([\s\S]*?)(<!-- end of times at the papers' sizes -->)/;
const HEAD = [
  '| scene | method | paper (ms) | ours (ms) | ours over the paper’s |',
  '| --- | --- | ---: | ---: | ---: |',
];

interface CullRow {
  readonly paper: PaperName;
  readonly scene: string;
  readonly method: string;
  /** The table, the labels of its rows, and the column. */
  readonly table: string;
  readonly labels: readonly string[];
  readonly key: string;
}

const WITH_TESTS = '`quick-cullide`, with exact tests';

const ROWS: readonly CullRow[] = [
  ...[
    { label: 'merged cows', sizes: '3 K and 270 K' },
    { label: 'deformed bunny', sizes: '5 K and 270 K' },
  ].map(({ label, sizes }) => ({
    paper: 'self-cullide' as const,
    scene: `${label}, ${sizes}, 500², x y z`,
    method: '`self-cullide`',
    table: 'times',
    labels: [label],
    key: 'cullide',
  })),
  {
    paper: 'quick-cullide',
    scene: 'leaves, 40 K, 4096², x y z',
    method: WITH_TESTS,
    table: 'times',
    labels: ['leaves'],
    key: 'quick',
  },
  {
    paper: 'quick-cullide',
    scene: 'cloth, 20 K, 4096², x y, self',
    method: WITH_TESTS,
    table: 'times',
    labels: ['cloth'],
    key: 'quick',
  },
  {
    paper: 'quick-cullide',
    scene: 'breaking, 285 K, 4096², x y z',
    method: WITH_TESTS,
    table: 'times',
    labels: ['breaking objects'],
    key: 'quick',
  },
  {
    paper: 'far',
    scene: 'leaves, 40 K, 1400², x y z',
    method: '`far`',
    table: 'times',
    labels: ['tree, average'],
    key: 'far',
  },
  {
    paper: 'far',
    scene: 'breaking, 147 K, 1400², x y z, first and last frame',
    method: '`far`',
    table: 'times',
    labels: ['breaking, first frame', 'breaking, last frame'],
    key: 'far',
  },
];

/** The first and the last of the values in a column; of one, that one. */
function ends(values: readonly (PaperValue | undefined)[]): number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 1 ? [numbers[0], numbers[numbers.length - 1]] : numbers;
}

const text = (numbers: readonly number[]) => (numbers.length > 0 ? numbers.map(numberText).join(' and ') : '–');

function rowText({ scene, method, table, labels, key }: CullRow, tables: readonly PaperTable[]): string | undefined {
  const rows = tables.find(({ name }) => name === table)?.rows.filter(({ label }) => labels.includes(label)) ?? [];
  const paper = ends(rows.map((row) => row.paper[key]));
  const ours = ends(rows.map((row) => row.ours[key]));
  if (ours.length === 0) return undefined;
  const over = paper.length === ours.length ? ours.map((time, i) => time / paper[i]) : [];
  return `| ${scene} | ${method} | ${text(paper)} | ${text(ours)} | ${text(over)} |`;
}

/** The page with the rows of a paper made anew; as it is when the paper has none. */
export function withCullTimes(page: string, paper: PaperName, tables: readonly PaperTable[]): string {
  return page.replace(PLACE, (_, begin: string, before: string, end: string) => {
    const rows = ROWS.map((row) => {
      const made = row.paper === paper ? rowText(row, tables) : undefined;
      return made ?? before.split('\n').find((line) => line.startsWith(`| ${row.scene} |`));
    });
    return `${begin}\n${[...HEAD, ...rows.filter((row) => row !== undefined)].join('\n')}\n\n${end}`;
  });
}
