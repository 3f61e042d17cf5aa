/**
 * Draws the pictures of docs/cull.md: one triangle on a grid of pixels, and which of them each coverage rule takes
 * (cull-coverage.svg); the same triangle with its corners on the grid of a graphics card (cull-hardware.svg).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const CELL = 22;
const COLUMNS = 11;
const ROWS = 8;
const triangle = [
  [1.3, 6.2],
  [9.6, 4.9],
  [3.1, 1.4],
];

const cross = (p, q, x, y) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
const edges = triangle.map((p, i) => [p, triangle[(i + 1) % 3]]);
const sign = Math.sign(cross(...edges[0], ...triangle[2]));

const isSampled = (x, y) => edges.every(([p, q]) => sign * cross(p, q, x + 0.5, y + 0.5) > 0);

/** The pixel's square, against the rectangle of the triangle and each of its edges. */
function isTouched(x, y) {
  const [xs, ys] = [0, 1].map((k) => triangle.map((p) => p[k]));
  if (x + 1 < Math.min(...xs) || x > Math.max(...xs) || y + 1 < Math.min(...ys) || y > Math.max(...ys)) return false;
  const corners = [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]; // biome-ignore format: one line
  return edges.every(([p, q]) => corners.some(([u, v]) => sign * cross(p, q, u, v) >= 0));
}

/** FAR's box seen along its normal: the rectangle along the longest edge, grown by √3/2 of a pixel. */
function boxCorners() {
  const [a, b, c] = triangle;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const offset = (c[0] - a[0]) * along[0] + (c[1] - a[1]) * along[1];
  const up = [c[0] - a[0] - offset * along[0], c[1] - a[1] - offset * along[1]];
  const height = Math.hypot(...up);
  const radius = Math.sqrt(3) / 2;
  const at = (s, t) => [0, 1].map((k) => a[k] + s * along[k] + (t * up[k]) / height);
  return [
    at(-radius, -radius),
    at(length + radius, -radius),
    at(length + radius, height + radius),
    at(-radius, height + radius),
  ];
}

function inBox(x, y) {
  const box = boxCorners();
  const sides = box.map((p, i) => Math.sign(cross(p, box[(i + 1) % 4], x + 0.5, y + 0.5)));
  return sides.every((side) => side === sides[0]);
}

const PANELS = [
  { title: 'sampled', covers: isSampled, fill: '#e8a33d' },
  { title: 'uobb', covers: inBox, fill: '#7fb069', outline: boxCorners() },
  { title: 'conservative', covers: isTouched, fill: '#5b8fd6' },
];

const points = (list) => list.map(([x, y]) => `${(x * CELL).toFixed(1)},${(y * CELL).toFixed(1)}`).join(' ');

function panel({ title, covers, fill, outline }, index) {
  const cells = [];
  for (let y = 0; y < ROWS; y++) {
    for (let x = 0; x < COLUMNS; x++) {
      const colour = covers(x, y) ? fill : 'none';
      cells.push(
        `<rect x="${x * CELL}" y="${y * CELL}" width="${CELL}" height="${CELL}" fill="${colour}" fill-opacity="0.55"/>`,
      );
      cells.push(`<circle cx="${(x + 0.5) * CELL}" cy="${(y + 0.5) * CELL}" r="1.3" fill="#888" stroke="none"/>`);
    }
  }
  const box = outline
    ? `<polygon points="${points(outline)}" fill="none" stroke="#3c6e2a" stroke-dasharray="4 3"/>`
    : '';
  return [
    `<g transform="translate(${12 + index * (COLUMNS * CELL + 24)},30)" stroke="#bbb">`,
    `<text x="0" y="-10" font-family="sans-serif" font-size="14" fill="#777" stroke="none">${title}</text>`,
    ...cells,
    box,
    `<polygon points="${points(triangle)}" fill="none" stroke="#c0392b" stroke-width="2"/>`,
    '</g>',
  ].join('\n');
}

function document(title, width, height, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n<title>${title}</title>\n${content}\n</svg>\n`;
}

function coveragePicture() {
  const content = PANELS.map(panel).join('\n');
  return document(
    'Pixels that a triangle covers by each coverage rule',
    PANELS.length * (COLUMNS * CELL + 24),
    ROWS * CELL + 42,
    content,
  );
}

/** Corners moved to multiples of half a pixel, where cards have 1/256: the centres that change sides are marked. */
function hardwarePicture() {
  const size = 40;
  const [columns, rows] = [7, 5];
  const corners = [
    [0.8, 4.3],
    [6.3, 3.2],
    [2.2, 0.7],
  ];
  const snapped = corners.map((corner) => corner.map((value) => Math.round(value * 2) / 2));
  const isIn = (list, x, y) => {
    const sides = list.map((p, k) => Math.sign(cross(p, list[(k + 1) % 3], x, y)));
    return sides.every((side) => side === sides[0] && side !== 0);
  };
  const shape = (list) => list.map(([x, y]) => `${x * size},${y * size}`).join(' ');
  const cells = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const [before, after] = [corners, snapped].map((list) => isIn(list, x + 0.5, y + 0.5));
      const fill = before && after ? '#e8a33d' : before ? '#c0392b' : after ? '#5b8fd6' : 'none';
      cells.push(
        `<rect x="${x * size}" y="${y * size}" width="${size}" height="${size}" fill="${fill}" fill-opacity="0.5" stroke="#bbb"/>`,
        `<circle cx="${(x + 0.5) * size}" cy="${(y + 0.5) * size}" r="2" fill="#666"/>`,
      );
    }
  }
  const text = (y, colour, words) =>
    `<text x="${columns * size + 16}" y="${y}" font-family="sans-serif" font-size="13" fill="${colour}">${words}</text>`;
  const content = [
    '<g transform="translate(8,8)">',
    ...cells,
    `<polygon points="${shape(corners)}" fill="none" stroke="#c0392b" stroke-width="2"/>`,
    `<polygon points="${shape(snapped)}" fill="none" stroke="#2c5fa8" stroke-width="2" stroke-dasharray="5 3"/>`,
    text(40, '#c0392b', 'the triangle; red: covered by it only'),
    text(62, '#2c5fa8', 'with corners on a coarse grid; blue: covered by that only'),
    text(84, '#b07a1e', 'orange: covered by both'),
    '</g>',
  ];
  return document(
    'Centres of pixels that change sides when corners are rounded',
    columns * size + 440,
    rows * size + 16,
    content.join('\n'),
  );
}

mkdirSync(join(root, 'docs/images'), { recursive: true });
writeFileSync(join(root, 'docs/images/cull-coverage.svg'), coveragePicture());
writeFileSync(join(root, 'docs/images/cull-hardware.svg'), hardwarePicture());
