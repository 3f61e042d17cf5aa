export function findChromium(): string | undefined;
export function ensureSystemPackages(): string[];
