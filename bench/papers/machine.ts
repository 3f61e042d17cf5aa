/** Describes this machine in one line. */

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly platform: string;
  readonly runtime: string;
  /** Processors that other programs kept busy when the run began; that makes times too long. */
  readonly load: number;
}

/** How long to look at what the processors do. */
const LOOK_MILLISECONDS = 250;

/** Processors kept busy by others, sampled while this program waits: the system's average includes what has already ended. */
async function busyProcessors(times: () => readonly CpuTimes[]): Promise<number> {
  const before = times();
  await new Promise((done) => setTimeout(done, LOOK_MILLISECONDS));
  return times().reduce((busy, after, i) => {
    const passed = total(after) - total(before[i]);
    return busy + (passed > 0 ? 1 - (after.idle - before[i].idle) / passed : 0);
  }, 0);
}

type CpuTimes = Readonly<Record<'user' | 'nice' | 'sys' | 'idle' | 'irq', number>>;

function total({ user, nice, sys, idle, irq }: CpuTimes): number {
  return user + nice + sys + idle + irq;
}

export async function thisMachine(): Promise<Machine> {
  const { cpus, totalmem } = await import('node:os');
  const processors = cpus();
  const load = await busyProcessors(() => cpus().map(({ times }) => times));
  return {
    processor: (processors[0]?.model ?? 'unknown processor').replace(/\((R|TM)\)/gi, '').trim(),
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    runtime: `Node ${process.version}`,
    load: Number(load.toFixed(1)),
  };
}

export function machineLine({ processor, cores, memoryGigabytes, platform, runtime, load }: Machine): string {
  const idle = load > 0.5 ? `, of which others kept ${load} busy when the run began, so times are too long` : '';
  return `${processor}, ${cores} cores${idle}, ${memoryGigabytes} GB, ${platform}, ${runtime}`;
}
