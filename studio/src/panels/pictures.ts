/** Images of numbers: low is dark, high is bright, pixels without a value are empty. */

import type { Picture } from '../answer.ts';
import { byId, element } from '../dom.ts';

/** Five stops of a colour scale that also works in greyscale. */
const STOPS = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const;

function colour(share: number): readonly [number, number, number] {
  const at = Math.min(0.9999, Math.max(0, share)) * (STOPS.length - 1);
  const [from, to] = [STOPS[Math.floor(at)], STOPS[Math.floor(at) + 1]];
  const mix = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * (at % 1);
  return [mix(0), mix(1), mix(2)];
}

function range(values: Float32Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

function drawn({ title, width, height, values }: Picture): HTMLElement {
  const [low, high] = range(values);
  const canvas = element('canvas', { width, height });
  const context = canvas.getContext('2d');
  const pixels = new ImageData(width, height);
  for (let at = 0; at < values.length; at++) {
    if (!Number.isFinite(values[at])) continue;
    pixels.data.set([...colour((values[at] - low) / (high - low || 1)), 255], 4 * at);
  }
  context?.putImageData(pixels, 0, 0);
  const short = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–');
  const caption = element('figcaption', { textContent: `${title}: ${short(low)} to ${short(high)}` });
  return element('figure', {}, canvas, caption);
}

export function showPictures(pictures: readonly Picture[]): void {
  const box = byId('pictures');
  box.hidden = pictures.length === 0;
  box.replaceChildren(...pictures.map(drawn));
}
