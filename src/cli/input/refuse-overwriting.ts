/** Refuses outputs that would take the place of a file that is read, or of another output: a slip would cost a model. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OptionError } from '../../errors.ts';
import type { Arguments } from './arguments.ts';
import type { OptionSpec } from './offer.ts';

/** Options that name a file to write. Any other that takes a file reads it. */
export const WRITTEN: readonly string[] = ['out', 'pairs', 'csv', 'junit', 'report', 'bcf', 'survivors'];

/** Equal for paths of one file, whatever links lead there. None for pipes and devices, which several may write to. */
function placeOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found) return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    // Whoever opens it says what is wrong.
    return undefined;
  }
}

export function refuseOverwriting(args: Arguments, specs: readonly OptionSpec[]): void {
  const given = specs.filter(({ name, value }) => value === 'file' && args.has(name)).map(({ name }) => name);
  const written = given.filter((name) => WRITTEN.includes(name));
  if (written.length === 0) return;
  const taken = new Map<string, string>();
  const read = given.filter((name) => !WRITTEN.includes(name));
  for (const [path, who] of [
    ...args.files.map((file) => [file, undefined] as const),
    ...[...read, ...written].map((name) => [args.text(name)!, name] as const),
  ]) {
    const place = placeOf(path);
    if (place === undefined) continue;
    const other = taken.get(place);
    if (who === undefined) taken.set(place, '');
    else if (other === undefined) taken.set(place, who);
    else if (written.includes(who)) throw conflict(who, other, path);
  }
}

function conflict(option: string, other: string, path: string): OptionError {
  const text =
    other === ''
      ? `--${option} would overwrite "${path}", which is read; expected another file.`
      : `--${other} and --${option} name the same file "${path}"; expected two.`;
  return new OptionError('option-conflict', text, { option, path });
}
