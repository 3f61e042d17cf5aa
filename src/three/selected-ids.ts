/** Options of a query with ids in place of objects. */
import { type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import type { BodyTable } from './bodies.ts';
import { type IgnoredObjects, pairsOfIds } from './options.ts';

interface Selection {
  self?: boolean;
  ignore?: readonly IgnoredObjects[];
  pairs?: readonly IgnoredObjects[];
}

const NOWHERE = /*@__PURE__*/ new Vector3();
const ONE = /*@__PURE__*/ new Vector3(1, 1, 1);
const UNTURNED = /*@__PURE__*/ new Quaternion();

const isPrimitive = (object: Object3D): boolean =>
  (object as Mesh).isMesh &&
  object.children.length === 0 &&
  object.position.equals(NOWHERE) &&
  object.quaternion.equals(UNTURNED) &&
  object.scale.equals(ONE);

/** Whether GLTFLoader made the object from a mesh with several primitives. */
function isNodeOfPrimitives(object: Object3D | null): object is Object3D {
  return object?.type === 'Group' && object.children.length > 1 && object.children.every(isPrimitive);
}

/** Pairs of bodies that are primitives of the same node. */
function joinedPairs(table: BodyTable): [number, number][] {
  const nodes = new Map<Object3D, number[]>();
  for (const { id, object } of table.values()) {
    const { parent } = object;
    if (nodes.has(parent!) || isNodeOfPrimitives(parent)) nodes.set(parent!, [...(nodes.get(parent!) ?? []), id]);
  }
  return [...nodes.values()].flatMap((ids) =>
    ids.flatMap((a, i) => ids.slice(i + 1).map((b): [number, number] => [a, b])),
  );
}

/** The options with ids in place of objects; primitives of one node are one body. */
export function withIds<T extends Selection>(call: string, options: T, table: BodyTable, joinPrimitives: boolean) {
  const { ignore, pairs, ...rest } = options;
  // Ignoring an object with itself leaves out pairs of its parts, not collisions within each part.
  const ignored = ignore && pairsOfIds(call, 'ignore', ignore, table).filter(([a, b]) => a !== b);
  const joined = joinPrimitives && !options.self && pairs === undefined ? joinedPairs(table) : [];
  return {
    ...rest,
    ...((ignored || joined.length > 0) && { ignore: [...(ignored ?? []), ...joined] }),
    ...(pairs !== undefined && { pairs: pairsOfIds(call, 'pairs', pairs, table) }),
  };
}
