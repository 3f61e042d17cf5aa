/**
 * The passes of Chen's pipeline on the GPU: coordinates of the grid, region of interest, worksheets, their AND and its count.
 * Records them into a run; which runs there are, and what is read back, is in voxels-gpu.ts.
 */
import { AppendLists, type AppendTargets } from '../../../backend/gpu/append-list.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { BufferPart, ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { ListGroups } from '../../../backend/gpu/list-groups.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import type { MeshOnGpu } from '../../gpu-meshes.ts';
import type { SlabPlan, SlabRange } from '../backend.ts';
import { layerWords, rowWords } from '../grid.ts';
import type { GridUnits } from './grid-units.ts';
import {
  COMPARE_PARAMETERS,
  LIST_OPEN_PARAMETERS,
  PATCH_PARAMETERS,
  SELECT_PARAMETERS,
  STEPS_PARAMETERS,
  SYNTHESIZE,
  VOXEL_COMPARE,
  VOXEL_CORNERS,
  VOXEL_LIST_OPEN,
  VOXEL_PARAMETERS,
  VOXEL_PATCH,
  VOXEL_SELECT,
  VOXEL_STEPS,
  VOXELIZE_SHEETS,
  VOXELIZE_TOUCHED,
} from './shaders.ts';

const SOURCES = {
  steps: VOXEL_STEPS,
  select: VOXEL_SELECT,
  touched: VOXELIZE_TOUCHED,
  sheets: VOXELIZE_SHEETS,
  synthesize: SYNTHESIZE,
  listOpen: VOXEL_LIST_OPEN,
  patch: VOXEL_PATCH,
  corners: VOXEL_CORNERS,
  compare: VOXEL_COMPARE,
} as const;
type Shaders = Readonly<Record<keyof typeof SOURCES, Shader>>;

/**
 * For each of the two objects: parts to be voxelized, and triangles left undecided; words with common voxels. Triangles that are too
 * large to be cut are only counted.
 */
export type VoxelList = 'partsA' | 'partsB' | 'openA' | 'openB' | 'common' | 'large';
export const PARTS = ['partsA', 'partsB'] as const;
export const OPEN = ['openA', 'openB'] as const;

/** Least capacity. */
const ENTRIES_MIN = 1024;
/** Words of a worksheet that a thread of `compare` reads. Twin: WORDS in compare.wgsl.ts. */
const COMPARED_WORDS = 32;
/** Lists made for this many times the triangles are released. */
const SHRINK = 16;

/** An object as the passes need it. */
export interface VoxelizedMesh {
  readonly mesh: MeshOnGpu;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** The start of its vertices among those of all objects in steps, and the total number of these. */
  readonly stepsAt: number;
  readonly stepsTotal: number;
}

/** Vertices of objects in steps begin at multiples of this: buffers are bound from multiples of 256 bytes on. */
const STEPS_ALIGNED = 16;
export const alignedSteps = (vertexCount: number): number => Math.ceil(vertexCount / STEPS_ALIGNED) * STEPS_ALIGNED;

/** An object's parts: the buffers that shaders on them bind first, vertices of all objects in steps, and what is left open. */
export interface SelectedParts {
  readonly all: GPUBuffer;
  readonly parts: readonly BufferPart[];
  readonly open: GPUBuffer;
  readonly openWords: number;
}

export class VoxelPasses {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #groups: ListGroups;
  readonly #bits: readonly [GrowableBuffer, GrowableBuffer];
  readonly #patches: readonly [GrowableBuffer, GrowableBuffer];
  readonly #quarters: GrowableBuffer;
  readonly #open: GrowableBuffer;
  readonly #corners: GrowableBuffer;
  readonly #sheets: GrowableBuffer;
  readonly #counts: GrowableBuffer;
  #lists: AppendLists<VoxelList> | undefined;
  #listsFor = 0;

  private constructor(gpu: Gpu, shaders: Shaders, groups: ListGroups) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#groups = groups;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, label);
    this.#bits = [buffer('voxels a'), buffer('voxels b')];
    this.#patches = [buffer('settled voxels a'), buffer('settled voxels b')];
    this.#quarters = buffer('voxel quarter steps');
    this.#open = buffer('voxel open');
    this.#corners = buffer('voxel corners');
    this.#sheets = buffer('voxel sheets');
    this.#counts = buffer('voxel counts');
  }

  static async create(gpu: Gpu): Promise<VoxelPasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const compiled = Object.entries(SOURCES).map(async ([name, source]) => [
      name,
      await gpu.compile(source, constants),
    ]);
    const shaders = Object.fromEntries(await Promise.all(compiled)) as Shaders;
    return new VoxelPasses(gpu, shaders, await ListGroups.create(gpu));
  }

  /** Bytes of a slab that the device can hold; its sheets along y and z are up to 32 times wider at the edges. */
  get slabBytesMost(): number {
    return Math.floor(this.#gpu.memory.bindingBytesMax / 4);
  }

  /** The worksheet of an object, as last voxelized. */
  bitsOf(which: number): GPUBuffer {
    return this.#bits[which].reserve(16);
  }

  /** Lists with capacity for objects of these sizes, as long as few triangles are cut; those that are too short grow. */
  lists(triangleCount: number): AppendLists<VoxelList> {
    const isRight = triangleCount <= this.#listsFor && SHRINK * triangleCount > this.#listsFor;
    if (this.#lists && isRight) return this.#lists;
    this.#lists?.release();
    const parts = { bytesPerEntry: 8, capacity: ENTRIES_MIN + triangleCount };
    const open = { bytesPerEntry: 4, capacity: ENTRIES_MIN + Math.ceil(triangleCount / 8) };
    const common = { bytesPerEntry: 8, capacity: ENTRIES_MIN };
    const large = { bytesPerEntry: 4, capacity: ENTRIES_MIN };
    const lists = { partsA: parts, partsB: parts, openA: open, openB: open, common, large };
    this.#lists = new AppendLists(this.#gpu.memory, lists);
    this.#listsFor = triangleCount;
    return this.#lists;
  }

  /** Finds the parts of an object near a slab; returns their buffers. */
  recordSelect(
    pass: ComputePass,
    lists: AppendTargets<VoxelList>,
    { mesh, vertexCount, triangleCount, stepsAt, stepsTotal }: VoxelizedMesh,
    which: number,
    { region }: SlabPlan,
    range: SlabRange,
    units: GridUnits,
  ): SelectedParts {
    const all = this.#quarters.reserve(16 * stepsTotal);
    const quarters = { buffer: all, offset: 16 * stepsAt, size: 16 * vertexCount };
    const openWords = Math.ceil(triangleCount / 32);
    const open = this.#open.reserve(4 * openWords);
    pass.clear(open, 0, 4 * openWords);
    pass.stage('steps');
    const steps = stepsParameters(units, vertexCount, mesh.isDouble);
    pass.dispatch(this.#shaders.steps, this.#groupsFor(vertexCount), [mesh.positions, quarters], steps);
    const parts = PARTS[which];
    const { buffer: counters } = lists.counters;
    const selected = {
      triangleCount,
      across: region[0],
      down: region[1],
      ...range,
      partsCounter: lists.counters.index(parts),
      largeCounter: lists.counters.index('large'),
    };
    pass.stage('select');
    pass.dispatch(
      this.#shaders.select,
      this.#groupsFor(triangleCount),
      [quarters, mesh.indices, lists.buffer(parts), open, counters],
      SELECT_PARAMETERS.pack([selected]),
    );
    return { all, parts: [quarters, mesh.indices, lists.buffer(parts), counters], open, openWords };
  }

  /** Voxelizes an object in a slab: its certain bits, and the list of triangles that are not certain. */
  recordObject(
    pass: ComputePass,
    lists: AppendTargets<VoxelList>,
    mesh: VoxelizedMesh,
    which: number,
    plan: SlabPlan,
    range: SlabRange,
    units: GridUnits,
  ): void {
    const bits = this.#bits[which].reserve(4 * slabWords(plan, range));
    pass.clear(bits, 0, 4 * slabWords(plan, range));
    const { parts, open, openWords } = this.recordSelect(pass, lists, mesh, which, plan, range, units);
    pass.stage('voxelize');
    this.#recordParts(pass, lists, which, [...parts, open], bits, { plan, range });
    const listed = { words: openWords, openCounter: lists.counters.index(OPEN[which]) };
    pass.dispatch(
      this.#shaders.listOpen,
      this.#groupsFor(openWords),
      [open, lists.buffer(OPEN[which]), lists.counters.buffer],
      LIST_OPEN_PARAMETERS.pack([listed]),
    );
  }

  /** One thread per part of a triangle. */
  #recordParts(
    pass: ComputePass,
    lists: AppendTargets<VoxelList>,
    which: number,
    buffers: readonly BufferPart[],
    bits: GPUBuffer,
    { plan, range }: { readonly plan: SlabPlan; readonly range: SlabRange },
  ): void {
    const { grid, rule } = plan;
    const parameters = this.partsParameters(lists, which, plan, range);
    if (rule !== 'paper') {
      this.dispatchParts(pass, lists, which, this.#shaders.touched, [...buffers, bits], parameters);
      return;
    }
    const { sheetZ, sheetZWords } = sheetSizes(plan, range);
    const sheetBytes = 4 * (sheetZ + grid.resolution[1] * 32 * rowWords(grid) * sheetZWords);
    const sheets = this.#sheets.reserve(sheetBytes);
    pass.clear(sheets, 0, sheetBytes);
    this.dispatchParts(pass, lists, which, this.#shaders.sheets, [...buffers, bits, sheets], parameters);
    pass.dispatch(this.#shaders.synthesize, this.#groupsFor(slabWords(plan, range)), [sheets, bits], parameters);
  }

  /** One thread of a shader per part of an object. */
  dispatchParts(
    pass: ComputePass,
    lists: AppendTargets<VoxelList>,
    which: number,
    shader: Shader,
    buffers: readonly BufferPart[],
    parameters: ArrayBuffer,
  ): void {
    this.#groups.dispatch(pass, lists, PARTS[which], shader, buffers, parameters);
  }

  partsParameters(lists: AppendTargets<VoxelList>, which: number, plan: SlabPlan, range: SlabRange): ArrayBuffer {
    const { grid, region } = plan;
    return VOXEL_PARAMETERS.pack([
      {
        partsCounter: lists.counters.index(PARTS[which]),
        across: region[0],
        down: region[1],
        ...range,
        rowWords: rowWords(grid),
        layerRows: grid.resolution[1],
        ...sheetSizes(plan, range),
        object: which,
      },
    ]);
  }

  /** The corners of listed triangles of a mesh whose positions are only on the device. */
  recordCorners(pass: ComputePass, listed: GPUBuffer, count: number, { positions, indices }: MeshOnGpu): ReadBack {
    const corners = this.#corners.reserve(36 * count);
    const parameters = PATCH_PARAMETERS.pack([{ count }]);
    const buffers = [listed, indices, positions, corners];
    pass.dispatch(this.#shaders.corners, this.#groupsFor(count), buffers, parameters);
    return pass.readBack(corners, 0, 36 * count);
  }

  /** Adds what the kernels found: pairs of a word of the worksheet and its bits. */
  recordPatches(pass: ComputePass, which: number, patches: Uint32Array<ArrayBuffer>): void {
    if (patches.length === 0) return;
    const buffer = this.#patches[which].reserve(patches.byteLength);
    pass.upload(buffer, patches);
    const count = patches.length / 2;
    const parameters = PATCH_PARAMETERS.pack([{ count }]);
    pass.dispatch(this.#shaders.patch, this.#groupsFor(count), [buffer, this.bitsOf(which)], parameters);
  }

  /** Counts the voxels of the worksheets and of their AND, three words in the buffer returned; lists the common ones if asked. */
  recordCompare(
    pass: ComputePass,
    lists: AppendTargets<VoxelList>,
    objects: number,
    words: number,
    listsCommon: boolean,
  ): GPUBuffer {
    const counts = this.#counts.reserve(12);
    pass.clear(counts, 0, 12);
    const parameters = COMPARE_PARAMETERS.pack([
      { words, lists: Number(listsCommon), commonCounter: lists.counters.index('common') },
    ]);
    const buffers = [this.bitsOf(0), this.bitsOf(objects - 1), lists.buffer('common'), lists.counters.buffer, counts];
    pass.stage('compare');
    pass.dispatch(this.#shaders.compare, this.#groupsFor(Math.ceil(words / COMPARED_WORDS)), buffers, parameters);
    return counts;
  }

  #groupsFor(items: number): number {
    return Math.ceil(items / this.#gpu.workSizes.plain.threads);
  }
}

/** Words of the rows of sheets along y and z, and where the one along z begins. */
function sheetSizes({ grid }: SlabPlan, { firstLayer, endLayer }: SlabRange) {
  const layers = endLayer - firstLayer;
  const sheetYWords = Math.ceil(grid.resolution[1] / 32);
  return {
    sheetYWords,
    sheetZWords: Math.ceil(layers / 32),
    sheetZ: layers * 32 * rowWords(grid) * sheetYWords,
  };
}

/** Words of a worksheet of the slab. */
export function slabWords({ grid }: SlabPlan, { firstLayer, endLayer }: SlabRange): number {
  return layerWords(grid) * (endLayer - firstLayer);
}

export function stepsParameters(
  { exponent, quarters, origin }: GridUnits,
  vertexCount: number,
  isDouble: boolean,
): ArrayBuffer {
  const [[originXLow, originXHigh], [originYLow, originYHigh], [originZLow, originZHigh]] = origin;
  return STEPS_PARAMETERS.pack([
    {
      vertexCount,
      isDouble: Number(isDouble),
      exponent,
      quarters,
      originXLow,
      originXHigh,
      originYLow,
      originYHigh,
      originZLow,
      originZHigh,
    },
  ]);
}
