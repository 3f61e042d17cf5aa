/** Reports progress on standard error, so that standard output holds only results. */
export function progress(message: string): void {
  process.stderr.write(`… ${message}\n`);
}
