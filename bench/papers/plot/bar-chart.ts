/** Bars side by side: a group for each name, in it a bar for each series, its value above it. */
import { type Area, framed, type LegendEntry, xMark } from './frame.ts';
import type { BarChart, BarSeries } from './plot.ts';
import { type Scale, scaleFor, tickText } from './scale.ts';
import { COLOUR_COUNT, element, text, textWidth } from './svg.ts';

/** Part of a group's width that stays empty. */
const GAP = 0.25;
const BAR_MOST = 46;

/** The paper's bars are outlines, ours are filled. */
function classOf({ paper, colour }: BarSeries, index: number): string {
  return `mark ${paper ? 'dashed h' : 'f'}${(colour ?? index) % COLOUR_COUNT}`;
}

function legendEntry(series: BarSeries, index: number): LegendEntry {
  return {
    name: series.name,
    sample: (x, y, width) =>
      element('rect', { class: classOf(series, index), x: x + width / 4, y: y - 6, width: width / 2, height: 12 }),
  };
}

/** Three digits are enough above a bar. */
function valueText(value: number): string {
  return tickText(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

function drawGroup({ groups, series }: BarChart, group: number, { left, right, top, bottom }: Area, y: Scale): string {
  const room = (right - left) / groups.length;
  const width = Math.min(BAR_MOST, (room * (1 - GAP)) / series.length);
  const first = left + (group + 0.5) * room - (width * series.length) / 2;
  const bars = series.map((one, index) => {
    const value = one.values[group];
    if (value === null || value === undefined) return '';
    const at = bottom - y.position(value) * (bottom - top);
    const x = first + index * width;
    const label = valueText(value);
    const bar = element('rect', {
      class: classOf(one, index),
      x: x + 1,
      y: at,
      width: width - 2,
      height: Math.max(0, bottom - at),
    });
    return textWidth(label) > width + 6 ? bar : bar + text(label, x + width / 2, at - 4, 'middle');
  });
  return element('g', {}, ...bars);
}

export function barChartSvg(chart: BarChart): string {
  const values = chart.series.flatMap((series) => series.values).filter((value) => value !== null);
  const negative = values.find((value) => value < 0);
  if (negative !== undefined) throw new RangeError(`bars stand on zero; found the value ${negative}.`);
  const y = scaleFor([0, ...values], {});
  const { title, description, groups } = chart;
  return framed({ title, description, legend: chart.series.map(legendEntry), y, yLabel: chart.y.label }, (area) => {
    const room = (area.right - area.left) / groups.length;
    return [
      ...groups.map((name, index) => xMark(area.left + (index + 0.5) * room, name, area)),
      ...groups.map((_, index) => drawGroup(chart, index, area, y)),
    ];
  });
}
