/**
 * Renders without ever making the page wait for the graphics driver.
 *
 * A frame is rendered off screen and shown once the driver reports that it is done; until then no other is started. If it
 * rendered straight to the page, a browser without a graphics card would block at the end of every frame.
 */
import { type Camera, type Scene, WebGLRenderer } from 'three';

/** Software drivers; antialiasing costs them several times the frame itself. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

export interface PresenterListeners {
  /** The frame is on the page, and the next may be rendered. */
  readonly onPresented: () => void;
  readonly onLost: () => void;
}

/** Whether rendering runs in software, judged by the driver's name. */
function drawsInSoftware(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  return SOFTWARE.test(String(info ? gl?.getParameter(info.UNMASKED_RENDERER_WEBGL) : ''));
}

export class Presenter {
  readonly #canvas: HTMLCanvasElement;
  readonly #listeners: PresenterListeners;
  readonly #offscreen = new OffscreenCanvas(1, 1);
  readonly #renderer: WebGLRenderer;
  readonly #gl: WebGL2RenderingContext;
  #done: WebGLSync | null = null;

  /** Throws without WebGL 2. */
  constructor(canvas: HTMLCanvasElement, listeners: PresenterListeners) {
    this.#canvas = canvas;
    this.#listeners = listeners;
    const antialias = !drawsInSoftware();
    this.#renderer = new WebGLRenderer({
      canvas: this.#offscreen,
      antialias,
      // For the filling of sections.
      stencil: true,
      powerPreference: 'high-performance',
    });
    this.#renderer.setPixelRatio(antialias ? Math.min(2, window.devicePixelRatio) : 1);
    this.#renderer.localClippingEnabled = true;
    this.#gl = this.#renderer.getContext() as WebGL2RenderingContext;
    this.#offscreen.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#done = null;
      listeners.onLost();
    });
    this.#offscreen.addEventListener('webglcontextrestored', () => listeners.onPresented());
  }

  resize(width: number, height: number): void {
    this.#renderer.setSize(width, height, false);
  }

  /** Whether a frame is being rendered. */
  get busy(): boolean {
    return this.#done !== null;
  }

  draw(scene: Scene, camera: Camera): void {
    this.#renderer.render(scene, camera);
    this.#done = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#gl.flush();
    this.#wait();
  }

  #wait(): void {
    requestAnimationFrame(() => {
      const gl = this.#gl;
      if (!this.#done) return;
      if (gl.getSyncParameter(this.#done, gl.SYNC_STATUS) !== gl.SIGNALED) {
        this.#wait();
        return;
      }
      gl.deleteSync(this.#done);
      this.#done = null;
      this.#canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(this.#offscreen.transferToImageBitmap());
      this.#listeners.onPresented();
    });
  }

  /** The frame as an image file. */
  async picture(scene: Scene, camera: Camera): Promise<Blob> {
    this.#renderer.render(scene, camera);
    return this.#offscreen.convertToBlob({ type: 'image/png' });
  }
}
