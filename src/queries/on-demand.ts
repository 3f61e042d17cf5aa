/** Queries that are loaded when they are first asked for, so that a page that only collides does not carry them. */
import { EngineError } from '../errors.ts';
import type {
  exactOverlapVolume as ExactOverlapVolume,
  exactSelfOverlapVolume as ExactSelfOverlapVolume,
} from './clashes/exact-volume.ts';
import type { findClashes as FindClashes } from './clashes/run.ts';
import type { closestWasm as ClosestWasm } from './closest/wasm.ts';
import type { collideCulled as CollideCulled } from './collide/culled.ts';
import type { contactsWasm as ContactsWasm, findContacts as FindContacts } from './contacts/wasm.ts';
import type { cull as Cull } from './cull/run.ts';
import type { findImpacts as FindImpacts, impactsWasm as ImpactsWasm } from './impacts/wasm.ts';
import type { insideWasm as InsideWasm } from './inside/wasm.ts';
import type { findSeparation as FindSeparation } from './separate/run.ts';
import type { findSafeStep as FindSafeStep } from './step/find-step.ts';
import type { advanceAll as AdvanceAll } from './step/run-advance.ts';
import type { sweepWasm as SweepWasm } from './sweep/run.ts';
import type { layeredImage as LayeredImage, layersOnGpu as LayersOnGpu } from './volume/layered-image.ts';
import type { measureVolume as MeasureVolume } from './volume/overlap-volume.ts';
import type { voxelCollide as VoxelCollide, voxels as Voxels } from './voxels/run.ts';
import type { withinWasm as WithinWasm } from './within/wasm.ts';

/** Modules of queries that can be asked without a promise, once they have been loaded. */
let contacts: typeof import('./contacts/wasm.ts') | undefined;
let impacts: typeof import('./impacts/wasm.ts') | undefined;

/** What can be prepared: queries that can be asked without a promise, or the kernels of `all` queries. */
export type PreparedQuery = 'collide' | 'contacts' | 'impacts' | 'all';
export const PREPARED_QUERIES: readonly PreparedQuery[] = ['collide', 'contacts', 'impacts', 'all'];

/** Loads what queries need to be asked without a promise. */
export async function loadQueries(queries: readonly PreparedQuery[]): Promise<void> {
  const isAsked = (query: PreparedQuery) => queries.includes(query) || queries.includes('all');
  if (isAsked('contacts')) contacts = await import('./contacts/wasm.ts');
  if (isAsked('impacts')) impacts = await import('./impacts/wasm.ts');
}

function loaded<T>(query: PreparedQuery, module: T | undefined): T {
  if (module) return module;
  throw new EngineError(
    'not-ready',
    `${query}Sync: the query is not loaded. Wait for engine.prepare(['${query}']) before the first call.`,
  );
}

export const findContacts: typeof FindContacts = (...values) => loaded('contacts', contacts).findContacts(...values);

export const findImpacts: typeof FindImpacts = (...values) => loaded('impacts', impacts).findImpacts(...values);

export const findClashes: typeof FindClashes = async (...values) =>
  (await import('./clashes/run.ts')).findClashes(...values);

export const exactOverlapVolume: typeof ExactOverlapVolume = async (...values) =>
  (await import('./clashes/exact-volume.ts')).exactOverlapVolume(...values);

export const exactSelfOverlapVolume: typeof ExactSelfOverlapVolume = async (...values) =>
  (await import('./clashes/exact-volume.ts')).exactSelfOverlapVolume(...values);

export const collideCulled: typeof CollideCulled = async (...values) =>
  (await import('./collide/culled.ts')).collideCulled(...values);

export const contactsWasm: typeof ContactsWasm = async (...values) =>
  (await import('./contacts/wasm.ts')).contactsWasm(...values);

export const cull: typeof Cull = async (...values) => (await import('./cull/run.ts')).cull(...values);

export const impactsWasm: typeof ImpactsWasm = async (...values) =>
  (await import('./impacts/wasm.ts')).impactsWasm(...values);

export const insideWasm: typeof InsideWasm = async (...values) =>
  (await import('./inside/wasm.ts')).insideWasm(...values);

export const layeredImage: typeof LayeredImage = async (...values) =>
  (await import('./volume/layered-image.ts')).layeredImage(...values);

export const layersOnGpu: typeof LayersOnGpu = async (...values) =>
  (await import('./volume/layered-image.ts')).layersOnGpu(...values);

export const measureVolume: typeof MeasureVolume = async (...values) =>
  (await import('./volume/overlap-volume.ts')).measureVolume(...values);

export const findSafeStep: typeof FindSafeStep = async (...values) =>
  (await import('./step/find-step.ts')).findSafeStep(...values);

export const advanceAll: typeof AdvanceAll = async (...values) =>
  (await import('./step/run-advance.ts')).advanceAll(...values);

export const findSeparation: typeof FindSeparation = async (...values) =>
  (await import('./separate/run.ts')).findSeparation(...values);

export const voxels: typeof Voxels = async (...values) => (await import('./voxels/run.ts')).voxels(...values);

export const voxelCollide: typeof VoxelCollide = async (...values) =>
  (await import('./voxels/run.ts')).voxelCollide(...values);

export const withinWasm: typeof WithinWasm = async (...values) =>
  (await import('./within/wasm.ts')).withinWasm(...values);

export const closestWasm: typeof ClosestWasm = async (...values) =>
  (await import('./closest/wasm.ts')).closestWasm(...values);

export const sweepWasm: typeof SweepWasm = async (...values) => (await import('./sweep/run.ts')).sweepWasm(...values);
