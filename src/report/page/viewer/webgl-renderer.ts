/** Draws a clash with WebGL 2, each object into a layer of its own, as the pictures are drawn. */
import { type Camera, cameraOf, HALF_OPENING } from '../../picture/camera.ts';
import type { DrawnClash } from '../../picture/clash-picture.ts';
import type { DrawnMesh } from '../../picture/drawn-mesh.ts';
import { CONTACT, PAPER, STEP_PIXELS } from '../../picture/style.ts';
import { dot } from '../../picture/vector.ts';
import type { DrawSettings, Renderer } from './renderer.ts';
import {
  COMPOSE_FRAGMENT,
  LAYER_FRAGMENT,
  LAYER_VERTEX,
  LINE_FRAGMENT,
  LINE_VERTEX,
  SCREEN_VERTEX,
} from './shaders.ts';

/** Beyond the target, in the coordinates of the excerpt, whose corners are √3 from its middle. */
const FAR = 6;
/** Canvas pixels per pixel of the page, at least: edges are drawn pixel by pixel, and smooth when there are more. */
const RATIO_LEAST = 2;
const LINE_PIXELS = 2.6;

interface GlLayer {
  readonly buffer: WebGLFramebuffer;
  readonly normals: WebGLTexture;
  readonly depths: WebGLTexture;
}

interface GlMesh {
  readonly array: WebGLVertexArrayObject;
  readonly corners: number;
}

export class WebGlRenderer implements Renderer {
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #layerProgram: WebGLProgram;
  readonly #composeProgram: WebGLProgram;
  readonly #lineProgram: WebGLProgram;
  readonly #screen: WebGLVertexArrayObject;
  #layers: GlLayer[] = [];
  #meshes: (GlMesh | undefined)[] = [];
  #lines: { array: WebGLVertexArrayObject; count: number } | undefined;
  #kept: WebGLBuffer[] = [];

  private constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext) {
    this.#canvas = canvas;
    this.#gl = gl;
    this.#layerProgram = program(gl, LAYER_VERTEX, LAYER_FRAGMENT, ['position', 'normal']);
    this.#composeProgram = program(gl, SCREEN_VERTEX, COMPOSE_FRAGMENT, ['corner']);
    this.#lineProgram = program(gl, LINE_VERTEX, LINE_FRAGMENT, ['from', 'to', 'corner']);
    this.#screen = gl.createVertexArray()!;
    gl.bindVertexArray(this.#screen);
    this.#attribute(Float32Array.of(-1, -1, 3, -1, -1, 3), 0, 2);
    this.#kept = [];
  }

  /** Undefined where there is no WebGL 2, or not one that works. */
  static on(canvas: HTMLCanvasElement): WebGlRenderer | undefined {
    try {
      const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, preserveDrawingBuffer: true });
      return gl ? new WebGlRenderer(canvas, gl) : undefined;
    } catch {
      return undefined;
    }
  }

  show(clash: DrawnClash): void {
    this.#forgetMeshes();
    this.#meshes = [clash.first, clash.second, clash.context].map((mesh) => mesh && this.#upload(mesh));
    this.#lines = this.#uploadLines(clash);
  }

  draw(settings: DrawSettings): void {
    const gl = this.#gl;
    this.#resize();
    const [width, height] = [this.#canvas.width, this.#canvas.height];
    const camera = cameraOf(settings.view, width / height);
    const far = camera.distance + FAR;
    const plane = settings.section ? [...settings.section.normal, settings.section.offset] : [0, 0, 0, 1];
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(this.#layerProgram);
    const uniform = (shader: WebGLProgram, name: string) => gl.getUniformLocation(shader, name);
    const toClip = clipMatrix(camera, far);
    gl.uniformMatrix4fv(uniform(this.#layerProgram, 'toClip'), false, toClip);
    const { right, up, forward } = camera;
    const towards = forward.map((value) => -value);
    const rows = [0, 1, 2].flatMap((column) => [right[column], up[column], towards[column]]);
    gl.uniformMatrix3fv(uniform(this.#layerProgram, 'toView'), false, rows);
    gl.uniform4fv(uniform(this.#layerProgram, 'plane'), plane);
    for (const [i, layer] of this.#layers.entries()) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, layer.buffer);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      const mesh = this.#meshes[i];
      if (!mesh || (i === 2 && !settings.showsContext)) continue;
      gl.bindVertexArray(mesh.array);
      gl.drawArrays(gl.TRIANGLES, 0, mesh.corners);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.DEPTH_TEST);
    this.#compose(settings, camera, far, plane);
    this.#drawLines(camera, far, toClip, plane);
  }

  dispose(): void {
    this.#forgetMeshes();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #compose(settings: DrawSettings, camera: Camera, far: number, plane: readonly number[]): void {
    const gl = this.#gl;
    const shader = this.#composeProgram;
    gl.useProgram(shader);
    const at = (name: string) => gl.getUniformLocation(shader, name);
    this.#bindLayers(shader);
    gl.uniform2f(at('size'), this.#canvas.width, this.#canvas.height);
    gl.uniform2fv(at('depthToNearness'), nearnessFromDepth(camera.near, far));
    for (const name of ['eye', 'right', 'up', 'forward'] as const) gl.uniform3fv(at(name), [...camera[name]]);
    gl.uniform4fv(at('plane'), plane);
    gl.uniform1i(at('hasPlane'), Number(settings.section !== undefined));
    gl.uniform1i(at('hasSecond'), Number(this.#meshes[1] !== undefined));
    gl.uniform1i(at('hasGhost'), Number(settings.showsContext));
    gl.uniform1f(at('seenThrough'), settings.seenThrough);
    gl.uniform1f(at('near'), camera.near);
    const ratio = this.#canvas.width / Math.max(1, this.#canvas.clientWidth);
    gl.uniform1f(at('pixelRatio'), ratio);
    gl.uniform1f(at('step0'), STEP_PIXELS * ((2 * HALF_OPENING) / this.#canvas.height) * camera.distance);
    gl.bindVertexArray(this.#screen);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #drawLines(camera: Camera, far: number, toClip: Float32Array, plane: readonly number[]): void {
    if (!this.#lines) return;
    const gl = this.#gl;
    const shader = this.#lineProgram;
    gl.useProgram(shader);
    const at = (name: string) => gl.getUniformLocation(shader, name);
    this.#bindLayers(shader);
    gl.uniformMatrix4fv(at('toClip'), false, toClip);
    gl.uniform2f(at('size'), this.#canvas.width, this.#canvas.height);
    gl.uniform2fv(at('depthToNearness'), nearnessFromDepth(camera.near, far));
    gl.uniform4fv(at('plane'), plane);
    gl.uniform1i(at('hasSecond'), Number(this.#meshes[1] !== undefined));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindVertexArray(this.#lines.array);
    const ratio = this.#canvas.width / Math.max(1, this.#canvas.clientWidth);
    for (const [colour, strength, more] of [
      [PAPER, 0.6, 2],
      [CONTACT, 1, 0],
    ] as const) {
      gl.uniform1f(at('width'), (LINE_PIXELS + more) * ratio);
      gl.uniform4fv(at('tint'), [...colour.map((value) => value / 255), strength]);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#lines.count);
    }
  }

  #bindLayers(shader: WebGLProgram): void {
    const gl = this.#gl;
    for (const [i, { normals, depths }] of this.#layers.entries()) {
      for (const [texture, name, unit] of [
        [normals, `normals${i}`, 2 * i],
        [depths, `depths${i}`, 2 * i + 1],
      ] as const) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.uniform1i(gl.getUniformLocation(shader, name), unit);
      }
    }
  }

  #resize(): void {
    const ratio = Math.max(RATIO_LEAST, Math.min(3, globalThis.devicePixelRatio || 1));
    const width = Math.max(1, Math.round(this.#canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(this.#canvas.clientHeight * ratio));
    if (this.#layers.length > 0 && this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    const gl = this.#gl;
    for (const { buffer, normals, depths } of this.#layers) {
      gl.deleteFramebuffer(buffer);
      gl.deleteTexture(normals);
      gl.deleteTexture(depths);
    }
    this.#layers = [0, 1, 2].map(() => makeLayer(gl, width, height));
  }

  #attribute(values: Float32Array, location: number, parts: number, divisor = 0): void {
    const gl = this.#gl;
    const buffer = gl.createBuffer()!;
    this.#kept.push(buffer);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, parts, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(location, divisor);
  }

  #upload({ positions, indices, normals }: DrawnMesh): GlMesh {
    const gl = this.#gl;
    const places = new Float32Array(3 * indices.length);
    for (let corner = 0; corner < indices.length; corner++) {
      places.set(positions.subarray(3 * indices[corner], 3 * indices[corner] + 3), 3 * corner);
    }
    const array = gl.createVertexArray()!;
    gl.bindVertexArray(array);
    this.#attribute(places, 0, 3);
    this.#attribute(normals, 1, 3);
    return { array, corners: indices.length };
  }

  #uploadLines({ curves }: DrawnClash): { array: WebGLVertexArrayObject; count: number } | undefined {
    const [from, to]: [number[], number[]] = [[], []];
    for (const { points, closed } of curves) {
      const count = points.length / 3;
      for (let i = 0; i + 1 < count + Number(closed); i++) {
        for (let k = 0; k < 3; k++) {
          from.push(points[3 * i + k]);
          to.push(points[3 * ((i + 1) % count) + k]);
        }
      }
    }
    if (from.length === 0) return undefined;
    const array = this.#gl.createVertexArray()!;
    this.#gl.bindVertexArray(array);
    this.#attribute(Float32Array.from(from), 0, 3, 1);
    this.#attribute(Float32Array.from(to), 1, 3, 1);
    this.#attribute(Float32Array.of(0, -1, 0, 1, 1, -1, 1, 1), 2, 2);
    return { array, count: from.length / 3 };
  }

  #forgetMeshes(): void {
    const gl = this.#gl;
    for (const mesh of this.#meshes) if (mesh) gl.deleteVertexArray(mesh.array);
    if (this.#lines) gl.deleteVertexArray(this.#lines.array);
    for (const buffer of this.#kept) gl.deleteBuffer(buffer);
    this.#meshes = [];
    this.#lines = undefined;
    this.#kept = [];
  }
}

/** Column by column, from coordinates of the excerpt to those of WebGL. */
function clipMatrix({ eye, right, up, forward, near, aspect }: Camera, far: number): Float32Array {
  const tall = 1 / HALF_OPENING;
  const [a, b] = [(far + near) / (far - near), (-2 * far * near) / (far - near)];
  const rows = [
    [...right.map((value) => (value * tall) / aspect), (-dot(right, eye) * tall) / aspect],
    [...up.map((value) => value * tall), -dot(up, eye) * tall],
    [...forward.map((value) => value * a), -dot(forward, eye) * a + b],
    [...forward, -dot(forward, eye)],
  ];
  return Float32Array.from({ length: 16 }, (_, i) => rows[i % 4][Math.floor(i / 4)]);
}

/** 1 / depth is `x - y * d` of what the depth buffer holds. */
function nearnessFromDepth(near: number, far: number): [number, number] {
  // d = (z + 1) / 2 with z = (far + near - 2 far near / depth) / (far - near).
  return [1 / near, (far - near) / (far * near)];
}

function makeLayer(gl: WebGL2RenderingContext, width: number, height: number): GlLayer {
  const texture = (internal: number, format: number, type: number): WebGLTexture => {
    const made = gl.createTexture()!;
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texImage2D(gl.TEXTURE_2D, 0, internal, width, height, 0, format, type, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return made;
  };
  const normals = texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE);
  const depths = texture(gl.DEPTH_COMPONENT32F, gl.DEPTH_COMPONENT, gl.FLOAT);
  const buffer = gl.createFramebuffer()!;
  gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, normals, 0);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depths, 0);
  return { buffer, normals, depths };
}

function program(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
  attributes: readonly string[],
): WebGLProgram {
  const made = gl.createProgram()!;
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  for (const [location, name] of attributes.entries()) gl.bindAttribLocation(made, location, name);
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? 'no shaders');
  return made;
}
