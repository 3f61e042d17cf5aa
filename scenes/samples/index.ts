/** The sample models by name. */
import { sampleBuilding } from './building.ts';
import { sampleGearbox } from './gearbox.ts';
import type { SampleModel } from './sample.ts';

const SAMPLES = { building: sampleBuilding, gearbox: sampleGearbox } as const;

export type SampleName = keyof typeof SAMPLES;

export const SAMPLE_NAMES = Object.keys(SAMPLES) as readonly SampleName[];

export function sampleModels(name: SampleName): SampleModel[] {
  return SAMPLES[name]();
}
