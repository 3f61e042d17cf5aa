/** What can be plotted: lines over a number, or bars side by side for each of several names. Plain data, kept in JSON. */

export interface Axis {
  /** What is measured, with its unit: "collision time (ms)". */
  readonly label: string;
  /** `log` only for values above zero. */
  readonly scale?: 'linear' | 'log';
}

/** Values reported in a paper are drawn dashed, to distinguish them from our measurements. */
export interface LineSeries {
  readonly name: string;
  readonly paper?: boolean;
  /** Series of one colour belong together, as the paper's and ours of one method; by place in the list when left out. */
  readonly colour?: number;
  /** A line has a gap where a value is missing. */
  readonly points: readonly (readonly [x: number, y: number | null])[];
}

export interface LinePlot {
  readonly kind: 'lines';
  /** Part of the file's name. */
  readonly name: string;
  readonly title: string;
  /** For those who cannot see it: what it shows, in a sentence. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly LineSeries[];
}

export interface BarSeries {
  readonly name: string;
  readonly paper?: boolean;
  /** Series of one colour belong together, as the paper's and ours of one method; by place in the list when left out. */
  readonly colour?: number;
  /** One for each group. */
  readonly values: readonly (number | null)[];
}

export interface BarChart {
  readonly kind: 'bars';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Bars stand on zero, so there is no scale to choose. */
  readonly y: { readonly label: string };
  readonly groups: readonly string[];
  readonly series: readonly BarSeries[];
}

export type Plot = LinePlot | BarChart;
