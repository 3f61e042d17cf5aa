/** A cloth folded like an accordion, its layers crumpled so that they cross in places; one mesh per frame. */
import { type BenchMesh, MeshBuilder, named } from './mesh.ts';
import { type VectorNoise, vectorNoise } from './vector-noise.ts';

const SEED = 777;
const LAYERS = 10;
const LAYER_WIDTH = 2 / LAYERS;
const GAP = 0.012;
/** Part of a layer at each of its ends that is bent round. */
const BEND = 0.06;

/** Where the fold line is at u of 0 … 1 across the cloth: sideways and upwards. */
function foldedProfile(u: number): { x: number; z: number } {
  const along = u * LAYERS;
  const layer = Math.min(LAYERS - 1, Math.floor(along));
  const t = along - layer;
  const goesBack = layer % 2 === 1;
  const sideways = (part: number) => (goesBack ? 1 - part : part) * LAYER_WIDTH;
  const away = goesBack ? -1 : 1;
  const bent = (part: number) => ({
    out: (GAP / 2) * Math.sin((part * Math.PI) / 2),
    up: (GAP / 2) * (1 - Math.cos((part * Math.PI) / 2)),
  });
  if (t > 1 - BEND && layer < LAYERS - 1) {
    const { out, up } = bent((t - (1 - BEND)) / BEND);
    return { x: sideways(1 - BEND) + away * out, z: layer * GAP + up };
  }
  if (t < BEND && layer > 0) {
    const { out, up } = bent(1 - t / BEND);
    return { x: sideways(BEND) - away * out, z: layer * GAP - up };
  }
  return { x: sideways(t), z: layer * GAP };
}

function clothVertex(u: number, v: number, noise: VectorNoise, phase: number): [number, number, number] {
  const { x, z } = foldedProfile(u);
  const coarse = noise(u * 9 + phase + 3.1, v * 9 + 7.7 - phase * 0.5, phase * 0.8 + 1.3);
  const fine = noise(u * 31 + phase, v * 31 + 0.7, 9.3 + phase);
  const wave = 0.05 * Math.sin(3 * x + 4 * v);
  return [x + 0.004 * coarse[0], v + 0.003 * fine[1], z + 0.018 * coarse[2] + 0.005 * fine[2] + wave];
}

/** 2 · cells² triangles. The phase moves the crumples: 0.03 a frame is a lively motion. */
export function foldedCloth(cells: number, phase: number): BenchMesh {
  const noise = vectorNoise(SEED);
  const mesh = new MeshBuilder();
  for (let row = 0; row <= cells; row++) {
    for (let column = 0; column <= cells; column++) {
      mesh.vertex(...clothVertex(column / cells, row / cells, noise, phase));
    }
  }
  addGridTriangles(mesh, cells, cells);
  return named(`cloth-${2 * cells * cells}`, mesh.build());
}

/** Triangles between vertices that stand in rows of `columns + 1`, the first being vertex 0. */
export function addGridTriangles(mesh: MeshBuilder, columns: number, rows: number): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = row * (columns + 1) + column;
      mesh.quad(corner, corner + 1, corner + columns + 2, corner + columns + 1);
    }
  }
}
