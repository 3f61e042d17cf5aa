/**
 * SVG as text: elements, and the style that all plots share.
 *
 * Promise: readable on light and dark pages, for each picture brings its own ground and follows the reader's scheme; in
 * black and white too, for series differ in marks and dashes as well as in colour.
 */

export const FONT_SIZE = 13;

/** Colours that people with colour blindness can tell apart: on a light ground, on a dark one. */
const COLOURS: readonly (readonly [light: string, dark: string])[] = [
  ['#0b5cad', '#6cb6ff'],
  ['#b84a00', '#ffa657'],
  ['#00755e', '#4fd1ac'],
  ['#8e3a80', '#e59ad4'],
  ['#6b5b00', '#e3c84b'],
  ['#555555', '#b4b4b4'],
];

export const COLOUR_COUNT = COLOURS.length;

const GROUNDS = {
  light: { ground: '#ffffff', text: '#1f2328', line: '#6e7781', grid: '#e3e6ea' },
  dark: { ground: '#0d1117', text: '#e6edf3', line: '#8b949e', grid: '#2a3038' },
};

function rules(scheme: 'light' | 'dark'): string {
  const { ground, text, line, grid } = GROUNDS[scheme];
  const series = COLOURS.map((pair, index) => {
    const colour = pair[scheme === 'light' ? 0 : 1];
    return `.l${index}{stroke:${colour}}.f${index}{fill:${colour};stroke:${colour}}.h${index}{fill:${ground};stroke:${colour}}`;
  });
  return `.ground{fill:${ground}}text{fill:${text}}.axis{stroke:${line}}.grid{stroke:${grid}}${series.join('')}`;
}

const FIXED_RULES =
  `text{font:${FONT_SIZE}px system-ui,sans-serif;stroke:none}.title{font-size:${FONT_SIZE + 2}px;font-weight:600}` +
  '.line{fill:none;stroke-width:2;stroke-linejoin:round}.dashed{stroke-dasharray:7 4}.mark{stroke-width:1.5}';

const STYLE = `<style>${FIXED_RULES}${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}</style>`;

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; numbers with at most two decimals, children as they are. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === 'number' ? shortNumber(value) : value!)}"`);
  const head = `<${name}${written.join('')}`;
  return children.length === 0 ? `${head}/>` : `${head}>${children.join('')}</${name}>`;
}

export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`a coordinate of a plot is ${value}.`);
  return String(Number(value.toFixed(2)));
}

export function text(content: string, x: number, y: number, anchor?: 'middle' | 'end', className?: string): string {
  return element('text', { x, y, 'text-anchor': anchor, class: className }, escaped(content));
}

/** About how wide a text becomes; fonts differ, so a little more than it mostly is. */
export function textWidth(content: string): number {
  return [...content].length * FONT_SIZE * 0.56;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
}

/** A whole picture with what screen readers say about it. */
export function svgDocument({ width, height, title, description }: Picture, body: readonly string[]): string {
  const head = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${shortNumber(width)} ${shortNumber(height)}`,
    width,
    height,
    role: 'img',
    'aria-labelledby': 'title description',
  };
  return `${element(
    'svg',
    head,
    '\n',
    element('title', { id: 'title' }, escaped(title)),
    '\n',
    element('desc', { id: 'description' }, escaped(description)),
    '\n',
    STYLE,
    '\n',
    element('rect', { class: 'ground', width, height }),
    '\n',
    ...body.flatMap((part) => [part, '\n']),
  )}\n`;
}
