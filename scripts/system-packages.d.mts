/** Folders of tests that need neither a shell nor commands of Unix. */
export const PORTABLE: readonly string[];
export function findChromium(): string | undefined;
export function ensureSystemPackages(): string[];
export function findRedisServer(): string | undefined;
