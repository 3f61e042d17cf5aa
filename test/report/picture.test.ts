/** The renderer of the reports against plain geometry: rays, boxes, and a PNG reader of its own. */
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cameraOf, HALF_OPENING, project, type View } from '../../src/report/picture/camera.ts';
import { Canvas } from '../../src/report/picture/canvas.ts';
import { type DrawnClash, PictureMaker } from '../../src/report/picture/clash-picture.ts';
import { drawMesh } from '../../src/report/picture/draw-mesh.ts';
import { type DrawnMesh, withNormals } from '../../src/report/picture/drawn-mesh.ts';
import { CUT, Layer } from '../../src/report/picture/layer.ts';
import { encodePng } from '../../src/report/picture/png.ts';
import { closeSection } from '../../src/report/picture/section.ts';
import { canWrite } from '../../src/report/picture/stroke-font.ts';
import { bestDirection } from '../../src/report/picture/view-direction.ts';

type Point = [number, number, number];

function boxMesh(low: Point, high: Point): DrawnMesh {
  const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k])));
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const indices = Uint32Array.from(faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));
  return withNormals({ positions: Float32Array.from(corners.flat()), indices });
}

const NOTHING = withNormals({ positions: new Float32Array(0), indices: new Uint32Array(0) });
const VIEW: View = { target: [0, 0, 0], towards: [0, 0, 1], up: [0, 1, 0], radius: 0.8 };

/** The ray through the middle of a pixel, of a camera that looks from +z. */
function rayAt(x: number, y: number, width: number, height: number): { eye: Point; ray: Point } {
  const camera = cameraOf(VIEW, width / height);
  const size = (2 * HALF_OPENING) / height;
  return {
    eye: [...camera.eye] as Point,
    ray: [(x + 0.5 - width / 2) * size, (height / 2 - y - 0.5) * size, -1],
  };
}

/** Depth along a ray to a triangle by Cramer's rule, with how far inside it is; undefined when it is missed. */
function hit(eye: Point, ray: Point, [p, q, r]: Point[]): { depth: number; inside: number } | undefined {
  const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const det = (a: Point, b: Point, c: Point) =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const [u, v, away] = [sub(q, p), sub(r, p), sub(eye, p)];
  const back: Point = [-ray[0], -ray[1], -ray[2]];
  const all = det(u, v, back);
  // Without area, or seen edge-on: rounding may decide either way.
  if (Math.abs(all) < 1e-9) return { depth: 0, inside: 0 };
  const [s, t, depth] = [det(away, v, back) / all, det(u, away, back) / all, det(u, v, away) / all];
  return { depth, inside: Math.min(s, t, 1 - s - t) };
}

describe('a layer', () => {
  it('holds the nearest triangle of every pixel, as rays find it', () => {
    const coordinate = fc.double({ min: -1, max: 1, noNaN: true }).map(Math.fround);
    const triangle = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(triangle, { minLength: 1, maxLength: 6 }), (triangles) => {
        const [width, height] = [24, 18];
        const layer = new Layer(width, height);
        const positions = Float32Array.from(triangles.flat(2));
        const indices = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
        drawMesh(layer, withNormals({ positions, indices }), cameraOf(VIEW, width / height));
        for (let at = 0; at < width * height; at++) {
          const { eye, ray } = rayAt(at % width, Math.floor(at / width), width, height);
          const hits = triangles.flatMap((corners) => hit(eye, ray, corners) ?? []);
          // Close to an edge, rounding may decide either way.
          if (hits.some(({ inside }) => Math.abs(inside) < 1e-3)) continue;
          const depths = hits.filter(({ inside, depth }) => inside > 0 && depth > 0.1).map(({ depth }) => depth);
          const nearest = depths.length > 0 ? 1 / Math.min(...depths) : 0;
          expect(layer.nearness[at]).toBeCloseTo(nearest, 4);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is cut where the section plane is inside the object', () => {
    const [width, height] = [80, 60];
    const camera = cameraOf(VIEW, width / height);
    const layer = new Layer(width, height);
    const section = { normal: [0, 0, 1] as const, offset: 0.1 };
    const mesh = boxMesh([-0.5, -0.3, -0.4], [0.2, 0.4, 0.5]);
    drawMesh(layer, mesh, camera, { section });
    closeSection(layer, camera, section);
    let cuts = 0;
    for (let at = 0; at < width * height; at++) {
      const { eye, ray } = rayAt(at % width, Math.floor(at / width), width, height);
      const depth = eye[2] - section.offset;
      const [x, y] = [eye[0] + depth * ray[0], eye[1] + depth * ray[1]];
      const margin = Math.min(x + 0.5, 0.2 - x, y + 0.3, 0.4 - y);
      if (Math.abs(margin) < 0.01) continue;
      expect(layer.faces[at] === CUT).toBe(margin > 0);
      if (margin > 0) expect(1 / layer.nearness[at]).toBeCloseTo(depth, 5);
      cuts += Number(layer.faces[at] === CUT);
    }
    expect(cuts).toBeGreaterThan(500);
  });
});

function clashOf(parts: Partial<DrawnClash>): DrawnClash {
  return { first: NOTHING, second: undefined, context: NOTHING, curves: [], isInside: false, label: '', ...parts };
}

describe('a picture', () => {
  const first = boxMesh([-0.4, -0.4, -0.4], [0.4, 0.4, 0.4]);
  const second = boxMesh([0.2, -0.2, -0.2], [0.8, 0.2, 0.2]);
  const ring = Float32Array.of(0.4, -0.2, -0.2, 0.4, 0.2, -0.2, 0.4, 0.2, 0.2, 0.4, -0.2, 0.2);
  const clash = clashOf({
    first,
    second,
    curves: [{ points: ring, closed: true }],
    measured: [
      [0.2, 0, 0],
      [0.4, 0, 0],
    ],
    label: '0.2 mm deep',
  });
  const view: View = { ...VIEW, towards: [0.6, 0.48, 0.64] };

  it('shows both colours and the contact in red, and is the same every time', () => {
    const size = { width: 160, height: 110 };
    const canvas = new PictureMaker(size).draw(clash, view);
    const count = (is: (red: number, green: number, blue: number) => boolean) => {
      let found = 0;
      for (let i = 0; i < canvas.pixels.length; i += 3) {
        found += Number(is(canvas.pixels[i], canvas.pixels[i + 1], canvas.pixels[i + 2]));
      }
      return found;
    };
    expect(count((red, _, blue) => blue > red + 40)).toBeGreaterThan(500);
    expect(count((red, green, blue) => red > blue + 60 && green > blue + 20)).toBeGreaterThan(300);
    expect(count((red, green, blue) => red > 150 && green < 70 && blue < 100)).toBeGreaterThan(30);
    const maker = new PictureMaker(size);
    maker.draw(clashOf({ first: second }), VIEW);
    expect(maker.draw(clash, view).pixels).toEqual(canvas.pixels);
  });

  it('of a section is hatched where both claim the space', () => {
    const section = { normal: [0, 0, 1] as const, offset: 0 };
    const canvas = new PictureMaker({ width: 160, height: 110 }).draw(
      { ...clash, measured: undefined, curves: [] },
      VIEW,
      section,
    );
    const camera = cameraOf(VIEW, 160 / 110);
    const redAt = (point: Point) => {
      const [x, y] = project(camera, point, 160, 110).map(Math.floor);
      let least = 255;
      // Between the lines of the hatching both colours show.
      for (let k = 0; k < 8; k++) least = Math.min(least, canvas.pixels[3 * (y * 160 + x + k) + 1]);
      return least;
    };
    expect(redAt([0.25, 0, 0])).toBeLessThan(40);
    expect(redAt([-0.2, 0, 0])).toBeGreaterThan(90);
    expect(redAt([0.6, 0, 0])).toBeGreaterThan(90);
  });

  it('is taken from the side on which nothing is in the way', () => {
    for (const [axis, side] of [
      [0, 1],
      [0, -1],
      [2, 1],
      [2, -1],
    ] as const) {
      // A plate with a small box through it; walls all around but on one side.
      const plate = boxMesh([-0.3, -0.3, -0.3], [0.3, 0.3, 0.3]);
      const contact = [0, 1, 2, 3].map((i): Point => {
        const [u, v] = [
          [-0.1, -0.1],
          [0.1, -0.1],
          [0.1, 0.1],
          [-0.1, 0.1],
        ][i];
        return axis === 0 ? [0.3 * side, u, v] : [u, v, 0.3 * side];
      });
      const box =
        axis === 0
          ? boxMesh([0.2 * side, -0.1, -0.1], [0.5 * side, 0.1, 0.1])
          : boxMesh([-0.1, -0.1, 0.2 * side], [0.1, 0.1, 0.5 * side]);
      const shown = clashOf({ first: plate, second: box, curves: [{ points: contact.flat(), closed: true }] });
      const { towards, seen } = bestDirection(shown, [0, 1, 0], 0.6);
      expect(towards[axis] * side).toBeGreaterThan(0.3);
      expect(seen).toBeGreaterThan(0.5);
    }
  });

  it('can have every length written into it', () => {
    for (const unit of ['', ' mm', ' m', ' µm', ' cm', ' in', ' ft']) {
      for (const length of ['1.23e-7', '0.456', '789', '-12']) expect(canWrite(`${length}${unit} deep`)).toBe(true);
    }
    expect(canWrite('0.1 mm apart')).toBe(true);
  });
});

/** Reads a PNG of 8 bits for red, green and blue, without interlacing. */
function readPng(png: Buffer): { width: number; height: number; pixels: Uint8Array } {
  const packed: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    if (type === 'IDAT') packed.push(data);
  }
  const raw = inflateSync(Buffer.concat(packed));
  const pixels = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (3 * width + 1)];
    for (let x = 0; x < 3 * width; x++) {
      const at = 3 * width * y + x;
      const left = x < 3 ? 0 : pixels[at - 3];
      const above = y === 0 ? 0 : pixels[at - 3 * width];
      const corner = x < 3 || y === 0 ? 0 : pixels[at - 3 * width - 3];
      const guess = left + above - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
      const expected = [0, left, above, (left + above) >> 1, a <= b && a <= c ? left : b <= c ? above : corner][filter];
      pixels[at] = (raw[y * (3 * width + 1) + 1 + x] + expected) & 255;
    }
  }
  return { width, height, pixels };
}

describe('the side from which a clash is seen', () => {
  it('is outside of a duct and a wall that go on beyond what is shown', () => {
    // A duct along x without ends, on the upper edge of a wall.
    const whole = boxMesh([-1, -0.125, -0.3], [1, 0.275, 0.3]);
    const sides = whole.indices.filter((_, corner) => corner < 24);
    const points = (x: number) => [x, 0.125, -0.3, x, -0.125, -0.3, x, -0.125, 0.3, x, 0.125, 0.3];
    const clash: DrawnClash = {
      first: withNormals({ positions: whole.positions, indices: sides }),
      second: boxMesh([-0.075, -1, -1], [0.075, 0.125, 1]),
      context: NOTHING,
      curves: [-0.075, 0.075].map((x) => ({ points: points(x), closed: false })),
      measured: [
        [-0.075, -0.125, 0],
        [-0.075, 0.074, 0],
      ],
      isInside: false,
      label: '',
    };
    const { towards } = bestDirection(clash, [0, 1, 0], 0.35);
    // Along an axis the eye would be in the duct or in the wall.
    expect(Math.max(...towards.map(Math.abs))).toBeLessThan(0.95);
  });
});

describe('a PNG', () => {
  it('holds the pixels that were drawn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.infiniteStream(fc.nat(255)),
        (width, height, bytes) => {
          const canvas = new Canvas(width, height);
          for (let i = 0; i < canvas.pixels.length; i++) canvas.pixels[i] = bytes.next().value!;
          const read = readPng(Buffer.from(encodePng(canvas)));
          expect(read).toEqual({ width, height, pixels: Uint8Array.from(canvas.pixels) });
        },
      ),
      { numRuns: 40 },
    );
  });
});
