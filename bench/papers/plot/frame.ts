/** What every plot has around its values: title, legend, axes with marks and their names. */
import type { Scale } from './scale.ts';
import { tickText } from './scale.ts';
import { element, FONT_SIZE, svgDocument, text, textWidth } from './svg.ts';

const WIDTH = 760;
const PLOT_HEIGHT = 300;
const MARGIN = 16;
/** Margin for half of the last mark's text. */
const RIGHT_MARGIN = 38;
const LINE_HEIGHT = FONT_SIZE + 9;
const SAMPLE_WIDTH = 34;
const TICK_LENGTH = 5;

export interface LegendEntry {
  readonly name: string;
  /** The series' line or bar, drawn from x to x + width around y. */
  sample(x: number, y: number, width: number): string;
}

export interface FrameParts {
  readonly title: string;
  readonly description: string;
  readonly legend: readonly LegendEntry[];
  readonly y: Scale;
  readonly yLabel: string;
  readonly xLabel?: string;
}

/** The rectangle of the values, in pixels of the picture. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Entries in as many rows as they need. */
function legendRows(entries: readonly LegendEntry[]): LegendEntry[][] {
  const rows: LegendEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const width = entryWidth(entry);
    if (width > room) {
      rows.push([]);
      room = WIDTH - 2 * MARGIN;
    }
    rows[rows.length - 1].push(entry);
    room -= width;
  }
  return rows;
}

function entryWidth({ name }: LegendEntry): number {
  return SAMPLE_WIDTH + 8 + textWidth(name) + 20;
}

function drawLegend(rows: readonly (readonly LegendEntry[])[], top: number): string[] {
  return rows.flatMap((row, index) => {
    const y = top + index * LINE_HEIGHT;
    let x = MARGIN;
    return row.map((entry) => {
      const drawn =
        entry.sample(x, y - FONT_SIZE / 3, SAMPLE_WIDTH) + text(entry.name, x + SAMPLE_WIDTH + 8, y, undefined, 'key');
      x += entryWidth(entry);
      return drawn;
    });
  });
}

function drawYAxis({ y, yLabel }: FrameParts, { left, right, top, bottom }: Area): string[] {
  const marks = y.ticks.map((tick) => {
    const at = bottom - y.position(tick) * (bottom - top);
    return (
      element('line', { class: 'grid', x1: left, x2: right, y1: at, y2: at }) +
      text(tickText(tick), left - 8, at + FONT_SIZE / 3, 'end')
    );
  });
  return [...marks, text(yLabel, MARGIN, top - 15)];
}

/** Draws the picture; `inside` draws the values and the marks below them into the area it is given. */
export function framed(parts: FrameParts, inside: (area: Area) => readonly string[]): string {
  const { title, description, xLabel } = parts;
  const rows = legendRows(parts.legend);
  const titleAt = MARGIN + FONT_SIZE;
  const legendAt = titleAt + LINE_HEIGHT + 4;
  const top = legendAt + rows.length * LINE_HEIGHT + 20;
  const widestTick = Math.max(...parts.y.ticks.map((tick) => textWidth(tickText(tick))));
  const area = { left: MARGIN + widestTick + 8, right: WIDTH - RIGHT_MARGIN, top, bottom: top + PLOT_HEIGHT };
  const height = area.bottom + LINE_HEIGHT + (xLabel ? LINE_HEIGHT : 0) + MARGIN / 2;
  const axis = { class: 'axis', x1: area.left, x2: area.right, y1: area.bottom, y2: area.bottom };
  return svgDocument({ width: WIDTH, height, title, description }, [
    text(title, MARGIN, titleAt, undefined, 'title'),
    ...drawLegend(rows, legendAt),
    ...drawYAxis(parts, area),
    ...inside(area),
    element('line', axis),
    ...(xLabel ? [text(xLabel, (area.left + area.right) / 2, area.bottom + 2 * LINE_HEIGHT, 'middle')] : []),
  ]);
}

/** A mark of the lower axis with its text. */
export function xMark(at: number, label: string, { bottom }: Area): string {
  return (
    element('line', { class: 'axis', x1: at, x2: at, y1: bottom, y2: bottom + TICK_LENGTH }) +
    text(label, at, bottom + LINE_HEIGHT - 2, 'middle')
  );
}
