/** What npm is to install, each with an exact version; `wanted` is another version of the command line. */
export function packagesToInstall(wanted?: string): readonly string[];
