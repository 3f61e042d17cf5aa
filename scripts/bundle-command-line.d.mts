export function bundleCommandLine(outdir?: string, entries?: Readonly<Record<string, string>>): Promise<string>;
