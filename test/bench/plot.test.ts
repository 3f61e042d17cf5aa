/** The plot writer: pictures that are XML, scales that hold their values, legends that name every series. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { BarChart, LinePlot } from '../../bench/papers/plot/plot.ts';
import { plotSvg } from '../../bench/papers/plot/plot-svg.ts';
import { scaleFor, tickStep, tickText } from '../../bench/papers/plot/scale.ts';

const lines: LinePlot = {
  kind: 'lines',
  name: 'times',
  title: 'Times < 5 & "more"',
  description: 'How long it takes',
  x: { label: 'triangles' },
  y: { label: 'time (ms)' },
  series: [
    { name: 'ours', points: [1, 2, 3, 4].map((x) => [1000 * x, x === 3 ? null : x * x] as const) },
    {
      name: 'paper <2005>',
      paper: true,
      points: [
        [1000, 20],
        [4000, 35],
      ],
    },
  ],
};

const bars: BarChart = {
  kind: 'bars',
  name: 'sizes',
  title: 'Sizes',
  description: 'How many are left',
  y: { label: 'triangles' },
  groups: ['cloth', 'leaves'],
  series: [
    { name: 'paper', paper: true, values: [210, 450] },
    { name: 'ours', values: [100, null] },
  ],
};

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  readonly text: string;
}

type RawNode = Record<string, unknown> & { ':@'?: Record<string, string> };

function nodes(raw: readonly RawNode[]): Node[] {
  return raw.flatMap((entry) => {
    const name = Object.keys(entry).find((key) => key !== ':@')!;
    if (name === '#text') return [];
    const inner = entry[name] as RawNode[];
    const text = inner.map((child) => child['#text'] ?? '').join('');
    return [{ name, attributes: entry[':@'] ?? {}, children: nodes(inner), text }];
  });
}

/** All elements of a picture, from the outside in. */
function elements(svg: string): Node[] {
  expect(XMLValidator.validate(svg)).toBe(true);
  const options = { ignoreAttributes: false, attributeNamePrefix: '', preserveOrder: true, parseTagValue: false };
  const all: Node[] = [];
  const collect = (list: readonly Node[]) => {
    for (const node of list) {
      all.push(node);
      collect(node.children);
    }
  };
  collect(nodes(new XMLParser(options).parse(svg)));
  return all;
}

const withClass = (list: readonly Node[], name: string) =>
  list.filter(({ attributes }) => attributes.class?.split(' ').includes(name));

describe('a plot', () => {
  it.each([lines, bars])('of kind $kind is an SVG picture with its title and description', (plot) => {
    const [svg, ...rest] = elements(plotSvg(plot));
    expect(svg.name).toBe('svg');
    expect(svg.attributes).toMatchObject({ xmlns: 'http://www.w3.org/2000/svg', role: 'img' });
    const named = svg.attributes['aria-labelledby'].split(' ');
    const texts = named.map((id) => rest.find(({ attributes }) => attributes.id === id)!.text);
    expect(texts).toEqual([plot.title, plot.description]);
  });

  it.each([lines, bars])('of kind $kind names its axes and every series', (plot) => {
    const texts = elements(plotSvg(plot))
      .filter(({ name }) => name === 'text')
      .map(({ text }) => text);
    const wanted = plot.kind === 'lines' ? [plot.x.label, plot.y.label] : [plot.y.label, ...plot.groups];
    for (const name of [plot.title, ...wanted, ...plot.series.map((series) => series.name)])
      expect(texts).toContain(name);
  });

  it('is readable on light and on dark pages', () => {
    const style = elements(plotSvg(lines)).find(({ name }) => name === 'style')!.text;
    const [light, dark] = style.split('@media(prefers-color-scheme:dark)');
    const ground = (rules: string) => /\.ground\{fill:(#\w+)\}/.exec(rules)?.[1];
    const ink = (rules: string) => /[;}{]text\{fill:(#\w+)\}/.exec(rules)?.[1];
    expect([ground(light), ink(light)]).toEqual(['#ffffff', '#1f2328']);
    expect([ground(dark), ink(dark)]).toEqual(['#0d1117', '#e6edf3']);
  });

  it('is the same text every time', () => {
    expect(plotSvg(lines)).toBe(plotSvg(structuredClone(lines)));
  });
});

describe('a line plot', () => {
  const all = elements(plotSvg(lines));

  it('is broken where a value is missing, and dashed for the paper', () => {
    const polylines = all.filter(({ name }) => name === 'polyline');
    expect(polylines.map(({ attributes }) => attributes.points.split(' ').length)).toEqual([2, 1, 2]);
    expect(polylines.map(({ attributes }) => attributes.class.includes('dashed'))).toEqual([false, false, true]);
  });

  it('puts values where their scale says', () => {
    const grid = withClass(all, 'grid').map(({ attributes }) => Number(attributes.y1));
    const [bottom, top] = [Math.max(...grid), Math.min(...grid)];
    const points = all
      .filter(({ name }) => name === 'polyline')
      .flatMap(({ attributes }) => attributes.points.split(' ').map((point) => Number(point.split(',')[1])));
    const scale = scaleFor([1, 4, 16, 20, 35], {});
    const expected = [1, 4, 16, 20, 35].map((value) => bottom - scale.position(value) * (bottom - top));
    points.forEach((y, index) => {
      expect(y).toBeCloseTo(expected[index], 1);
    });
  });

  it('has marks when points are few and none when they are many', () => {
    const many = {
      ...lines,
      series: [{ name: 'many', points: Array.from({ length: 100 }, (_, x) => [x, x] as const) }],
    };
    expect(withClass(all, 'mark').length).toBeGreaterThan(0);
    expect(withClass(elements(plotSvg(many)), 'mark')).toEqual([]);
  });

  it('without any value is still a picture', () => {
    expect(elements(plotSvg({ ...lines, series: [{ name: 'nothing', points: [] }] })).length).toBeGreaterThan(5);
  });

  it('refuses a logarithmic axis for zero', () => {
    const series = [{ name: 'zero', points: [[1, 0] as const] }];
    expect(() => plotSvg({ ...lines, y: { label: 'y', scale: 'log' }, series })).toThrow(/begins above zero.*value 0/);
  });

  it('refuses values that are no numbers', () => {
    const series = [{ name: 'bad', points: [[1, Number.NaN] as const] }];
    expect(() => plotSvg({ ...lines, series })).toThrow(/plotted value is NaN/);
  });
});

describe('a bar chart', () => {
  it('has bars as high as their values, on one ground, and none where a value is missing', () => {
    const drawn = elements(plotSvg(bars)).filter(({ name }) => name === 'g');
    const rectangles = drawn.flatMap(({ children }) => children.filter(({ name }) => name === 'rect'));
    expect(rectangles).toHaveLength(3);
    const numbers = rectangles.map(({ attributes }) => ({
      y: Number(attributes.y),
      height: Number(attributes.height),
    }));
    expect(numbers[0].height / numbers[1].height).toBeCloseTo(210 / 100, 1);
    for (const { y, height } of numbers) expect(y + height).toBeCloseTo(numbers[0].y + numbers[0].height, 1);
  });

  it('refuses bars below zero', () => {
    expect(() => plotSvg({ ...bars, series: [{ name: 'below', values: [-1, 2] }] })).toThrow(/found the value -1/);
  });
});

describe('a scale', () => {
  it.each([
    [[0, 7], 'linear'],
    [[3, 1234], 'linear'],
    [[-5, 5], 'linear'],
    [[950, 1000], 'linear'],
    [[0], 'linear'],
    [[12], 'linear'],
    [[0.0003, 0.02], 'linear'],
    [[3, 1000], 'log'],
    [[0.02, 90_000], 'log'],
    [[10], 'log'],
  ] as const)('holds %j (%s) between its first and last mark', (values, scale) => {
    const { from, to, ticks, position } = scaleFor([...values], { scale });
    expect([ticks[0], ticks[ticks.length - 1]]).toEqual([from, to]);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(10);
    expect([...ticks].sort((a, b) => a - b)).toEqual([...ticks]);
    for (const value of values) {
      expect(position(value)).toBeGreaterThanOrEqual(0);
      expect(position(value)).toBeLessThanOrEqual(1);
    }
    expect(position(to)).toBeCloseTo(1);
  });

  it('begins at zero unless its values lie close together far from it', () => {
    expect(scaleFor([100, 1000], {}).from).toBe(0);
    expect(scaleFor([950, 1000], {}).from).toBeGreaterThan(900);
  });

  it.each([
    [10, 5, 2],
    [7, 6, 2],
    [1, 6, 0.2],
    [35_000, 6, 10_000],
  ])('divides %d into %d parts by %d', (length, parts, step) => {
    expect(tickStep(length, parts)).toBeCloseTo(step, 9);
  });

  it.each([
    [12_000, '12\u00a0000'],
    [0.30000000000000004, '0.3'],
    [-1500, '−1\u00a0500'],
    [1_000_000, '1\u00a0000\u00a0000'],
  ])('writes %d as people do', (value, text) => {
    expect(tickText(value)).toBe(text);
  });
});
