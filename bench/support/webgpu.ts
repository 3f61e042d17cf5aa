/** Whether WebGPU can be used here; without a graphics card, by Chromium's software driver if that is installed. */
import { existsSync } from 'node:fs';
import { listAdapters } from '../../src/backend/gpu/list-adapters.ts';

const SOFTWARE_DRIVER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** Lets the Vulkan loader find the software driver. It reads this when WebGPU is first used, so call it before. */
export function allowSoftwareDriver(): void {
  const hasCard = existsSync('/dev/dri');
  if (!hasCard && existsSync(SOFTWARE_DRIVER)) process.env.VK_DRIVER_FILES ??= SOFTWARE_DRIVER;
}

export async function hasWebGpu(): Promise<boolean> {
  return (await listAdapters()).adapters.length > 0;
}
