/**
 * Volumes of clashes between objects that meet themselves, from layered depth images.
 *
 * An image knows the common volume of two objects, not which of their clashes it belongs to; so it is given only where
 * there is one clash in which they overlap.
 */
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { EngineContext } from '../context.ts';
import { isClosed } from '../open-mesh.ts';
import { checkVolumeOptions } from '../volume/options.ts';
import { measureVolume } from '../volume/overlap-volume.ts';
import type { CheckedClashesOptions } from './options.ts';
import type { FoundClash } from './order.ts';

export async function addLayeredVolumes(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  found: readonly FoundClash[],
  { signal }: CheckedClashesOptions,
): Promise<FoundClash[]> {
  const key = ({ clash }: FoundClash) => `${clash.a} ${clash.b}`;
  const overlaps = new Map<string, number>();
  for (const one of found) {
    if (one.clash.volume?.volume !== 0) overlaps.set(key(one), (overlaps.get(key(one)) ?? 0) + 1);
  }
  const measured: FoundClash[] = [];
  for (const one of found) {
    const { clash } = one;
    const ids = [clash.a, clash.b];
    const areClosed = ids.every((id) => isClosed(context.runtime, objects.get(id)!));
    if (clash.volume !== null || clash.a === clash.b || overlaps.get(key(one)) !== 1 || !areClosed) {
      measured.push(one);
      continue;
    }
    const asked = ids.map((id) => ({ id, label: objects.get(id)!.label }));
    const options = { ...checkVolumeOptions('clashes', { stacks: false }), signal };
    const { volume, errorBound } = await measureVolume(context, objects, { call: 'clashes', asked, options });
    measured.push({ ...one, clash: { ...clash, volume: { volume, errorBound, method: 'layers' } } });
  }
  return measured;
}
