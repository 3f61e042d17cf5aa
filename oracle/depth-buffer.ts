/**
 * CULLIDE, self-CULLIDE and Quick-CULLIDE as the papers write them down, with one depth buffer of the whole image.
 *
 * Slow and plain, and imports nothing from src. As on graphics cards, corners are moved to the nearest 1/256 of a pixel, a pixel is
 * sampled at its centre, and a centre on an edge that two triangles share belongs to one of them (top-left rule). Coordinates
 * must be numbers of single precision.
 */

export interface BufferMesh {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

export interface BufferOptions {
  readonly passes: 'cullide' | 'quick';
  readonly self: boolean;
  /** Axes, each looked along from its low end. */
  readonly views: string;
  readonly resolution: number;
  readonly depthBits: number;
  readonly level: 'object' | 'triangle';
  /** Prune objects before triangles. */
  readonly hierarchy: boolean;
  readonly order: 'given' | 'back-to-front' | 'front-to-back';
  /** Iterations of two passes for each view, and rounds through all views, at the last level; one before. */
  readonly iterations: number;
  readonly rounds: number;
  /** Before each level, leave out elements of which no triangle's box meets the box of another object. */
  readonly sweep?: boolean;
}

export interface BufferPass {
  readonly view: string;
  readonly pass: number;
  readonly level: string;
  readonly before: number;
  readonly after: number;
  readonly queries: number;
  readonly renders: number;
}

type Label = 'NFV' | 'FFV' | 'SFV' | 'BFV';

interface Element {
  readonly object: number;
  readonly triangles: readonly number[];
  label: Label;
}

/** Pixels and depth steps, one behind the other. */
type Fragments = readonly number[];

interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

const PLACES = 256;
/** What lies below a whole step by less than this is that step. */
const RAISED = 2 ** -16;

function boxOf(meshes: readonly BufferMesh[]): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  return { low, high };
}

/** What the pictures are made of: fragments of triangles, made once per view. */
class Rasterizer {
  readonly #meshes: readonly BufferMesh[];
  readonly #box: Box;
  readonly #options: BufferOptions;
  readonly #known = new Map<string, Fragments>();

  constructor(meshes: readonly BufferMesh[], box: Box, options: BufferOptions) {
    this.#meshes = meshes;
    this.#box = box;
    this.#options = options;
  }

  fragments(object: number, triangle: number, axis: number): Fragments {
    const key = `${axis} ${object} ${triangle}`;
    const known = this.#known.get(key) ?? this.#rasterize(object, triangle, axis);
    this.#known.set(key, known);
    return known;
  }

  /** A corner: across and down in places, depth in steps. */
  #corner(object: number, corner: number, axis: number): number[] {
    const { positions, indices } = this.#meshes[object];
    const { low, high } = this.#box;
    const { resolution, depthBits } = this.#options;
    const coordinate = (k: number, steps: number) =>
      (positions[3 * indices[corner] + k] - low[k]) * (steps / (high[k] - low[k]));
    const place = (k: number) => Math.floor(coordinate(k, resolution) * PLACES + 0.5);
    return [place((axis + 1) % 3), place((axis + 2) % 3), coordinate(axis, 2 ** depthBits)];
  }

  #rasterize(object: number, triangle: number, axis: number): Fragments {
    const { resolution, depthBits } = this.#options;
    const [a, p, q] = [0, 1, 2].map((k) => this.#corner(object, 3 * triangle + k, axis));
    const twice = (p[0] - a[0]) * (q[1] - a[1]) - (q[0] - a[0]) * (p[1] - a[1]);
    if (twice === 0) return [];
    const [b, c] = twice > 0 ? [p, q] : [q, p];
    const edges = [
      [a, b],
      [b, c],
      [c, a],
    ];
    const covers = (x: number, y: number) =>
      edges.every(([from, to]) => {
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const height = dx * (y - from[1]) - dy * (x - from[0]);
        return height > 0 || (height === 0 && (dy < 0 || (dy === 0 && dx < 0)));
      });
    const area = Math.abs(twice);
    const slopeX = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area;
    const slopeY = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area;
    const last = depthBits === 32 ? 2 ** 32 - 2 : 2 ** depthBits;
    const range = (k: number) => {
      const values = [a[k], b[k], c[k]];
      const bound = (value: number) => Math.max(0, Math.min(resolution - 1, Math.floor(value / PLACES)));
      return [bound(Math.min(...values)), bound(Math.max(...values))];
    };
    const fragments: number[] = [];
    const [[x0, x1], [y0, y1]] = [range(0), range(1)];
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [u, v] = [(x + 0.5) * PLACES, (y + 0.5) * PLACES];
        if (!covers(u, v)) continue;
        const depth = a[2] + slopeX * (u - a[0]) + slopeY * (v - a[1]) + RAISED;
        fragments.push(y * resolution + x, Math.max(0, Math.min(last, Math.floor(depth))));
      }
    }
    return fragments;
  }
}

class DepthBuffer {
  readonly #depths: Float64Array;

  constructor(resolution: number) {
    this.#depths = new Float64Array(resolution * resolution).fill(Infinity);
  }

  draw(fragments: Fragments): void {
    for (let i = 0; i < fragments.length; i += 2) {
      this.#depths[fragments[i]] = Math.min(fragments[i + 1], this.#depths[fragments[i]]);
    }
  }

  /** An occlusion query with the depth test turned round: whether a fragment passes it. */
  passes(fragments: Fragments, test: 'GREATER' | 'GREATER_EQUAL'): boolean {
    for (let i = 0; i < fragments.length; i += 2) {
      const stored = this.#depths[fragments[i]];
      if (test === 'GREATER' ? fragments[i + 1] > stored : fragments[i + 1] >= stored) return true;
    }
    return false;
  }
}

interface PassSetting {
  readonly asked: readonly Label[];
  readonly drawn: readonly Label[];
  /** The first of the two, in which elements are tested against themselves. */
  readonly isFirst: boolean;
}

/** The elements that are asked and fully visible in a pass over all of them, in the order given. */
function fullyVisible(
  elements: readonly Element[],
  fragmentsOf: (element: Element) => readonly Fragments[],
  { asked, drawn, isFirst }: PassSetting,
  { self, resolution }: BufferOptions,
): Set<Element> {
  const buffer = new DepthBuffer(resolution);
  const visible = new Set<Element>();
  const test = self ? 'GREATER' : 'GREATER_EQUAL';
  const ask = (element: Element) => {
    if (!asked.includes(element.label)) return;
    const parts = fragmentsOf(element);
    let isHidden = parts.some((part) => buffer.passes(part, test));
    if (self && isFirst && !isHidden && parts.length > 1) {
      // Figure 3 of self-CULLIDE draws the element before it asks. One that is not to be drawn (SFV) must not hide others,
      // but is to be tested against itself all the same: else a collision within it would be lost with it.
      const own = new DepthBuffer(resolution);
      for (const part of parts) own.draw(part);
      isHidden = parts.some((part) => own.passes(part, test));
    }
    if (!isHidden) visible.add(element);
  };
  const draw = (element: Element) => {
    if (!drawn.includes(element.label)) return;
    for (const part of fragmentsOf(element)) buffer.draw(part);
  };
  for (let i = 0; i < elements.length; ) {
    // Elements of one object are asked together, then drawn together (FAR §4.2.1); with self, each by itself.
    let end = i + 1;
    while (!self && end < elements.length && elements[end].object === elements[i].object) end++;
    const group = elements.slice(i, end);
    group.forEach(ask);
    group.forEach(draw);
    i = end;
  }
  return visible;
}

const EVERYTHING: readonly Label[] = ['NFV', 'FFV', 'SFV'];

function settingOf({ passes }: BufferOptions, isFirst: boolean): PassSetting {
  if (passes === 'cullide') return { asked: EVERYTHING, drawn: EVERYTHING, isFirst };
  return isFirst
    ? { asked: ['NFV', 'SFV'], drawn: ['NFV', 'FFV'], isFirst }
    : { asked: ['NFV', 'FFV'], drawn: ['NFV', 'SFV'], isFirst };
}

/** Objects, or triangles, by the middle of their box, or by the mean of their corners, along the first view. */
function sorted(
  elements: Element[],
  meshes: readonly BufferMesh[],
  { order, views }: BufferOptions,
  isObject: boolean,
): Element[] {
  if (order === 'given') return elements;
  const axis = 'xyz'.indexOf(views[0]);
  const depthOf = ({ object, triangles }: Element) => {
    const { positions, indices } = meshes[object];
    if (isObject) {
      const { low, high } = boxOf([meshes[object]]);
      return low[axis] / 2 + high[axis] / 2;
    }
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += positions[3 * indices[3 * triangles[0] + k] + axis];
    return sum;
  };
  const depths = new Map(elements.map((element) => [element, depthOf(element)]));
  const sign = order === 'front-to-back' ? 1 : -1;
  return [...elements].sort((a, b) => sign * (depths.get(a)! - depths.get(b)!));
}

/** Those of which a triangle's box meets the box of another object. */
function reaching(elements: readonly Element[], meshes: readonly BufferMesh[]): Element[] {
  const boxes = meshes.map((mesh) => boxOf([mesh]));
  const meets = (a: Box, b: Box) => a.low.every((low, k) => low <= b.high[k] && b.low[k] <= a.high[k]);
  return elements.filter(({ object, triangles }) => {
    const { positions, indices } = meshes[object];
    return triangles.some((triangle) => {
      const corners = [0, 1, 2].map((k) => 3 * indices[3 * triangle + k]);
      const own = boxOf([{ positions: corners.flatMap((at) => [0, 1, 2].map((k) => positions[at + k])), indices: [] }]);
      return boxes.some((box, other) => other !== object && meets(own, box));
    });
  });
}

export function cullByDepthBuffer(
  meshes: readonly BufferMesh[],
  options: BufferOptions,
): { readonly survivors: string[]; readonly passes: BufferPass[] } {
  const { self, hierarchy, views } = options;
  const rasterizer = new Rasterizer(meshes, boxOf(meshes), options);
  const log: BufferPass[] = [];
  let elements = meshes.map(({ indices }, object): Element => {
    return { object, triangles: Array.from({ length: indices.length / 3 }, (_, i) => i), label: 'NFV' };
  });
  elements = sorted(elements, meshes, options, true);
  const levels = options.level === 'object' ? ['object'] : hierarchy ? ['object', 'triangle'] : ['triangle'];
  for (const level of levels) {
    const isLast = level === levels.at(-1);
    if (level === 'triangle') {
      elements = elements.flatMap(({ object, triangles, label }) =>
        triangles.map((triangle): Element => ({ object, triangles: [triangle], label: self ? 'NFV' : label })),
      );
      if (self) elements = sorted(elements, meshes, options, false);
    }
    if (options.sweep) elements = reaching(elements, meshes);
    let unchanged = 0;
    for (let visit = 0; visit < (isLast ? options.rounds : 1) * views.length; visit++) {
      if (elements.length === 0 || unchanged >= views.length) break;
      const view = views[visit % views.length];
      const axis = 'xyz'.indexOf(view);
      const fragmentsOf = ({ object, triangles }: Element) =>
        triangles.map((triangle) => rasterizer.fragments(object, triangle, axis));
      let isStable = false;
      let pass = 0;
      while (!isStable && pass < 2 * (isLast ? options.iterations : 1)) {
        if (options.passes === 'cullide') for (const element of elements) element.label = 'NFV';
        let changes = 0;
        for (const isFirst of [true, false]) {
          if (elements.length === 0) break;
          const setting = settingOf(options, isFirst);
          const count = (labels: readonly Label[]) => elements.filter(({ label }) => labels.includes(label)).length;
          const counts = { before: elements.length, queries: count(setting.asked), renders: count(setting.drawn) };
          const inOrder = isFirst ? elements : [...elements].reverse();
          for (const element of fullyVisible(inOrder, fragmentsOf, setting, options)) {
            const isBoth = element.label === (isFirst ? 'SFV' : 'FFV');
            element.label = isBoth ? 'BFV' : isFirst ? 'FFV' : 'SFV';
            if (isBoth || options.passes === 'quick') changes++;
          }
          elements = elements.filter(({ label }) => label !== 'BFV');
          log.push({ view, pass: ++pass, level, ...counts, after: elements.length });
        }
        isStable = changes === 0 || elements.length === 0;
      }
      // Another iteration of a stable view would change nothing.
      unchanged = isStable ? (pass > 2 ? 1 : unchanged + 1) : 0;
    }
  }
  const survivors = elements.flatMap(({ object, triangles }) => triangles.map((triangle) => `${object}:${triangle}`));
  return { survivors, passes: log };
}
