/** Rules that come with the package, by the name that `--rules` takes instead of a path. */
import building from './building.json';
import mechanical from './mechanical.json';
import { parseRules } from './parse-rules.ts';
import type { Rules } from './rules.ts';

const STARTER_SETS: Readonly<Record<string, unknown>> = { building, mechanical };

export const STARTER_NAMES: readonly string[] = Object.keys(STARTER_SETS);

/** Undefined for any other name. */
export function starterRules(name: string): Rules | undefined {
  if (!Object.hasOwn(STARTER_SETS, name)) return undefined;
  return { ...parseRules(JSON.stringify(STARTER_SETS[name], null, 2), name), isGeneral: true };
}
