/** Describes this machine in one line. */

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly platform: string;
  readonly runtime: string;
  /** Load from other programs when the run began; it makes times too long. */
  readonly load: number;
}

export async function thisMachine(): Promise<Machine> {
  const { cpus, loadavg, totalmem } = await import('node:os');
  const processors = cpus();
  return {
    processor: (processors[0]?.model ?? 'unknown processor').replace(/\((R|TM)\)/gi, '').trim(),
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    runtime: `Node ${process.version}`,
    load: Number(loadavg()[0].toFixed(1)),
  };
}

export function machineLine({ processor, cores, memoryGigabytes, platform, runtime, load }: Machine): string {
  const idle = load > 0.5 ? `, load ${load} when the run began, so times are too long` : '';
  return `${processor}, ${cores} cores, ${memoryGigabytes} GB, ${platform}, ${runtime}${idle}`;
}
