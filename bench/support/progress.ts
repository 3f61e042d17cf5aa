/** Tells on standard error what is being done, so that standard output holds results only. */
export function progress(message: string): void {
  process.stderr.write(`… ${message}\n`);
}
