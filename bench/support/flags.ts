/** Options of a benchmark on its command line; unknown ones are refused. */
import { parseArgs } from 'node:util';

export interface Flag {
  readonly type: 'boolean' | 'string';
  readonly help: string;
}

export type FlagValues<Flags> = {
  readonly [Name in keyof Flags]: Flags[Name] extends { type: 'boolean' } ? boolean : string | undefined;
};

/** Reads the flags; prints them and ends when asked for help, ends with 2 when there is one it does not know. */
export function readFlags<Flags extends Readonly<Record<string, Flag>>>(flags: Flags): FlagValues<Flags> {
  return read(flags, false).values;
}

/** The same with names before, between and behind them. */
export function readNamesAndFlags<Flags extends Readonly<Record<string, Flag>>>(
  flags: Flags,
): { names: readonly string[]; values: FlagValues<Flags> } {
  return read(flags, true);
}

function read<Flags extends Readonly<Record<string, Flag>>>(flags: Flags, allowPositionals: boolean) {
  const options = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals,
    });
    if (values.help) {
      for (const [name, { type, help }] of Object.entries(flags))
        console.log(`  ${`--${name}${type === 'string' ? ' <value>' : ''}`.padEnd(20)} ${help}`);
      process.exit(0);
    }
    const filled = Object.entries(flags).map(([name, { type }]) => [
      name,
      (values as Record<string, unknown>)[name] ?? (type === 'boolean' ? false : undefined),
    ]);
    return { names: positionals, values: Object.fromEntries(filled) as FlagValues<Flags> };
  } catch (error) {
    console.error(
      `bench: ${(error as Error).message}. Options: ${Object.keys(flags)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
    process.exit(2);
  }
}
