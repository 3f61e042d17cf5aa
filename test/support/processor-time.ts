/** Milliseconds that the processor has worked for this process: unlike the clock's, they do not grow while others have it. */
export function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
