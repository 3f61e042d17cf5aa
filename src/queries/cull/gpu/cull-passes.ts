/**
 * Culling in compute passes: visits of views one after the other, each set up from coordinates that are on the device, and their
 * passes. Sets, lists and counts stay there; what comes back at the end of a submission is the state, the log, and the sets.
 *
 * Promise: sampled, the sets, passes and counts of src/queries/cull/prune-wasm.ts; with the other coverages, nothing that collides is pruned.
 * Elements are hidden in lists of pixels, in depth buffers (hardware.ts), or by triangles whose boxes overlap theirs (near-pairs.ts).
 * Should a list be too short, the visit is set up again once it has grown.
 */
import { INDIRECT, STORAGE_USAGE } from '../../../backend/gpu/buffer-usage.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import { StableSort } from '../../../backend/gpu/stable-sort.ts';
import type { CheckedCullOptions } from '../options.ts';
import type { CullImage, CullReads, CullScene, ListLengths, Recorded } from './cull-image.ts';
import {
  BLOCK_BITS,
  CULL_PARAMETERS,
  ELEMENTS_PER_THREAD,
  GROUPS,
  type GroupsName,
  LOG,
  STATE,
  stateIndex,
} from './flow.ts';
import { type Drawn, HardwarePasses } from './hardware.ts';
import { NearPairs, type PairCounts } from './near-pairs.ts';
import { PIECE_WORDS } from './sample-pieces.wgsl.ts';
import {
  type BoxShaders,
  CULL_STEEP,
  type CullShaders,
  compileCull,
  type SampleShaders,
  type SeenBy,
} from './shaders.ts';

const NAMES = [
  'state',
  'log',
  'views',
  'projected',
  'ranks',
  'sizes',
  'places',
  'firstRanks',
  'sets',
  'kept',
  'packed',
  'hidden',
  'pieceStarts',
  'entryStarts',
  'pieces',
  'entries',
  'moved',
  'starts',
  'steepDepths',
] as const;
type BufferName = (typeof NAMES)[number];

/** Shaders and buffers; one per GPU, used by one query at a time. */
export class CullPasses {
  readonly #gpu: Gpu;
  readonly #shaders: CullShaders;
  readonly #scan: ExclusiveScan;
  /** Where pixels have lists. */
  readonly #sort: StableSort | undefined;
  readonly #hardware: HardwarePasses | undefined;
  readonly #pairs: NearPairs | undefined;
  readonly #buffers: Record<BufferName, GrowableBuffer>;
  readonly #groups: GrowableBuffer;
  #steep: Shader | undefined;

  private constructor(
    gpu: Gpu,
    shaders: CullShaders,
    scan: ExclusiveScan,
    seers: {
      readonly sort: StableSort | undefined;
      readonly hardware: HardwarePasses | undefined;
      readonly pairs: NearPairs | undefined;
    },
  ) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#scan = scan;
    this.#sort = seers.sort;
    this.#hardware = seers.hardware;
    this.#pairs = seers.pairs;
    const made = NAMES.map((name) => [name, new GrowableBuffer(gpu.memory, `cull ${name}`)] as const);
    this.#buffers = Object.fromEntries(made) as Record<BufferName, GrowableBuffer>;
    this.#groups = new GrowableBuffer(gpu.memory, 'cull workgroups', STORAGE_USAGE | INDIRECT);
  }

  static async create(gpu: Gpu, options: CheckedCullOptions, seenBy: SeenBy): Promise<CullPasses> {
    const [shaders, scan, hardware, pairs] = await Promise.all([
      compileCull(gpu, options.coverage, seenBy),
      ExclusiveScan.create(gpu),
      seenBy.queries ? HardwarePasses.create(gpu, options) : undefined,
      seenBy.pairs ? NearPairs.create(gpu) : undefined,
    ]);
    const sort = seenBy.lists ? await StableSort.create(gpu, scan) : undefined;
    return new CullPasses(gpu, shaders, scan, { sort, hardware, pairs });
  }

  get bytes(): number {
    const own = Object.values(this.#buffers).reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
    const others = [this.#sort, this.#hardware, this.#pairs].reduce((sum, seer) => sum + (seer?.bytes ?? 0), 0);
    return own + this.#groups.capacityBytes + others;
  }

  /** Readies the lists of such lengths. */
  async prepare({ steep }: ListLengths): Promise<void> {
    if (steep === 0 || this.#steep) return;
    this.#steep = await this.#gpu.compile(CULL_STEEP, { THREADS: this.#gpu.workSizes.plain.threads });
  }

  /** Puts in place what a query begins with. Within its first run. */
  open(pass: ComputePass, image: CullImage): void {
    const { elementCount, rankCount, vertexCount } = image;
    const { state, views, sets } = this.#buffers;
    pass.clear(state.reserve(4 * STATE.length), 0, 4 * STATE.length);
    pass.upload(views.reserve(image.views.byteLength), image.views);
    const setBuffer = sets.reserve(4 * elementCount);
    if (image.sets) pass.upload(setBuffer, image.sets);
    else pass.clear(setBuffer, 0, 4 * elementCount);
    for (const name of ['ranks', 'sizes', 'places', 'firstRanks', 'kept'] as const) {
      const table = image[name];
      const buffer = this.#buffers[name].reserve(table?.byteLength ?? 8);
      if (table) pass.upload(buffer, table);
    }
    this.#buffers.hidden.reserve(4 * elementCount);
    this.#buffers.packed.reserve(4 * Math.ceil(elementCount / ELEMENTS_PER_THREAD));
    this.#buffers.projected.reserve(16 * vertexCount);
    this.#buffers.pieceStarts.reserve(4 * (rankCount + 1));
    this.#buffers.entryStarts.reserve(4 * (rankCount + 1));
    this.#groups.reserve(12 * GROUPS.length);
    this.#hardware?.open(image.resolution);
  }

  /** Gives back what only one query has a use for. */
  close(): void {
    this.#hardware?.close();
  }

  /** Grows the lists to hold all pairs that were found; returns whether they were too short. */
  async growPairs({ counts }: PairCounts): Promise<boolean> {
    return (await this.#pairs?.grow(counts())) ?? false;
  }

  /** Goes on where the last submission ended; where `findsPairs`, with pairs of near triangles. */
  record(
    pass: ComputePass,
    scene: CullScene,
    image: CullImage,
    lengths: ListLengths,
    { visits, passes, findsPairs, isBackward, left }: Recorded,
  ): CullReads {
    const squares = Math.ceil(image.resolution / 2 ** image.bits);
    const logBytes = 4 * LOG.length * visits * passes;
    this.#buffers.log.reserve(logBytes);
    this.#buffers.pieces.reserve(4 * PIECE_WORDS * lengths.pieces);
    const entries = this.#sort ? lengths.entries : 0;
    for (const name of ['entries', 'moved'] as const) this.#buffers[name].reserve(8 * entries);
    this.#buffers.steepDepths.reserve(4 * lengths.steep);
    this.#buffers.starts.reserve(4 * (squares * squares + 1));
    const parameters = CULL_PARAMETERS.pack([
      {
        ...image,
        squares,
        blocks: Math.ceil(image.resolution / 2 ** BLOCK_BITS),
        pieceCapacity: lengths.pieces,
        entryCapacity: lengths.entries,
        steepCapacity: lengths.steep,
        groupsPerRowMost: this.#gpu.device.limits.maxComputeWorkgroupsPerDimension,
      },
    ]);
    const state = this.#buffer('state');
    for (const name of ['isShort', 'logged'] as const) pass.clear(state, 4 * stateIndex(name), 4);
    const pairs = findsPairs && image.pairs ? this.#pairs?.record(pass, scene, state, image.pairs) : undefined;
    const keyBits = Math.max(1, Math.ceil(Math.log2(squares * squares)));
    const drawn = { elementCount: image.elementCount, objectOf: image.objectOf!, left };
    this.#hardware?.show(pass, drawn);
    for (let visit = 0; visit < visits; visit++) {
      const entries = this.#recordLists(pass, scene, image.rankCount, lengths, keyBits, parameters);
      for (let one = 0; one < passes; one++) {
        this.#recordPass(pass, scene, entries, parameters, drawn, (one % 2 === 1) !== isBackward);
      }
    }
    const packed = this.#buffer('packed');
    const packedWords = Math.ceil(image.elementCount / ELEMENTS_PER_THREAD);
    const groups = Math.ceil(packedWords / this.#gpu.workSizes.plain.threads);
    pass.dispatch(this.#shaders.packSets, groups, [this.#buffer('sets'), packed], parameters);
    return {
      state: pass.readBack(state, 0, 4 * STATE.length),
      log: pass.readBack(this.#buffer('log'), 0, logBytes),
      packed: pass.readBack(packed, 0, 4 * packedWords),
      pairs,
    };
  }

  #buffer(name: BufferName): GPUBuffer {
    return this.#buffers[name].reserve(4);
  }

  #indirect(
    pass: ComputePass,
    shader: Shader,
    groups: GroupsName,
    buffers: readonly GPUBuffer[],
    parameters: ArrayBuffer,
  ) {
    const counts = { buffer: this.#groups.reserve(4), offset: 12 * GROUPS.indexOf(groups) };
    pass.dispatchIndirect(shader, counts, buffers, parameters);
  }

  /** The lists of the next visit, unless those of the running one are still needed; the buffer that has them. */
  #recordLists(
    pass: ComputePass,
    scene: CullScene,
    rankCount: number,
    lengths: ListLengths,
    keyBits: number,
    parameters: ArrayBuffer,
  ): GPUBuffer {
    const [state, views, projected] = (['state', 'views', 'projected'] as const).map((name) => this.#buffer(name));
    const { openVisit, project } = this.#shaders;
    pass.stage('set-up');
    pass.dispatch(openVisit, 1, [state, this.#groups.reserve(4)], parameters);
    this.#indirect(pass, project, 'vertices', [state, views, scene.vertices, projected], parameters);
    if ('makeBoxes' in this.#shaders) this.#recordBoxes(pass, this.#shaders, scene, rankCount, parameters);
    else if ('makePieces' in this.#shaders) {
      this.#recordPieces(pass, this.#shaders, scene, rankCount, lengths, parameters);
    } else pass.dispatch(this.#shaders.openPasses, 1, [state, this.#groups.reserve(4)], parameters);
    return this.#sort ? this.#recordSort(pass, this.#sort, lengths, keyBits, parameters) : this.#buffer('entries');
  }

  /** Entries by square, and where the list of each begins. */
  #recordSort(
    pass: ComputePass,
    sort: StableSort,
    { entries }: ListLengths,
    keyBits: number,
    parameters: ArrayBuffer,
  ): GPUBuffer {
    const [state, items, spare] = (['state', 'entries', 'moved'] as const).map((name) => this.#buffer(name));
    const counted = { capacity: entries, counters: state, countIndex: stateIndex('sorted') };
    pass.stage('sort');
    const sorted = sort.record(pass, { items, spare, keyBits, ...counted });
    this.#indirect(pass, this.#shaders.startLists, 'squares', [state, sorted, this.#buffer('starts')], parameters);
    return sorted;
  }

  /** Sampled pieces: counted, summed up, made and listed. */
  #recordPieces(
    pass: ComputePass,
    { countPieces, checkLists, makePieces, openPasses }: SampleShaders,
    { triangles }: CullScene,
    rankCount: number,
    lengths: ListLengths,
    parameters: ArrayBuffer,
  ): void {
    const groups = this.#groups.reserve(4);
    const [state, projected, ranks, sets] = (['state', 'projected', 'ranks', 'sets'] as const).map((name) =>
      this.#buffer(name),
    );
    const [pieceStarts, entryStarts, pieces] = (['pieceStarts', 'entryStarts', 'pieces'] as const).map((name) =>
      this.#buffer(name),
    );
    const counting = [state, triangles, ranks, projected, sets, pieceStarts, entryStarts];
    this.#indirect(pass, countPieces, 'ranks', counting, parameters);
    const counters = { counters: state, countIndex: stateIndex('ranks'), capacity: rankCount };
    this.#scan.record(pass, { ...counters, data: pieceStarts, totalIndex: stateIndex('pieces') });
    this.#scan.record(pass, { ...counters, data: entryStarts, totalIndex: stateIndex('entries') });
    pass.dispatch(checkLists, 1, [state, groups], parameters);
    const making = [state, triangles, ranks, projected, pieceStarts, entryStarts, pieces, this.#buffer('entries')];
    this.#indirect(pass, makePieces, 'pieces', making, parameters);
    pass.dispatch(openPasses, 1, [state, groups], parameters);
    if (lengths.steep === 0) return;
    this.#indirect(pass, this.#steep!, 'pieces', [state, pieces, projected, this.#buffer('steepDepths')], parameters);
  }

  /** FAR's boxes, or triangles with all that they touch: made, one for each rank, and listed; and what pairs of them are. */
  #recordBoxes(
    pass: ComputePass,
    { makeBoxes, checkLists, listBoxes, openPasses, relatePairs }: BoxShaders,
    { triangles }: CullScene,
    rankCount: number,
    parameters: ArrayBuffer,
  ): void {
    const groups = this.#groups.reserve(4);
    const [state, views, ranks, projected, sets] = (['state', 'views', 'ranks', 'projected', 'sets'] as const).map(
      (name) => this.#buffer(name),
    );
    const [data, pieces] = (['entryStarts', 'pieces'] as const).map((name) => this.#buffer(name));
    const making = [state, views, triangles, ranks, projected, sets, data, pieces];
    this.#indirect(pass, makeBoxes, 'ranks', making, parameters);
    if (this.#sort) {
      const counters = { counters: state, countIndex: stateIndex('ranks'), totalIndex: stateIndex('entries') };
      this.#scan.record(pass, { ...counters, data, capacity: rankCount });
      pass.dispatch(checkLists, 1, [state, groups], parameters);
      this.#indirect(pass, listBoxes, 'pieces', [pieces, data, this.#buffer('entries')], parameters);
    }
    pass.dispatch(openPasses, 1, [state, groups], parameters);
    if (!this.#pairs) return;
    pass.stage('relate');
    const looking = [state, this.#pairs.buffer, this.#buffer('places'), sets, pieces, this.#pairs.relations];
    this.#indirect(pass, relatePairs, 'related', looking, parameters);
  }

  #recordPass(
    pass: ComputePass,
    { triangles }: CullScene,
    entries: GPUBuffer,
    parameters: ArrayBuffer,
    drawn: Drawn,
    isBackward: boolean,
  ): void {
    const [state, sets, hidden] = (['state', 'sets', 'hidden'] as const).map((name) => this.#buffer(name));
    const [pieces, places] = (['pieces', 'places'] as const).map((name) => this.#buffer(name));
    const { openSets, passPairs, closeSets, closePass } = this.#shaders;
    pass.stage('passes');
    this.#indirect(pass, openSets, 'sets', [state, sets, this.#buffer('kept'), hidden], parameters);
    if ('panes' in this.#shaders) {
      const looking = [state, pieces, this.#buffer('starts'), entries, sets, hidden];
      if (!('makeBoxes' in this.#shaders)) looking.push(this.#buffer('steepDepths'));
      this.#indirect(pass, this.#shaders.panes, 'pixels', looking, parameters);
    }
    if (this.#hardware) {
      const samples = [triangles, this.#buffer('ranks'), this.#buffer('projected')];
      const shown = 'makeBoxes' in this.#shaders ? [pieces] : samples;
      const buffers = { state, sets, firstRanks: this.#buffer('firstRanks'), hidden, drawn: shown };
      this.#hardware.record(pass, drawn, buffers, parameters, isBackward);
    }
    if (this.#pairs) {
      const looking = [state, this.#pairs.buffer, places, sets, this.#pairs.relations, hidden];
      this.#indirect(pass, passPairs, 'pairs', looking, parameters);
    }
    this.#indirect(pass, closeSets, 'sets', [state, sets, hidden, this.#buffer('sizes')], parameters);
    pass.dispatch(closePass, 1, [state, this.#groups.reserve(4), this.#buffer('log')], parameters);
  }
}
