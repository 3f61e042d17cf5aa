/** The machine that measures. */
import { cpus, loadavg } from 'node:os';

/** Adds a note when other programs use the machine: two threads then have less than two cores. */
export function noteLoad(): void {
  const [load] = loadavg();
  const cores = cpus().length;
  const busy = load > 0.5 ? ' Other programs are using it: times with several threads are too long.' : '';
  console.log(`${cores} cores, load ${load.toFixed(1)}.${busy}`);
}
