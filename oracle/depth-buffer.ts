/**
 * CULLIDE, self-CULLIDE and Quick-CULLIDE as the papers write them down, on a depth buffer of plain numbers.
 *
 * Slow and plain, and imports nothing from src. Pixels are sampled at their centres; a centre exactly on an edge is not
 * decided as graphics cards do, so scenes must avoid that.
 */
type Point = readonly number[];

export interface BufferMesh {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

export interface BufferOptions {
  readonly passes: 'cullide' | 'quick';
  readonly self: boolean;
  readonly views: string;
  readonly resolution: number;
  readonly depthBits: number;
  readonly level: 'object' | 'triangle';
  /** Iterations of two passes for each view. */
  readonly iterations: number;
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

interface Fragment {
  readonly pixel: number;
  readonly depth: number;
}

function cornersOf({ positions, indices }: BufferMesh, triangle: number): Point[] {
  return [0, 1, 2].map((k) => {
    const vertex = indices[3 * triangle + k];
    return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
  });
}

/** Fragments of a triangle seen along an axis, in an image of the box low…high. */
function rasterize(
  corners: readonly Point[],
  axis: number,
  low: Point,
  high: Point,
  options: BufferOptions,
): Fragment[] {
  const { resolution, depthBits } = options;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const place = (point: Point, k: number) => ((point[k] - low[k]) / (high[k] - low[k])) * resolution;
  const [a, b, c] = corners.map((point) => [place(point, u), place(point, v), point[axis]]);
  const cross = (p: Point, q: Point, x: number, y: number) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  const area = cross(a, b, c[0], c[1]);
  const fragments: Fragment[] = [];
  if (area === 0) return fragments;
  for (let y = 0; y < resolution; y++) {
    for (let x = 0; x < resolution; x++) {
      const weights = [cross(b, c, x + 0.5, y + 0.5), cross(c, a, x + 0.5, y + 0.5), cross(a, b, x + 0.5, y + 0.5)];
      if (weights.some((weight) => weight / area < 0)) continue;
      const depth = (weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2]) / area;
      const extent = high[axis] - low[axis];
      fragments.push({ pixel: y * resolution + x, depth: Math.floor(((depth - low[axis]) / extent) * 2 ** depthBits) });
    }
  }
  return fragments;
}

class DepthBuffer {
  readonly #depths = new Map<number, number>();

  draw(fragments: readonly Fragment[]): void {
    for (const { pixel, depth } of fragments) {
      this.#depths.set(pixel, Math.min(depth, this.#depths.get(pixel) ?? Number.POSITIVE_INFINITY));
    }
  }

  /** An occlusion query with the depth test turned round: how many fragments pass it. */
  count(fragments: readonly Fragment[], test: 'GREATER' | 'GREATER_EQUAL'): number {
    return fragments.filter(({ pixel, depth }) => {
      const stored = this.#depths.get(pixel) ?? Number.POSITIVE_INFINITY;
      return test === 'GREATER' ? depth > stored : depth >= stored;
    }).length;
  }
}

/** One pass over the elements in order. `first` is the first of the two, in which elements are tested against themselves. */
function fullyVisible(
  elements: readonly Element[],
  fragmentsOf: (element: Element) => readonly Fragment[],
  { asked, drawn, self, first }: { asked: readonly Label[]; drawn: readonly Label[]; self: boolean; first: boolean },
): Set<Element> {
  const buffer = new DepthBuffer();
  const visible = new Set<Element>();
  const ask = (element: Element) => {
    const fragments = fragmentsOf(element);
    // Figure 3 of self-CULLIDE draws the element before it asks. One that is not to be drawn (SFV) must not hide others,
    // but is to be tested against itself all the same: else a collision within it would be lost with it.
    const own = new DepthBuffer();
    if (self && first) own.draw(fragments);
    const test = self ? 'GREATER' : 'GREATER_EQUAL';
    const count = buffer.count(fragments, test) + own.count(fragments, test);
    if (asked.includes(element.label) && count === 0) visible.add(element);
  };
  const draw = (element: Element) => {
    if (drawn.includes(element.label)) buffer.draw(fragmentsOf(element));
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

export function cullByDepthBuffer(
  meshes: readonly BufferMesh[],
  options: BufferOptions,
): { readonly survivors: string[]; readonly passes: BufferPass[] } {
  const all = meshes.flatMap(({ positions }) =>
    Array.from({ length: positions.length / 3 }, (_, i) => [0, 1, 2].map((k) => positions[3 * i + k])),
  );
  const bound = (pick: (...values: number[]) => number) => [0, 1, 2].map((k) => pick(...all.map((point) => point[k])));
  const [low, high] = [bound(Math.min), bound(Math.max)];
  const passes: BufferPass[] = [];
  let elements: Element[] = meshes.map(({ indices }, object) => {
    return { object, triangles: Array.from({ length: indices.length / 3 }, (_, i) => i), label: 'NFV' };
  });
  for (const level of options.level === 'object' ? ['object'] : ['object', 'triangle']) {
    if (level === 'triangle') {
      elements = elements.flatMap(({ object, triangles, label }) =>
        triangles.map((triangle): Element => {
          return { object, triangles: [triangle], label: options.self ? 'NFV' : label };
        }),
      );
    }
    for (const view of options.views) {
      const known = new Map<string, Fragment[]>();
      const fragmentsOf = ({ object, triangles }: Element) => {
        const key = `${object} ${triangles[0]} ${triangles.length}`;
        if (!known.has(key)) {
          const axis = 'xyz'.indexOf(view);
          const corners = triangles.map((triangle) => cornersOf(meshes[object], triangle));
          known.set(
            key,
            corners.flatMap((points) => rasterize(points, axis, low, high, options)),
          );
        }
        return known.get(key)!;
      };
      for (let pass = 1; pass <= 2 * options.iterations; pass++) {
        if (elements.length === 0) break;
        const first = pass % 2 === 1;
        if (options.passes === 'cullide' && first) for (const element of elements) element.label = 'NFV';
        const everything: Label[] = ['NFV', 'FFV', 'SFV'];
        const quickAsked: Label[] = first ? ['NFV', 'SFV'] : ['NFV', 'FFV'];
        const quickDrawn: Label[] = first ? ['NFV', 'FFV'] : ['NFV', 'SFV'];
        const asked = options.passes === 'quick' ? quickAsked : everything;
        const drawn = options.passes === 'quick' ? quickDrawn : everything;
        const count = (labels: Label[]) => elements.filter(({ label }) => labels.includes(label)).length;
        const counts = { before: elements.length, queries: count(asked), renders: count(drawn) };
        const order = first ? elements : [...elements].reverse();
        const visible = fullyVisible(order, fragmentsOf, { asked, drawn, self: options.self, first });
        for (const element of visible) {
          if (element.label === (first ? 'SFV' : 'FFV')) element.label = 'BFV';
          else element.label = first ? 'FFV' : 'SFV';
        }
        elements = elements.filter(({ label }) => label !== 'BFV');
        passes.push({ view, pass, level, ...counts, after: elements.length });
      }
    }
  }
  const survivors = elements.flatMap(({ object, triangles }) => triangles.map((triangle) => `${object}:${triangle}`));
  return { survivors, passes };
}
