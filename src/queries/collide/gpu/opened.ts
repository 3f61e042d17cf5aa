/**
 * What `collide` keeps on each device. The passes and their shaders are loaded when a device is first asked, so that a
 * page that collides on wasm does not carry them.
 */
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { GpuCollide, SceneObjects } from './collide-gpu.ts';

const opened = new WeakMap<Gpu, Promise<GpuCollide>>();

async function open(gpu: Gpu): Promise<GpuCollide> {
  const { GpuCollide } = await import('./collide-gpu.ts');
  return GpuCollide.create(gpu);
}

/** What `collide` keeps on a device: compiled when it is first asked for. */
export function collideOn(gpu: Gpu): Promise<GpuCollide> {
  const known = opened.get(gpu) ?? open(gpu);
  opened.set(gpu, known);
  known.catch(() => opened.delete(gpu)); // a later try may have better luck
  return known;
}

/** Gives back what a device holds of a scene that is no more. */
export function forgetOn(gpu: Gpu | undefined, objects: SceneObjects): void {
  const known = gpu && opened.get(gpu);
  known?.then((collide) => collide.forget(objects)).catch(() => {}); // it may never have come to be
}
