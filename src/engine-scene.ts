/** A scene of an engine: every query on its objects. What may be changed, and when, is in scene-objects.ts. */

import { withReason } from './backend/left-to-wasm.ts';
import type { SceneObject } from './backend/wasm/scene-object.ts';
import { OptionError } from './errors.ts';
import type { GpuPositions } from './mesh/gpu-positions.ts';
import type { GpuMeshInput, MeshInput, Positions } from './mesh/mesh-input.ts';
import type { Clashes, ClashesOptions } from './queries/clashes/clashes.ts';
import { checkClashesOptions } from './queries/clashes/options.ts';
import type { Closest, ClosestOptions } from './queries/closest/closest.ts';
import { checkClosestOptions } from './queries/closest/options.ts';
import type { CollideOptions, Collisions, GpuCollideOptions, GpuCollisions } from './queries/collide/collide.ts';
import { Keeper } from './queries/collide/keeper.ts';
import { checkCollideOptions } from './queries/collide/options.ts';
import { collide, collideAfterCulling, collideInPlace, collideOnWasm } from './queries/collide/run.ts';
import type { ContactsOptions, FeatureContacts, FeatureContactsWithoutPoints } from './queries/contacts/contacts.ts';
import { checkContactsOptions } from './queries/contacts/options.ts';
import type { EngineContext } from './queries/context.ts';
import type { Impacts, ImpactsOptions } from './queries/impacts/impacts.ts';
import { checkImpactsOptions } from './queries/impacts/options.ts';
import type { InsideOptions } from './queries/inside/inside.ts';
import { checkInsideOptions, checkPoints } from './queries/inside/options.ts';
import { askNamed } from './queries/named-pair.ts';
import {
  advanceAll,
  closestWasm,
  contactsWasm,
  exactOverlapVolume,
  exactSelfOverlapVolume,
  findClashes,
  findContacts,
  findImpacts,
  findSafeStep,
  findSeparation,
  impactsWasm,
  insideWasm,
  measureVolume,
  sweepWasm,
  withinWasm,
} from './queries/on-demand.ts';
import { type CheckedPairSelection, selectedObjects } from './queries/pair-selection.ts';
import { checkSeparateOptions } from './queries/separate/options.ts';
import type { SeparateOptions, Separation } from './queries/separate/separate.ts';
import type { Advance, AdvanceOptions } from './queries/step/advance.ts';
import { checkAdvanceOptions, checkSafeStepOptions } from './queries/step/options.ts';
import type { SafeStep, SafeStepOptions } from './queries/step/safe-step.ts';
import { checkMotions, checkSweepOptions } from './queries/sweep/options.ts';
import type { Motion, Sweep, SweepOptions } from './queries/sweep/sweep.ts';
import { checkVolumeOptions } from './queries/volume/options.ts';
import type { Volume, VolumeOptions } from './queries/volume/volume.ts';
import { checkWithinOptions } from './queries/within/options.ts';
import type { Proximities, WithinOptions } from './queries/within/within.ts';
import type { ObjectFilter, Scene } from './scene.ts';
import { type QueryNeeds, registerScene, SceneObjects } from './scene-objects.ts';

export class EngineScene implements Scene {
  readonly #objects: SceneObjects;
  readonly #kept = new Keeper();
  readonly #onDispose: (scene: EngineScene) => void;

  constructor(context: EngineContext, onDispose: (scene: EngineScene) => void) {
    this.#objects = new SceneObjects(context);
    registerScene(this, this.#objects);
    this.#onDispose = onDispose;
  }

  add(input: MeshInput | GpuMeshInput): number {
    return this.#objects.add(input);
  }

  addInstance(object: number): number {
    return this.#objects.addInstance(object);
  }

  move(object: number, positions: Positions | GpuPositions): void {
    this.#objects.move(object, positions);
  }

  moveMany(objects: ArrayLike<number>, positions: readonly (Positions | GpuPositions)[]): void {
    this.#objects.moveMany(objects, positions);
  }

  place(object: number, matrix: ArrayLike<number>): void {
    this.#objects.place(object, matrix);
  }

  placeMany(objects: ArrayLike<number>, matrices: ArrayLike<number>): void {
    this.#objects.placeMany(objects, matrices);
  }

  filter(object: number, filter: ObjectFilter): void {
    this.#objects.filter(object, filter);
  }

  aim(object: number, end: Positions | ArrayLike<number>): void {
    this.#objects.aim(object, end);
  }

  replace(object: number, input: MeshInput | GpuMeshInput): void {
    this.#objects.replace(object, input);
  }

  remove(object: number): void {
    this.#objects.remove(object);
  }

  /** Throws when a query names an object that is not there. */
  #findPairs(call: string, { ignore, pairs }: CheckedPairSelection): void {
    for (const id of ignore.flat()) this.#objects.find(`${call}: ignore`, id);
    for (const id of pairs?.flat() ?? []) this.#objects.find(`${call}: pairs`, id);
  }

  collide(options: GpuCollideOptions): Promise<GpuCollisions>;
  collide(options?: CollideOptions): Promise<Collisions>;
  async collide(options: CollideOptions | GpuCollideOptions = {}): Promise<Collisions | GpuCollisions> {
    this.#objects.check();
    const checked = checkCollideOptions(options);
    this.#findPairs('collide', checked);
    const { cull: culling } = checked;
    if (culling) {
      return this.#objects.query((context, objects) =>
        collideAfterCulling(context, selectedObjects(objects, checked), { ...checked, cull: culling }),
      );
    }
    const query = (context: EngineContext, all: ReadonlyMap<number, SceneObject>) => {
      const objects = selectedObjects(all, checked);
      return checked.output === 'gpu'
        ? collideInPlace(context, objects, checked)
        : collide(context, objects, checked, this.#kept);
    };
    return this.#objects.query<Collisions | GpuCollisions>(query, { positions: 'anywhere' });
  }

  /** A query that the kernels answer on every engine, because it is decided in double precision. */
  #exactly<T extends { readonly stats: Parameters<typeof withReason>[1]['stats'] }>(
    query: (context: EngineContext, objects: ReadonlyMap<number, SceneObject>) => Promise<T>,
    needs: QueryNeeds = {},
  ): Promise<T> {
    const answer: typeof query = async (context, objects) =>
      withReason(context, await query(context, objects), 'double-precision');
    return this.#objects.query(answer, needs);
  }

  collideSync(options: CollideOptions = {}): Collisions {
    this.#objects.check();
    const checked = checkCollideOptions(options);
    this.#findPairs('collideSync', checked);
    for (const option of ['cull', 'output'] as const) {
      if (options[option] === undefined || options[option] === 'cpu') continue;
      throw new OptionError(
        'option-conflict',
        `collideSync: ${option} cannot be had without a promise. Use collide().`,
        {
          option,
        },
      );
    }
    return this.#objects.queryNow('collideSync', (runtime, objects) =>
      collideOnWasm(runtime, selectedObjects(objects, checked), checked, this.#kept),
    );
  }

  async clashes(options: ClashesOptions = {}): Promise<Clashes> {
    this.#objects.check();
    const checked = checkClashesOptions(options);
    this.#findPairs('clashes', checked);
    return this.#objects.query(
      (context, objects) => findClashes(context, selectedObjects(objects, checked), checked, this.#kept),
      { positions: 'anywhere' },
    );
  }

  async inside(object: number, points: Positions, options: InsideOptions = {}): Promise<Uint8Array> {
    const { label } = this.#objects.find('inside', object);
    const checked = checkInsideOptions(options);
    const copied = checkPoints(points);
    return this.#objects.query(
      ({ runtime }, objects) => insideWasm(runtime, objects, { id: object, label }, copied, checked),
      {
        call: 'inside',
        ids: [object],
      },
    );
  }

  async within(distance: number, options: WithinOptions = {}): Promise<Proximities> {
    this.#objects.check();
    const checked = checkWithinOptions(distance, options);
    this.#findPairs('within', checked);
    return this.#exactly(({ runtime }, objects) => withinWasm(runtime, selectedObjects(objects, checked), checked));
  }

  async closest(a: number, b: number, options: ClosestOptions = {}): Promise<Closest> {
    for (const id of [a, b]) this.#objects.find('closest', id);
    if (a === b) {
      throw new OptionError('same-object', `closest: both objects are ${a}. Pass two different ones.`, { object: a });
    }
    const checked = checkClosestOptions(options);
    return this.#exactly(({ runtime }, objects) => closestWasm(runtime, objects, [a, b], checked), {
      call: 'closest',
      ids: [a, b],
    });
  }

  contacts(distance: number, options: ContactsOptions & { points: false }): Promise<FeatureContactsWithoutPoints>;
  contacts(distance: number, options?: ContactsOptions): Promise<FeatureContacts>;
  async contacts(distance: number, options: ContactsOptions = {}): Promise<FeatureContacts> {
    this.#objects.check();
    const checked = checkContactsOptions(distance, options);
    this.#findPairs('contacts', checked);
    return this.#exactly(({ runtime }, objects) => contactsWasm(runtime, selectedObjects(objects, checked), checked));
  }

  contactsSync(distance: number, options: ContactsOptions & { points: false }): FeatureContactsWithoutPoints;
  contactsSync(distance: number, options?: ContactsOptions): FeatureContacts;
  contactsSync(distance: number, options: ContactsOptions = {}): FeatureContacts {
    this.#objects.check();
    const checked = checkContactsOptions(distance, options);
    this.#findPairs('contactsSync', checked);
    return this.#objects.queryNow('contactsSync', (runtime, objects) =>
      findContacts(runtime, selectedObjects(objects, checked), checked),
    );
  }

  impactsSync(options: ImpactsOptions = {}): Impacts {
    this.#objects.check();
    const checked = checkImpactsOptions(options);
    this.#findPairs('impactsSync', checked);
    return this.#objects.queryNow('impactsSync', (runtime, objects) =>
      findImpacts(runtime, selectedObjects(objects, checked), checked),
    );
  }

  async separate(a: number, b: number, options: SeparateOptions = {}): Promise<Separation> {
    for (const id of [a, b]) this.#objects.find('separate', id);
    if (a === b) {
      throw new OptionError('same-object', `separate: both objects are ${a}. Pass two different ones.`, { object: a });
    }
    const checked = checkSeparateOptions(options);
    return this.#objects.query((context, objects) => findSeparation(context, objects, [a, b], checked), {
      call: 'separate',
      ids: [a, b],
    });
  }

  async sweep(motions: readonly Motion[], options: SweepOptions = {}): Promise<Sweep> {
    this.#objects.check();
    const checked = checkSweepOptions(options);
    const moving = checkMotions(motions);
    this.#findPairs('sweep', checked);
    const ids = moving.flatMap(({ object, carriedBy }) => (carriedBy === undefined ? [object] : [object, carriedBy]));
    for (const id of ids) this.#objects.find('sweep', id);
    const ask = ({ runtime }: EngineContext, objects: ReadonlyMap<number, SceneObject>) =>
      sweepWasm(runtime, objects, moving, checked);
    return this.#exactly(ask, { call: 'sweep', ids });
  }

  async safeStep(options: SafeStepOptions = {}): Promise<SafeStep> {
    this.#objects.check();
    const checked = checkSafeStepOptions(options);
    this.#findPairs('safeStep', checked);
    return this.#objects.query(({ runtime }, objects) => findSafeStep(runtime, objects, checked, this.#kept));
  }

  async advance(options: AdvanceOptions = {}): Promise<Advance> {
    this.#objects.check();
    const checked = checkAdvanceOptions(options);
    this.#findPairs('advance', checked);
    for (const { object } of checked.inverseMasses) this.#objects.find('advance: inverseMasses', object);
    return this.#objects.query(({ runtime }, objects) => advanceAll(runtime, objects, checked, this.#kept));
  }

  async impacts(options: ImpactsOptions = {}): Promise<Impacts> {
    this.#objects.check();
    const checked = checkImpactsOptions(options);
    this.#findPairs('impacts', checked);
    return this.#exactly(({ runtime }, objects) => impactsWasm(runtime, selectedObjects(objects, checked), checked));
  }

  async overlapVolume(a: number, b: number, options: VolumeOptions = {}): Promise<Volume> {
    const call = 'overlapVolume';
    const asked = [a, b].map((id) => ({ id, label: this.#objects.find(call, id).label }));
    if (a === b) {
      throw new OptionError(
        'same-object',
        `${call}: both objects are ${a}. Use selfOverlapVolume(${a}) for one object.`,
        {
          object: a,
        },
      );
    }
    const checked = checkVolumeOptions(call, options);
    return this.#objects.query(
      (context, objects) =>
        askNamed(context.runtime, objects, [a, b], async (both) => {
          const exact = checked.mayBeExact ? await exactOverlapVolume(context, both, checked) : null;
          if (exact) return withReason(context, exact, 'double-precision');
          const measured = await measureVolume(context, both, { call, asked, options: checked });
          return withReason(context, measured, 'image-limits');
        }),
      { call, ids: [a, b] },
    );
  }

  async selfOverlapVolume(object: number, options: VolumeOptions = {}): Promise<Volume> {
    const call = 'selfOverlapVolume';
    const asked = [{ id: object, label: this.#objects.find(call, object).label }];
    const checked = checkVolumeOptions(call, options);
    return this.#objects.query(
      async (context, objects) => {
        const only = new Map([[object, objects.get(object)!]]);
        const exact = checked.mayBeExact ? await exactSelfOverlapVolume(context, only, checked) : null;
        if (exact) return withReason(context, exact, 'double-precision');
        const measured = await measureVolume(context, objects, { call, asked, options: checked });
        return withReason(context, measured, 'image-limits');
      },
      { call, ids: [object] },
    );
  }

  dispose(): void {
    this.#onDispose(this);
    this.#kept.drop();
    this.#objects.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
