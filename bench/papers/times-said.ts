/**
 * What a paper's tables say about times, in sentences that are made of their numbers: pages of docs/papers compare times nowhere else,
 * so that measuring again cannot leave a false one behind. What a run has not measured is not spoken of.
 */
import type { PaperTable, PaperValue } from './paper.ts';
import type { PaperName } from './papers.ts';
import { valueText } from './value-text.ts';

/** Finds numbers of tables by their names. */
class Numbers {
  readonly #tables: readonly PaperTable[];

  constructor(tables: readonly PaperTable[]) {
    this.#tables = tables;
  }

  rows(table: string) {
    return this.#tables.find(({ name }) => name === table)?.rows ?? [];
  }

  /** A value of ours, of the row whose label begins so. */
  of(table: string, label: string, key: string): number | undefined {
    return asNumber(this.rows(table).find((row) => row.label.startsWith(label))?.ours[key]);
  }
}

function asNumber(value: PaperValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** One number as a part or a multiple of another, with two digits: "0.62", "1.8", "14". */
function times(part: number, whole: number): string {
  const factor = part / whole;
  return factor >= 9.95 ? factor.toFixed(0) : factor >= 0.995 ? factor.toFixed(1) : factor.toFixed(2);
}

/** The same of several, as a range: "1.8 to 2.4". */
function range(factors: readonly (readonly [number, number])[]): string {
  const sorted = factors.toSorted(([a, b], [c, d]) => a / b - c / d);
  const [first, last] = [times(...sorted[0]), times(...sorted[sorted.length - 1])];
  return first === last ? first : `${first} to ${last}`;
}

/** Two columns of all rows of a table that have both, ours or the paper's. */
function columns(numbers: Numbers, table: string, part: string, whole: string): [number, number][] {
  return numbers.rows(table).flatMap(({ ours }) => {
    const [a, b] = [asNumber(ours[part]), asNumber(ours[whole])];
    return a === undefined || b === undefined ? [] : [[a, b] as [number, number]];
  });
}

type Sentence = string | undefined | false;

/** A sentence, if all of its numbers are there. */
function say(numbers: readonly (number | undefined)[], sentence: (...known: number[]) => string): Sentence {
  return numbers.every((number) => number !== undefined) && sentence(...(numbers as number[]));
}

const SWEPT = 'sweep and prune, then once';

function ofSettings(numbers: Numbers): Sentence[] {
  const time = (label: string) => numbers.of('settings', label, 'milliseconds');
  return [
    say([time(SWEPT), time('the same, all drawn')], (swept, all) => {
      const auto = time('sweep and prune, views auto');
      const further = auto === undefined ? '' : `, and ${times(auto, all)} of it if views are \`auto\``;
      return `Sweep and prune first takes ${times(swept, all)} of the time of drawing all${further} (last frame of the breaking scene).`;
    }),
  ];
}

function ofFar(numbers: Numbers): Sentence[] {
  const over = columns(numbers, 'times', 'far', 'cullide');
  const bunnies = (label: string, key: string) => numbers.of('misses', label, key);
  return [
    over.length > 0 && `FAR takes ${range(over)} times as long as CULLIDE; the paper says nearly three times.`,
    say(
      [
        bunnies('our default', 'milliseconds'),
        bunnies('FAR', 'milliseconds'),
        bunnies('our default', 'survivors'),
        bunnies('FAR', 'survivors'),
      ],
      (ours, far, left, leftByFar) =>
        `Of the bunnies our default leaves ${times(left, leftByFar)} of what FAR leaves, in ${times(ours, far)} times its time.`,
    ),
    ...ofSettings(numbers),
  ];
}

function ofQuickCullide(numbers: Numbers): Sentence[] {
  const quicker = columns(numbers, 'times', 'quick', 'cullide');
  const exact = columns(numbers, 'times', 'exact', 'quick');
  return [
    quicker.length > 0 && `Quick-CULLIDE takes ${range(quicker)} of CULLIDE's time.`,
    exact.length > 0 &&
      `\`collide\`, which sorts boxes and never fills pixels, finds all pairs exactly in ${range(exact)} of Quick-CULLIDE's time. That is a statement about software rasterization, not about the paper.`,
    ...ofSettings(numbers),
  ];
}

function ofPasses(numbers: Numbers, model: string): Sentence[] {
  const name = model.replaceAll(' ', '-');
  const passes = numbers.rows(`passes-${name}`).flatMap(({ ours }) => asNumber(ours.time) ?? []);
  const exact = numbers.of(`passes-${name}`, 'at once', 'exact');
  const onCard = numbers.rows(`hardware-${name}`).flatMap(({ ours }) => asNumber(ours.time) ?? []);
  const share = (list: readonly number[]) =>
    `${((100 * (list.at(-1) ?? 0)) / list.reduce((sum, one) => sum + one, 0)).toFixed(0)} %`;
  return [
    passes.length > 0 &&
      `Of the ${model}, the last pass takes ${share(passes)} of the time of all${onCard.length > 0 ? `, and ${share(onCard)} with a depth buffer and occlusion queries` : ''}.`,
    passes.length > 0 &&
      exact !== undefined &&
      `Exact tests of the whole ${model} take ${times(exact, Math.min(...passes))} of the time of its shortest pass.`,
  ];
}

function ofSelfCullide(numbers: Numbers): Sentence[] {
  const growth = ['deformed bunny', 'merged cows'].flatMap((model) => {
    const rows = numbers.rows('times').filter(({ label }) => label === model);
    const [first, last] = [rows[0]?.ours, rows.at(-1)?.ours].map((ours) => [
      asNumber(ours?.triangles),
      asNumber(ours?.cullide),
    ]);
    return rows.length < 2
      ? []
      : say(
          [first[0], first[1], last[0], last[1]],
          (few, short, many, long) =>
            `From ${valueText(few)} to ${valueText(many)} triangles, ${times(many, few)} times as many, the time for the ${model} grows ${times(long, short)} times.`,
        );
  });
  const hierarchies = ['deformed bunny', 'merged cows'].map((model) =>
    say(
      [numbers.of('hierarchy', `${model}, at random`, 'time'), numbers.of('hierarchy', `${model}, by`, 'time')],
      (random, connected) =>
        `A random hierarchy of the ${model} takes ${times(random, connected)} times as long as one by connectivity.`,
    ),
  );
  return [...growth, ...ofPasses(numbers, 'deformed bunny'), ...ofPasses(numbers, 'merged cows'), ...hierarchies];
}

/** Times of the software generator without a bound beside the paper's: least over least and most over most. */
function overPaper(numbers: Numbers, table: string, keys: readonly string[]): [number, number][] {
  const row = numbers.rows(table).find(({ label }) => label.startsWith('software'));
  return keys.flatMap((key) => {
    const [paper, ours] = [row?.paper[key], row?.ours[key]].map((value) =>
      typeof value === 'number' ? [value] : value,
    );
    if (!Array.isArray(paper) || !Array.isArray(ours)) return [];
    return paper.map((value, i) => [value, ours[Math.min(i, ours.length - 1)]] as [number, number]);
  });
}

function keysOf(numbers: Numbers, table: string): string[] {
  return [...new Set(numbers.rows(table).flatMap(({ ours }) => Object.keys(ours)))];
}

function ofLdi(numbers: Numbers): Sentence[] {
  const faster = (label: string, table: string, keys = keysOf(numbers, table)) => {
    const factors = overPaper(numbers, table, keys);
    return factors.length > 0 && `\`sampled\` is ${range(factors)} times as fast as the paper's software for ${label}.`;
  };
  const dragon = keysOf(numbers, 'dragon').flatMap((key) => {
    const [exact, image] = [numbers.of('dragon', 'exact', key), numbers.of('dragon', 'software', key)];
    return exact === undefined || image === undefined ? [] : [[exact, image] as [number, number]];
  });
  const rays = columns(numbers, 'voxels', 'layers', 'centres');
  return [
    faster('hand and phone (their collision)', 'hand', ['collision']),
    faster('points in a dragon', 'dragon'),
    faster('hat and mouse', 'hat'),
    dragon.length > 0 &&
      `\`inside\`, which decides points in a dragon exactly, takes ${range(dragon)} times as long as \`sampled\`.`,
    rays.length > 0 && `Rays take ${range(rays)} of the time of voxels by centres.`,
  ];
}

function ofVoxels(numbers: Numbers): Sentence[] {
  const rules = columns(numbers, 'models', 'milliseconds', 'conservative');
  const pairs = numbers.rows('pairs');
  const ends = pairs.length > 0 ? [pairs[0], pairs[pairs.length - 1]] : [];
  const query = numbers.of('dolphin-times', 'query', 'milliseconds');
  const all = numbers.of('dolphin-times', 'in all', 'milliseconds');
  return [
    rules.length > 0 &&
      `Voxelizing one model by the paper's rule takes ${range(rules)} times as long as by the conservative one.`,
    say(
      [query, all],
      (part, whole) =>
        `Comparing two worksheets takes ${valueText(part)} of ${valueText(whole)} ms here, and 15 of 115 in the paper.`,
    ),
    ...ends.map(({ label, ours }) =>
      say(
        [asNumber(ours.conservative), asNumber(ours.early), asNumber(ours.exact)],
        (voxels, early, exact) =>
          `With ${label} triangles, conservative voxels take ${times(voxels, exact)} times as long as \`collide\` for all exact pairs, and a yes or no ${times(early, exact)}.`,
      ),
    ),
  ];
}

function ofCompare(numbers: Numbers): Sentence[] {
  const timeOf = (label: string) => numbers.of('methods', label, 'time');
  const culling = numbers.rows('methods').filter(({ ours }) => asNumber(ours.left) !== undefined);
  const fastest = culling.toSorted((a, b) => (a.ours.time as number) - (b.ours.time as number))[0];
  return [
    say(
      [timeOf('`collide`'), asNumber(fastest?.ours.time)],
      (exact, least) =>
        `\`collide\` finds all pairs exactly in ${times(exact, least)} of the time of the fastest culling (${fastest.label}).`,
    ),
    say(
      [
        numbers.of('methods', 'Quick-CULLIDE', 'queries'),
        numbers.of('methods', 'CULLIDE', 'queries'),
        timeOf('Quick-CULLIDE'),
        timeOf('CULLIDE'),
      ],
      (queries, ofCullide, time, timeOfCullide) =>
        `Quick-CULLIDE makes ${times(queries, ofCullide)} of CULLIDE's queries, and takes ${times(time, timeOfCullide)} of its time.`,
    ),
  ];
}

const SENTENCES: Readonly<Record<PaperName, (numbers: Numbers) => Sentence[]>> = {
  'quick-cullide': ofQuickCullide,
  'self-cullide': ofSelfCullide,
  far: ofFar,
  ldi: ofLdi,
  voxels: ofVoxels,
  compare: ofCompare,
};

/** What the tables of a paper say about times. */
export function timesSaid(paper: PaperName, tables: readonly PaperTable[]): string[] {
  return SENTENCES[paper](new Numbers(tables)).filter((sentence) => typeof sentence === 'string');
}
