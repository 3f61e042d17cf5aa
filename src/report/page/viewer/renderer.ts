/** What draws a clash on a canvas: WebGL where there is some, else the renderer that made the pictures. */
import type { View } from '../../picture/camera.ts';
import { type DrawnClash, PictureMaker } from '../../picture/clash-picture.ts';
import type { SectionPlane } from '../../picture/section.ts';

export interface DrawSettings {
  readonly view: View;
  readonly section: SectionPlane | undefined;
  readonly showsContext: boolean;
  readonly seenThrough: number;
}

export interface Renderer {
  show(clash: DrawnClash): void;
  draw(settings: DrawSettings): void;
  dispose(): void;
}

/** Pixels of the canvas for each that this renderer makes: it has no GPU, and must keep up with a finger. */
const COARSE = 2;

const NOTHING = { positions: new Float32Array(0), indices: new Uint32Array(0), normals: new Float32Array(0) };

export class PlainRenderer implements Renderer {
  readonly #canvas: HTMLCanvasElement;
  #clash: DrawnClash | undefined;
  #maker: { maker: PictureMaker; width: number; height: number } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  show(clash: DrawnClash): void {
    this.#clash = clash;
  }

  draw({ view, section, showsContext, seenThrough }: DrawSettings): void {
    const clash = this.#clash;
    const context = this.#canvas.getContext('2d');
    if (!clash || !context) return;
    const width = Math.max(1, Math.round(this.#canvas.clientWidth / COARSE));
    const height = Math.max(1, Math.round(this.#canvas.clientHeight / COARSE));
    if (this.#maker?.width !== width || this.#maker.height !== height) {
      this.#maker = { maker: new PictureMaker({ width, height }), width, height };
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    // What is measured is written over the canvas, where letters are sharp.
    const { measured: _, ...bare } = clash;
    const shown = showsContext ? bare : { ...bare, context: NOTHING };
    const { pixels } = this.#maker.maker.draw({ ...shown, seenThrough }, view, section);
    const image = context.createImageData(width, height);
    for (let i = 0; i < width * height; i++) {
      image.data.set(pixels.subarray(3 * i, 3 * i + 3), 4 * i);
      image.data[4 * i + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }

  dispose(): void {
    this.#clash = undefined;
  }
}
