/** Contacts of the scene as it is before a step. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import { checkContactsOptions } from '../contacts/options.ts';
import { contactsWasm } from '../contacts/wasm.ts';
import { countObjectPairs } from '../contacts/wasm-result.ts';
import { selectionOf } from '../pair-selection.ts';
import type { Bodies } from './bodies.ts';
import type { CheckedStepOptions } from './options.ts';

export function contactsAtStart(
  runtime: WasmRuntime,
  bodies: Bodies,
  distance: number,
  options: CheckedStepOptions,
): Promise<FeatureContacts> {
  const asked = { ...checkContactsOptions(distance, {}), ...selectionOf(options), signal: options.signal };
  return contactsWasm(runtime, bodies.asked, asked);
}

/** Those contacts of which a test holds. */
export function chosen(contacts: FeatureContacts, isChosen: (i: number) => boolean): FeatureContacts {
  const rows: number[] = [];
  for (let i = 0; i < contacts.distances.length; i++) if (isChosen(i)) rows.push(i);
  const pick = <T extends Uint8Array | Int8Array | Uint32Array | Float64Array>(from: T, width: number): T => {
    const to = from.slice(0, width * rows.length) as T;
    for (let i = 0, at = 0; i < rows.length; i++) {
      for (let k = 0; k < width; k++) to[at++] = from[width * rows[i] + k];
    }
    return to;
  };
  const features = pick(contacts.features, 6);
  return {
    ...contacts,
    kinds: pick(contacts.kinds, 1),
    features,
    vertices: pick(contacts.vertices, 4),
    distances: pick(contacts.distances, 1),
    leads: pick(contacts.leads, 1),
    sides: pick(contacts.sides, 1),
    points: pick(contacts.points, 6),
    normals: pick(contacts.normals, 3),
    coordinates: pick(contacts.coordinates, 2),
    objectPairs: countObjectPairs(features),
  };
}
