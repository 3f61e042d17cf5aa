/** Lines over a number: one for each series, with marks when there are few points. */
import { type Area, framed, type LegendEntry, xMark } from './frame.ts';
import type { LinePlot, LineSeries } from './plot.ts';
import { type Scale, scaleFor, tickText } from './scale.ts';
import { COLOUR_COUNT, element, shortNumber } from './svg.ts';

const MARKS_MOST = 40;
const MARK_RADIUS = 3.6;

/** Marks of different form: circle, square, diamond, triangle. */
const MARKS: readonly ((x: number, y: number, className: string) => string)[] = [
  (x, y, className) => element('circle', { class: className, cx: x, cy: y, r: MARK_RADIUS }),
  (x, y, className) => mark(x, y, className, [-1, -1, 1, -1, 1, 1, -1, 1], 0.9),
  (x, y, className) => mark(x, y, className, [0, -1, 1, 0, 0, 1, -1, 0], 1.3),
  (x, y, className) => mark(x, y, className, [0, -1, 1, 0.8, -1, 0.8], 1.2),
];

function mark(x: number, y: number, className: string, corners: readonly number[], size: number): string {
  const at = corners.map((value, index) => shortNumber((index % 2 === 0 ? x : y) + value * size * MARK_RADIUS));
  const points = at.map((value, index) => value + (index % 2 === 0 ? ',' : ' ')).join('');
  return element('polygon', { class: className, points: points.trim() });
}

interface Style {
  readonly line: string;
  readonly mark: (x: number, y: number) => string;
}

function styleOf({ paper, colour: wanted }: LineSeries, index: number): Style {
  const colour = (wanted ?? index) % COLOUR_COUNT;
  const form = MARKS[index % MARKS.length];
  return {
    line: `line l${colour}${paper ? ' dashed' : ''}`,
    mark: (x, y) => form(x, y, `mark ${paper ? 'h' : 'f'}${colour}`),
  };
}

function hasMarks({ points }: LineSeries): boolean {
  return points.length <= MARKS_MOST;
}

function legendEntry(series: LineSeries, index: number): LegendEntry {
  const style = styleOf(series, index);
  return {
    name: series.name,
    sample: (x, y, width) =>
      element('line', { class: style.line, x1: x, x2: x + width, y1: y, y2: y }) +
      (hasMarks(series) ? style.mark(x + width / 2, y) : ''),
  };
}

/** Pixels of a series in pieces without gaps. */
function pieces(series: LineSeries, place: (x: number, y: number) => readonly [number, number]) {
  const found: (readonly [number, number])[][] = [[]];
  for (const [x, y] of series.points) {
    if (y === null) found.push([]);
    else found[found.length - 1].push(place(x, y));
  }
  return found.filter((piece) => piece.length > 0);
}

function drawSeries(series: LineSeries, index: number, area: Area, x: Scale, y: Scale): string {
  const { left, right, top, bottom } = area;
  const style = styleOf(series, index);
  const drawn = pieces(series, (valueX, valueY) => [
    left + x.position(valueX) * (right - left),
    bottom - y.position(valueY) * (bottom - top),
  ]);
  const lines = drawn.map((piece) =>
    element('polyline', {
      class: style.line,
      points: piece.map((point) => point.map(shortNumber).join(',')).join(' '),
    }),
  );
  const marks = hasMarks(series) ? drawn.flat().map(([atX, atY]) => style.mark(atX, atY)) : [];
  return element('g', {}, ...lines, ...marks);
}

export function linePlotSvg(plot: LinePlot): string {
  const points = plot.series.flatMap((series) => series.points);
  const x = scaleFor(
    points.map(([value]) => value),
    plot.x,
    8,
  );
  const y = scaleFor(
    points.flatMap(([, value]) => (value === null ? [] : [value])),
    plot.y,
  );
  const legend = plot.series.map(legendEntry);
  const { title, description } = plot;
  return framed({ title, description, legend, y, yLabel: plot.y.label, xLabel: plot.x.label }, (area) => [
    ...x.ticks.map((tick) => xMark(area.left + x.position(tick) * (area.right - area.left), tickText(tick), area)),
    ...plot.series.map((series, index) => drawSeries(series, index, area, x, y)),
  ]);
}
