/** The kernels as TypeScript sees them. Sources: every folder called `kernels` (AssemblyScript); built by scripts/build-kernels.mjs. */
import { EngineError } from '../../errors.ts';
import { COLLIDE_SET_QUERIES, STEP_SET_QUERIES } from '../../memory/constants.ts';
import { kernelImports } from './kernel-imports.ts';

/** What every build of the kernels has. */
export interface KernelExports {
  /** Which records the kernels were built for. */
  layoutNumber(): number;
  openThread(): void;
  openJob(): number;
  runPhase(phase: number, slot: number, most: number): number;
  closePhase(phase: number): number;
  orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number;
  orient3d(a: number, b: number, c: number, d: number): number;
  pairKind(a: number, b: number): number;
  vertexPairKind(a: number, b: number): number;
  edgePairKind(a: number, b: number): number;
  spreadSingle(packed: number, sources: number, count: number, out: number): number;
  copyDouble(packed: number, sources: number, count: number, out: number): number;
  firstBadSingle(numbers: number, count: number): number;
  firstBadDouble(numbers: number, count: number): number;
  firstBadIndex(indices: number, count: number, vertexCount: number): number;
  markUsed(indices: number, count: number, marks: number, vertexCount: number): number;
  leaveOutUnused(marks: number, sources: number, count: number, isNew: number): void;
  weldChunk(
    packed: number,
    count: number,
    first: number,
    known: number,
    capacity: number,
    table: number,
    last: number,
    list: number,
    hashes: number,
    targets: number,
    isDouble: number,
  ): number;
  listSources(list: number, isDouble: number, count: number, sources: number): void;
  weldIndices(indices: number, count: number, targets: number): void;
  positionBoxAt(): number;
  edgesCancel(corners: number, triangleCount: number): number;
  numberShells(
    corners: number,
    triangles: number,
    count: number,
    vertexCount: number,
    parents: number,
    shells: number,
    firsts: number,
  ): number;
  trianglesOverCells(
    corners: number,
    triangles: number,
    count: number,
    cells: number,
    starts: number,
    out: number,
  ): number;
  namePatches(
    corners: number,
    triangles: number,
    count: number,
    triangleCount: number,
    vertexCount: number,
    skipped: number,
    skippedCount: number,
    vertices: number,
    listCount: number,
    parents: number,
    marks: number,
  ): void;
  listNeighbours(
    corners: number,
    triangles: number,
    count: number,
    vertexCount: number,
    starts: number,
    lists: number,
  ): void;
  hasSingleValues(): number;
  hasTiny(): number;
  firstNotPlaceable(states: number, count: number, matrices: number): number;
  placeObjects(states: number, count: number, matrices: number, stamp: number): void;
  surveyObjects(states: number, count: number, survey: number): void;
  writeClusteredTable(states: number, count: number, table: number, pieces: number, marks: number, map: number): void;
}

/** What only the set of all kernels has. */
export interface AllKernelExports extends KernelExports {
  /** Which records of contacts the kernels were built for. */
  contactLayoutNumber(): number;
  openPatch(search: number): number;
  meetListed(search: number, list: number, count: number): number;
  meetClusters(search: number): number;
  openGrid(search: number): void;
  meetAll(search: number, from: number, to: number): number;
  openContact(contact: number): void;
  namePairs(contact: number, from: number, to: number): number;
  openCells(contact: number): number;
  findCells(contact: number, side: number): number;
  layOutGroups(groups: number): number;
  findGroups(groups: number): void;
  walkInTurn(walks: number): void;
  addVolume(
    sum: number,
    vertices: number,
    format: number,
    corners: number,
    list: number,
    count: number,
    small: number,
    weight: number,
    error: number,
  ): void;
  impactTick(kind: number, q0: number, q1: number, q2: number, q3: number): number;
  gapTick(kind: number, q0: number, q1: number, q2: number, q3: number): number;
  triangleDistance(a: number, b: number, points: number): number;
  linkSurface(
    corners: number,
    triangles: number,
    count: number,
    vertexCount: number,
    first: number,
    next: number,
    fans: number,
  ): void;
  markIrregular(
    corners: number,
    vertexCount: number,
    first: number,
    next: number,
    fans: number,
    notes: number,
    marks: number,
  ): number;
  openAreas(
    triangleCount: number,
    vertexCount: number,
    skipped: number,
    skippedCount: number,
    looked: number,
    lookedCount: number,
    isSkipped: number,
    marks: number,
    parents: number,
  ): void;
  joinAreas(
    corners: number,
    triangles: number,
    from: number,
    to: number,
    isSkipped: number,
    marks: number,
    parents: number,
  ): void;
  nameAreas(
    corners: number,
    triangles: number,
    from: number,
    to: number,
    isSkipped: number,
    marks: number,
    parents: number,
    numbers: number,
    areas: number,
    firsts: number,
    near: number,
    counts: number,
  ): void;
  writeFacing(
    corners: number,
    triangles: number,
    from: number,
    to: number,
    areas: number,
    facings: number,
    targets: number,
    indices: number,
    parents: number,
    places: number,
    first: number,
    counter: number,
  ): void;
  measureVertices(vertices: number, isSingle: number, count: number, out: number): void;
  trianglesNear(
    vertices: number,
    isSingle: number,
    vertexCount: number,
    corners: number,
    triangles: number,
    count: number,
    region: number,
    boxes: number,
    boxCount: number,
    grid: number,
    cells: number,
    out: number,
  ): number;
}

/**
 * An engine begins with the kernels that `collide` needs, a third of them all, so that a page that asks nothing else does not load
 * the rest. A query that they lack loads the smallest set that has it. Each set contains those before it.
 */
export type KernelSet = 'collide' | 'step' | 'all';

/** Queries with lower numbers are in the set. */
export const QUERIES_OF: Readonly<Record<KernelSet, number>> = {
  collide: COLLIDE_SET_QUERIES,
  step: STEP_SET_QUERIES,
  all: Number.POSITIVE_INFINITY,
};

/** The smallest set that has the query with this number. */
export function smallestSet(query: number): KernelSet {
  if (query < QUERIES_OF.collide) return 'collide';
  return query < QUERIES_OF.step ? 'step' : 'all';
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * The embedded kernels: deflated by the build, so that a page that is sent compressed is smaller, then in base64. Not through
 * a `Response`, whose code Node needs longer to load than all the rest takes.
 */
async function unpack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { writable, readable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  const written = writer.write(decodeBase64(text)).then(() => writer.close());
  const chunks: Uint8Array[] = [];
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  await written;
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Workers of the pool have the slots from 1 on. */
const OWNER_SLOT = 0;

export interface KernelModule {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const compiled = new Map<string, Promise<KernelModule>>();

/** Each build is loaded where it is used; a page needs one or two of the six. */
const TEXTS: Readonly<Record<KernelSet, (shared: boolean) => Promise<string>>> = {
  collide: async (shared) =>
    shared
      ? (await import('./generated/collide-shared.ts')).WASM_COLLIDE_SHARED
      : (await import('./generated/collide-single.ts')).WASM_COLLIDE_SINGLE,
  step: async (shared) =>
    shared
      ? (await import('./generated/step-shared.ts')).WASM_STEP_SHARED
      : (await import('./generated/step-single.ts')).WASM_STEP_SINGLE,
  all: async (shared) =>
    shared
      ? (await import('./generated/all-shared.ts')).WASM_ALL_SHARED
      : (await import('./generated/all-single.ts')).WASM_ALL_SINGLE,
};

async function compile(text: string): Promise<KernelModule> {
  try {
    const bytes = await unpack(text);
    return { module: await WebAssembly.compile(bytes), bytes };
  } catch (error) {
    throw new EngineError(
      'no-wasm',
      `WebAssembly with SIMD cannot be compiled here (${error instanceof Error ? error.message : error}). Every current browser and ` +
        "Node 20 can; a strict content security policy must allow script-src 'wasm-unsafe-eval'.",
    );
  }
}

/** The compiled module, with threads or without; compiled once per process or page. What fails is tried again when asked for again. */
export function kernelModule(shared: boolean, set: KernelSet): Promise<KernelModule> {
  const key = `${set} ${shared}`;
  let loading = compiled.get(key);
  if (!loading) {
    loading = TEXTS[set](shared).then(compile);
    compiled.set(key, loading);
    loading.catch(() => compiled.delete(key));
  }
  return loading;
}

/** An instance for the thread that owns the engine. */
export async function instantiateKernels(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<AllKernelExports> {
  const instance = await WebAssembly.instantiate(module, kernelImports(memory, OWNER_SLOT));
  return instance.exports as unknown as AllKernelExports;
}
