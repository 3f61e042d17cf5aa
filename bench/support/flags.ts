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
  const options = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (values.help) {
      for (const [name, { type, help }] of Object.entries(flags))
        console.log(`  ${`--${name}${type === 'string' ? ' <value>' : ''}`.padEnd(18)} ${help}`);
      process.exit(0);
    }
    const filled = Object.entries(flags).map(([name, { type }]) => [
      name,
      (values as Record<string, unknown>)[name] ?? (type === 'boolean' ? false : undefined),
    ]);
    return Object.fromEntries(filled) as FlagValues<Flags>;
  } catch (error) {
    console.error(
      `bench: ${(error as Error).message}. Options: ${Object.keys(flags)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
    process.exit(2);
  }
}
