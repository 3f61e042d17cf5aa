/** Pictures of the paper on layered depth images. */

import * as papers from '../../../src/papers/index.ts';
import { type LayeredImage, layersOverlap } from '../../../src/papers/index.ts';
import type { Canvas } from '../../../src/report/picture/canvas.ts';
import { BLUE, boxes, drawPanels, GREY, joined, RED, some, type Viewpoint } from './drawing.ts';
import { FROM_ABOVE, type Frame, SIDE } from './frame.ts';

/** Plates of a layered depth image, entries and exits apart, one array of layers for each pixel. */
function platesOf(image: LayeredImage, side: number, wanted: (layer: number) => boolean = () => true): number[][][] {
  const { min, max } = image.box;
  const [du, dv, dw] = [0, 1, 2].map((k) => (max[k] - min[k]) / side);
  const plates = [[], []] as number[][][];
  for (let pixel = 0; pixel < side * side; pixel++) {
    const x = min[0] + (pixel % side) * du;
    const y = min[1] + Math.floor(pixel / side) * dv;
    for (let at = image.starts[pixel]; at < image.starts[pixel + 1]; at++) {
      if (!wanted(at - image.starts[pixel])) continue;
      const z = image.depths[at];
      plates[image.enters[at]].push([x, y, z - dw / 8, x + 0.92 * du, y + 0.92 * dv, z + dw / 8]);
    }
  }
  return plates;
}

const FROM_THE_SIDE: Viewpoint = { towards: [0.9, 0.35, 0.55], up: [0, 1, 0] };

/** LDI, figure 1: what each pass of depth peeling adds to the image. */
export async function peeledLayers({ mirror, meshes }: Frame): Promise<Canvas> {
  const image = await papers.layers(mirror.scene, meshes[0].id, { generator: 'sampled', resolution: 48, axis: 'z' });
  const everything = platesOf(image, 48).flat();
  const panels = [0, 1, 2, 3].map((pass) => {
    const [leaves, enters] = platesOf(image, 48, (layer) => layer === pass);
    const [before] = [platesOf(image, 48, (layer) => layer < pass).flat()];
    return {
      title: `${pass + 1}`,
      first: boxes(enters),
      second: boxes(leaves),
      ghost: boxes(before.length > 0 ? before : everything.slice(0, 1)),
      colours: [BLUE, RED] as const,
    };
  });
  return drawPanels(panels, FROM_THE_SIDE, 300);
}

/** LDI, figures 3 and 4: hand and phone, what of the hand meets itself and the phone, and the hand's image. */
export async function handAndPhone({ mirror, meshes }: Frame): Promise<Canvas> {
  const [hand, phone] = meshes;
  const { trianglePairs } = await mirror.scene.collide({ self: true });
  const within = new Set<number>();
  const between = new Set<number>();
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const [a, i, b, j] = trianglePairs.subarray(at, at + 4);
    if (a === hand.id && b === hand.id) within.add(i).add(j);
    else between.add(i);
  }
  const image = await papers.layers(mirror.scene, hand.id, {
    generator: 'sampled',
    resolution: 64,
    axis: 'z',
  });
  const [leaves, enters] = platesOf(image, 64);
  const panels = [
    { title: '', first: hand, second: phone, colours: [GREY, BLUE] as const },
    {
      title: `${between.size}, ${within.size}`,
      first: some(hand, (triangle) => between.has(triangle)),
      second: some(hand, (triangle) => within.has(triangle)),
      ghost: hand,
      colours: [BLUE, RED] as const,
    },
    { title: '', first: boxes(enters), second: boxes(leaves), colours: [BLUE, RED] as const },
  ];
  return drawPanels(panels, { towards: [0.8, -0.3, 0.7], up: [0, -1, 0] }, 360);
}

/** LDI, figure 5: the dragon, its image, and the points inside. */
export async function pointsInDragon({ mirror, meshes }: Frame): Promise<Canvas> {
  const [dragon] = meshes;
  const points = meshes.slice(1).flatMap(({ positions }) => [...positions.filter((_, i) => i % 9 < 3)]);
  const image = await papers.layers(mirror.scene, dragon.id, {
    generator: 'sampled',
    resolution: 64,
    axis: 'z',
  });
  const places = papers.layersInside(image, Float32Array.from(points));
  const dots: number[][][] = [[], [], []];
  for (const [i, place] of places.entries()) {
    const at = points.slice(3 * i, 3 * i + 3);
    const half = (image.box.max[0] - image.box.min[0]) / 250;
    dots[place].push([...at.map((value) => value - half), ...at.map((value) => value + half)]);
  }
  const [leaves, enters] = platesOf(image, 64);
  const panels = [
    { title: '', first: dragon, colours: [GREY, GREY] as const },
    { title: '', first: boxes(enters), second: boxes(leaves), colours: [BLUE, RED] as const },
    { title: `${dots[1].length}`, first: boxes([...dots[1], ...dots[2]]), ghost: dragon, colours: [RED, RED] as const },
  ];
  return drawPanels(panels, { towards: [0.3, 0.2, 1], up: [0, 1, 0] }, 360);
}

/** A layered depth image: a plate for every layer, where rays enter and where they leave. */
export async function layerPlates({ mirror, meshes }: Frame): Promise<Canvas> {
  const [{ id }] = meshes;
  const image = await papers.layers(mirror.scene, id, { generator: 'sampled', resolution: 48, axis: 'z' });
  const plates = platesOf(image, 48);
  const panel = {
    title: '',
    first: boxes(plates[1]),
    second: boxes(plates[0]),
    colours: [BLUE, RED] as const,
  };
  const mesh = { title: '', first: meshes[0], colours: [GREY, GREY] as const };
  return drawPanels([mesh, panel], FROM_THE_SIDE, SIDE);
}

/** The segments that two objects share, as stacks over the pixels of an image. */
export async function overlapStacks({ mirror, meshes }: Frame): Promise<Canvas> {
  const [a, b] = meshes.map(({ id }) => id);
  const options = { generator: 'sampled', resolution: 24, axis: 'z' } as const;
  const first = await papers.layers(mirror.scene, a, { ...options, with: b });
  const { pixels, from, to } = layersOverlap(first, await papers.layers(mirror.scene, b, { ...options, with: a }));
  const { min, max } = first.box;
  const [du, dv] = [0, 1].map((k) => (max[k] - min[k]) / 24);
  const list = Array.from(pixels, (pixel, i) => {
    const [x, y] = [min[0] + (pixel % 24) * du, min[1] + Math.floor(pixel / 24) * dv];
    return [x + 0.04 * du, y + 0.04 * dv, from[i], x + 0.96 * du, y + 0.96 * dv, to[i]];
  });
  const ghost = joined(meshes);
  const panels = [
    { title: '', first: meshes[0], second: meshes[1], colours: [BLUE, GREY] as const, seenThrough: 0.3 },
    { title: '', first: boxes(list), ghost, colours: [RED, RED] as const },
  ];
  return drawPanels(panels, FROM_ABOVE, SIDE);
}
