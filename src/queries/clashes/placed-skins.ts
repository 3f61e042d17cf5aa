/**
 * Skins as objects of their own, placed where the objects are that they belong to.
 *
 * They stay in the engine's memory between queries, so that clusters and neighbours are kept of them as well, and are given
 * up with the objects that they belong to.
 */
import { type PositionsElsewhere, SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkMesh } from '../../mesh/check-mesh.ts';
import { IDENTITY } from '../../mesh/placement.ts';
import type { Skin } from './skin.ts';

const NOT_PLACED = Float64Array.from(IDENTITY);

/** The skin of one object. */
class PlacedSkin implements PositionsElsewhere {
  readonly owner: SceneObject;
  readonly skin: Skin;
  readonly object: SceneObject;

  constructor(skin: Skin, owner: SceneObject) {
    this.owner = owner;
    this.skin = skin;
    const instances = instancesOf(skin);
    const [first] = instances;
    const { runtime, kept } = owner;
    const mesh = first ?? checkMesh({ positions: skin.positions, indices: skin.indices, weld: false });
    this.object = new SceneObject(runtime, mesh, kept.tally);
    // Skins are closed.
    this.object.edgesCancel = true;
    instances.add(this.object);
    owned.set(this.object, this);
  }

  release(): void {
    instancesOf(this.skin).delete(this.object);
    this.object.free();
  }
}

/** The objects that share the mesh of a skin. */
const instances = new WeakMap<Skin, Set<SceneObject>>();

function instancesOf(skin: Skin): Set<SceneObject> {
  const known = instances.get(skin) ?? new Set();
  instances.set(skin, known);
  return known;
}

const placed = new WeakMap<SceneObject, PlacedSkin>();
/** The same by the skins. */
const owned = new WeakMap<SceneObject, PlacedSkin>();

/** The object that a placed skin belongs to, and the skin; undefined for an object that is no skin. */
export function ownerOf(object: SceneObject): { readonly owner: SceneObject; readonly skin: Skin } | undefined {
  return owned.get(object);
}

/** The skin of an object, placed as the object is. It belongs to the object, and nobody else may free it. */
export function placedSkin(owner: SceneObject, skin: Skin): SceneObject {
  let own = placed.get(owner);
  if (own?.skin !== skin) {
    dropSkin(owner);
    own = new PlacedSkin(skin, owner);
    placed.set(owner, own);
    owner.copies.add(own);
  }
  const { object } = own;
  object.place(owner.matrix ?? NOT_PLACED);
  if (object.filter !== owner.filter) object.filter = owner.filter;
  return object;
}

/** Gives up the skin that an object had: it has another now, or none. */
export function dropSkin(owner: SceneObject): void {
  const own = placed.get(owner);
  if (!own) return;
  placed.delete(owner);
  owner.copies.delete(own);
  own.release();
}
