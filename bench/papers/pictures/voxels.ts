/** Pictures of the paper on voxels. */

import { bigModel } from '../../../scenes/kinematic/big-models.ts';
import type { Voxels } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import type { Canvas } from '../../../src/report/picture/canvas.ts';
import { BLUE, boxes, drawPanels, GREY, RED, some } from './drawing.ts';
import { FROM_ABOVE, type Frame, SIDE } from './frame.ts';

type Triple = readonly [number, number, number];

/** Voxels, figure 3: the sheets of the three directions, and the worksheet that is synthesized of them. */
export async function threeSheets({ mirror, meshes }: Frame): Promise<Canvas> {
  const [mesh] = meshes;
  const whole = await papers.voxels(mirror.scene, mesh.id, { resolution: 64, rule: 'paper' });
  const { positions, indices } = mesh;
  /** The axis that the triangle's normal is longest along: it is drawn along that one. */
  const dominant = (triangle: number) => {
    const [p, q, r] = [0, 1, 2].map((k) => {
      const at = 3 * indices[3 * triangle + k];
      return [positions[at], positions[at + 1], positions[at + 2]];
    });
    const [u, v] = [q, r].map((end) => end.map((value, k) => value - p[k]));
    const normal = [0, 1, 2].map((k) => Math.abs(u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]));
    return normal.indexOf(Math.max(...normal));
  };
  const panels = [];
  for (const axis of [0, 1, 2]) {
    const part = some(mesh, (triangle) => dominant(triangle) === axis);
    const id = mirror.scene.add({ ...part, weld: false });
    const sheet = voxelBoxes(await papers.voxels(mirror.scene, id, { grid: whole, rule: 'paper' }));
    mirror.scene.remove(id);
    panels.push({ title: 'XYZ'[axis], first: boxes(sheet), ghost: mesh, colours: [BLUE, BLUE] as const });
  }
  const all = { title: `${whole.count}`, first: boxes(voxelBoxes(whole)), colours: [RED, RED] as const };
  return drawPanels([...panels, all], FROM_ABOVE, 300);
}

/** Voxels, figure 2: slabs of the volume, each one depth of a worksheet's texels. */
export async function worksheetSlabs({ mirror, meshes }: Frame): Promise<Canvas> {
  const [mesh] = meshes;
  const grid = await papers.voxels(mirror.scene, mesh.id, { resolution: 64, rule: 'paper' });
  const slab = grid.voxelSize * 8;
  const list = voxelBoxes(grid);
  const nth = (box: readonly number[]) => Math.floor((box[2] + grid.voxelSize / 2 - grid.origin[2]) / slab);
  const pulled = list.map((box) => box.map((value, k) => (k % 3 === 2 ? value + nth(box) * slab : value)));
  const [even, odd] = [0, 1].map((parity) => pulled.filter((_, i) => nth(list[i]) % 2 === parity));
  const panels = [
    { title: '', first: boxes(list), colours: [GREY, GREY] as const },
    { title: '', first: boxes(even), second: boxes(odd), colours: [BLUE, RED] as const },
  ];
  return drawPanels(panels, { towards: [0.9, 0.4, 0.25], up: [0, 1, 0] }, SIDE);
}

/** Voxels, figure 6: the four models, here with few triangles. */
export async function fourModels(): Promise<Canvas> {
  const names = ['hand', 'dragon', 'buddha', 'blade'] as const;
  const panels = [];
  for (const name of names) {
    const { positions, indices } = await bigModel(name, 20_000);
    const low = [0, 1, 2].map((k) =>
      positions.reduce((least, value, i) => (i % 3 === k ? Math.min(least, value) : least), Infinity),
    );
    const high = [0, 1, 2].map((k) =>
      positions.reduce((most, value, i) => (i % 3 === k ? Math.max(most, value) : most), -Infinity),
    );
    const size = Math.max(...high.map((value, k) => value - low[k]));
    const centred = positions.map((value, i) => (value - (low[i % 3] + high[i % 3]) / 2) / size);
    panels.push({ title: name.toUpperCase(), first: { positions: centred, indices }, colours: [GREY, GREY] as const });
  }
  return drawPanels(panels, FROM_ABOVE, 300);
}

/** The voxels that are set, as boxes. */
function voxelBoxes({ resolution, origin, voxelSize, has }: Voxels): number[][] {
  const found: number[][] = [];
  for (let z = 0; z < resolution[2]; z++) {
    for (let y = 0; y < resolution[1]; y++) {
      for (let x = 0; x < resolution[0]; x++) {
        if (!has(x, y, z)) continue;
        const low = [x, y, z].map((value, k) => origin[k] + value * voxelSize);
        found.push([...low, ...low.map((value) => value + voxelSize)]);
      }
    }
  }
  return found;
}

/** Voxels of two objects in the region where they can meet, those of both in red. */
export async function sharedVoxels({ mirror, meshes }: Frame): Promise<Canvas> {
  const [a, b] = meshes.map(({ id }) => id);
  const xs = (k: number) => meshes.flatMap(({ positions }) => [...positions.filter((_, i) => i % 3 === k)]);
  const min = [0, 1, 2].map((k) => Math.min(...xs(k))) as unknown as Triple;
  const max = [0, 1, 2].map((k) => Math.max(...xs(k))) as unknown as Triple;
  const first = await papers.voxels(mirror.scene, a, { resolution: 96, box: { min, max } });
  const second = await papers.voxels(mirror.scene, b, { grid: first });
  const { resolution, origin, voxelSize } = first;
  const found = { both: [] as number[][], first: [] as number[][], second: [] as number[][] };
  for (let z = 0; z < resolution[2]; z++) {
    for (let y = 0; y < resolution[1]; y++) {
      for (let x = 0; x < resolution[0]; x++) {
        const [inA, inB] = [first.has(x, y, z), second.has(x, y, z)];
        if (!inA && !inB) continue;
        const low = [x, y, z].map((value, k) => origin[k] + value * voxelSize);
        const box = [...low, ...low.map((value) => value + voxelSize)];
        (inA && inB ? found.both : inA ? found.first : found.second).push(box);
      }
    }
  }
  const panels = [
    { title: '', first: meshes[0], second: meshes[1], colours: [BLUE, GREY] as const, seenThrough: 0.3 },
    { title: '', first: boxes([...found.first, ...found.second]), colours: [GREY, GREY] as const },
    {
      title: `${found.both.length}`,
      first: boxes(found.both),
      ghost: boxes([...found.first, ...found.second]),
      colours: [RED, RED] as const,
    },
  ];
  return drawPanels(panels, FROM_ABOVE, 360);
}
