/** A picture of red, green and blue, and lines drawn on it with soft edges. */

export type Colour = readonly [number, number, number];

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three per pixel, from the top left, 0 to 255. */
  readonly pixels: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(3 * width * height);
  }

  blend(x: number, y: number, [red, green, blue]: Colour, part: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = 3 * (y * this.width + x);
    this.pixels[at] += (red - this.pixels[at]) * part;
    this.pixels[at + 1] += (green - this.pixels[at + 1]) * part;
    this.pixels[at + 2] += (blue - this.pixels[at + 2]) * part;
  }

  /**
   * Lines joined end to end, round at their ends. Each pixel is blended once, however many lines run over it; `shows` says how
   * much of the line is seen at a place along a piece, from 0 to 1.
   */
  strokes(lines: readonly Line[], colour: Colour, width: number): void {
    const covered = new Map<number, number>();
    for (const { from, to, strength = 1 } of lines) {
      const reach = width / 2 + 0.5;
      const left = Math.max(0, Math.floor(Math.min(from[0], to[0]) - reach));
      const right = Math.min(this.width - 1, Math.ceil(Math.max(from[0], to[0]) + reach));
      const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach));
      const bottom = Math.min(this.height - 1, Math.ceil(Math.max(from[1], to[1]) + reach));
      for (let y = top; y <= bottom; y++) {
        for (let x = left; x <= right; x++) {
          const part = strength * Math.min(1, reach - distanceToLine(x + 0.5, y + 0.5, from, to));
          const at = y * this.width + x;
          if (part > (covered.get(at) ?? 0)) covered.set(at, part);
        }
      }
    }
    for (const [at, part] of covered) this.blend(at % this.width, Math.floor(at / this.width), colour, part);
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    this.strokes([{ from: [x, y], to: [x, y] }], colour, 2 * radius);
  }

  /** A rectangle with round corners. */
  plate(left: number, top: number, width: number, height: number, colour: Colour, part: number): void {
    const round = Math.min(width, height) / 4;
    for (let y = Math.floor(top); y < top + height; y++) {
      for (let x = Math.floor(left); x < left + width; x++) {
        const beyondX = Math.max(left + round - x - 0.5, x + 0.5 - (left + width - round), 0);
        const beyondY = Math.max(top + round - y - 0.5, y + 0.5 - (top + height - round), 0);
        const inside = round + 0.5 - Math.sqrt(beyondX * beyondX + beyondY * beyondY);
        if (inside > 0) this.blend(x, y, colour, part * Math.min(1, inside));
      }
    }
  }
}

/** From one pixel to another. */
export interface Line {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** How much of it is seen, 0 to 1. */
  readonly strength?: number;
}

function distanceToLine(x: number, y: number, [ax, ay]: Line['from'], [bx, by]: Line['to']): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  const [ex, ey] = [x - ax - along * dx, y - ay - along * dy];
  return Math.sqrt(ex * ex + ey * ey);
}
