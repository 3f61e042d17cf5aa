/** A plot as an SVG picture. */
import { barChartSvg } from './bar-chart.ts';
import { linePlotSvg } from './line-plot.ts';
import type { Plot } from './plot.ts';

export function plotSvg(plot: Plot): string {
  return plot.kind === 'lines' ? linePlotSvg(plot) : barChartSvg(plot);
}
