/** A query on the calling thread, after which the tests look at what its stages left in the memory. */
import { WasmRuntime } from '../../src/backend/wasm/runtime.ts';
import { SceneObject } from '../../src/backend/wasm/scene-object.ts';
import type { MeshInput } from '../../src/index.ts';
import { GRID_LEVEL_SHIFT, GRID_LEVELS, REACHES_ACROSS, REACHES_DOWN } from '../../src/memory/constants.ts';
import { GRID, SPLIT } from '../../src/memory/records.ts';
import { checkMesh } from '../../src/mesh/check-mesh.ts';

export type Objects = ReadonlyMap<number, SceneObject>;

/** Runs `look` on a runtime that holds the meshes as objects 0, 1, 2… */
export async function withObjects<T>(
  meshes: readonly MeshInput[],
  look: (runtime: WasmRuntime, objects: Objects) => Promise<T>,
): Promise<T> {
  const runtime = await WasmRuntime.open(0);
  try {
    return await look(runtime, new Map(meshes.map((mesh, id) => [id, new SceneObject(runtime, checkMesh(mesh))])));
  } finally {
    runtime.dispose();
  }
}

export const readGrid = ({ memory }: WasmRuntime) => GRID.read(new DataView(memory.buffer), GRID.place ?? 0);

/** Where a triangle shows: the first and the last tile, across and down. */
export function tileRange({ memory }: WasmRuntime, triangle: number) {
  const word = memory.u32[(memory.u32[GRID.at.ranges >>> 2] >>> 2) + triangle];
  return { x0: word & 255, y0: (word >>> 8) & 255, x1: (word >>> 16) & 255, y1: word >>> 24 };
}

/** The triangle of an entry, and the cells that it is in beside the one that lists it. */
function readEntry(entry: number, cell: number, width: number) {
  const marks = REACHES_ACROSS | REACHES_DOWN;
  const across = (entry & REACHES_ACROSS) !== 0;
  const down = (entry & REACHES_DOWN) !== 0;
  const further = [across ? cell + 1 : cell, down ? cell + width : cell, across && down ? cell + width + 1 : cell];
  return { triangle: entry & ~marks, cells: new Set([cell, ...further]) };
}

/** The triangles of every cell, level by level: `lists[level]` has the width of a row and a list per cell. */
export function tileLists(runtime: WasmRuntime): { width: number; cells: number[][] }[] {
  const { u32 } = runtime.memory;
  const { across, down, cellStarts, entries } = readGrid(runtime);
  const listed = Array.from({ length: GRID_LEVELS }, (_, level) => {
    const shift = level * GRID_LEVEL_SHIFT;
    const width = ((across - 1) >>> shift) + 1;
    const height = ((down - 1) >>> shift) + 1;
    const first = u32[(GRID.at.levelStarts >>> 2) + level];
    const cells = Array.from({ length: width * height }, (_, cell) => {
      const [from, to] = u32.subarray((cellStarts >>> 2) + first + cell, (cellStarts >>> 2) + first + cell + 2);
      return [...u32.subarray((entries >>> 2) + from, (entries >>> 2) + to)];
    });
    return { width, cells };
  });
  return listed.map(({ width, cells }) => {
    const all: number[][] = cells.map(() => []);
    for (const [cell, list] of cells.entries()) {
      for (const { triangle, cells: its } of list.map((entry) => readEntry(entry, cell, width)))
        for (const one of its) all[one].push(triangle);
    }
    return { width, cells: all.map((list) => list.sort((a, b) => a - b)) };
  });
}

/** The parts of tiles that were queued on the way. */
export function splitParts(runtime: WasmRuntime) {
  const { splitTiles, splitCount } = readGrid(runtime);
  const view = new DataView(runtime.memory.buffer);
  return Array.from({ length: splitCount }, (_, index) => {
    const part = SPLIT.read(view, splitTiles + index * SPLIT.bytes);
    return { ...part, triangles: [...runtime.memory.u32.subarray(part.list >>> 2, (part.list >>> 2) + part.count)] };
  });
}
