/**
 * One big model that turns, or two that move through each other.
 *
 * Source: the voxel paper: hand 654 666, dragon 871 326, buddha 1 087 514 and blade 1 765 388 triangles; two models
 * of a million. The dragon is the scan; the others are generated and stand in by their size alone.
 */
import { type AnimatedScene, kinematicScene, rigidObject, type SceneOptions } from '../animated-scene.ts';
import { hand } from '../support/animals.ts';
import { cos, noise, PI, sin, TAU } from '../support/maths.ts';
import type { Mesh } from '../support/mesh.ts';
import { dragon, fitted } from '../support/models.ts';
import { resized } from '../support/resize.ts';
import { turn, writeMatrix } from '../support/rotation.ts';
import { closedSurface, closedSurfaceSteps } from '../support/shapes.ts';

export const BIG_MODELS = { hand: 654_666, dragon: 871_326, buddha: 1_087_514, blade: 1_765_388 } as const;
/** Each model alone; the last is dragon and buddha together. */
export const BIG_MODELS_SIZES = [...Object.values(BIG_MODELS), BIG_MODELS.dragon + BIG_MODELS.buddha] as const;

/** A seated figure, roughly: rings that swell and shrink, with a crumpled robe. */
function buddha(triangles: number, seed: number): Mesh {
  const { around, rings } = closedSurfaceSteps(triangles, 1.3);
  return closedSurface(around, rings, (u, v) => {
    const [s, c] = [sin(TAU * u), cos(TAU * u)];
    const outline = sin(PI * v) * (0.5 + 0.16 * cos(9 * v) + 0.08 * cos(23 * v));
    const folds = 1 + 0.06 * noise(6 * s, 18 * v, 6 * c, seed) + 0.02 * noise(30 * s, 70 * v, 30 * c, seed + 1);
    return [outline * folds * s, 2 * v - 1, 0.8 * outline * folds * c];
  });
}

/** A turbine blade: a thin profile that twists on its way up. */
function blade(triangles: number, seed: number): Mesh {
  const { around, rings } = closedSurfaceSteps(triangles, 2);
  return closedSurface(around, rings, (u, v) => {
    const width = v === 0 || v === 1 ? 0 : 0.5 - 0.2 * v;
    const [s, c] = [sin(TAU * u), cos(TAU * u)];
    const [along, across] = [width * s, 0.16 * width * c * (1 + 0.4 * s)];
    const [turnS, turnC] = [sin(1.1 * v), cos(1.1 * v)];
    const rough = 0.0015 * noise(40 * along, 60 * v, 40 * c, seed);
    return [along * turnC + across * turnS, 2 * v - 1, across * turnC - along * turnS + rough];
  });
}

async function dragonModel(triangles: number): Promise<Mesh> {
  const scan = await dragon(Math.min(triangles, 871_000));
  return fitted(Math.abs(scan.indices.length / 3 - triangles) < 1000 ? scan : await resized(scan, triangles), 2);
}

export type BigModelName = keyof typeof BIG_MODELS;

/** One of the models with about this many triangles. */
export async function bigModel(name: BigModelName, triangles: number, seed = 1): Promise<Mesh> {
  if (name === 'dragon') return dragonModel(triangles);
  if (name === 'buddha') return buddha(triangles, seed);
  return name === 'blade' ? blade(triangles, seed) : hand(triangles, 0.015);
}

async function modelsOf(size: number, seed: number): Promise<Partial<Record<BigModelName, Mesh>>> {
  const { hand: handSize, dragon: dragonSize, buddha: buddhaSize, blade: bladeSize } = BIG_MODELS;
  if (size > (bladeSize + BIG_MODELS_SIZES[4]) / 2) {
    const part = size / BIG_MODELS_SIZES[4];
    return { dragon: await dragonModel(part * dragonSize), buddha: buddha(part * buddhaSize, seed) };
  }
  if (size > (buddhaSize + bladeSize) / 2) return { blade: await bigModel('blade', size, seed) };
  if (size > (dragonSize + buddhaSize) / 2) return { buddha: await bigModel('buddha', size, seed) };
  if (size > (handSize + dragonSize) / 2) return { dragon: await bigModel('dragon', size) };
  return { hand: await bigModel('hand', size) };
}

export async function bigModelsScene({ seed = 1, size = BIG_MODELS.hand }: SceneOptions = {}): Promise<AnimatedScene> {
  const models = Object.entries(await modelsOf(size, seed));
  const objects = models.map(([name, mesh]) => rigidObject(name, mesh));
  return kinematicScene({
    name: 'big-models',
    seed,
    objects,
    pose(seconds) {
      objects.forEach(({ matrix }, index) => {
        writeMatrix(matrix, turn([0, 1, 0], 0.4 * (index + 1) * seconds), [
          0.3 * index,
          0.05 * index * sin(seconds),
          0,
        ]);
      });
    },
  });
}
