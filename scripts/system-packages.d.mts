export function findChromium(): string | undefined;
export function ensureSystemPackages(): string[];
export function findRedisServer(): string | undefined;
