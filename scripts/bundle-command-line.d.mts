export function bundleCommandLine(outdir?: string): Promise<string>;
