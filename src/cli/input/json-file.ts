/** Reads a JSON file that an option names. */
import type { ErrorCode } from '../../error-codes.ts';
import { OptionError } from '../../errors.ts';
import { readRegularText } from '../../shards/regular-file.ts';

export function readJsonFile(path: string, code: ErrorCode): unknown {
  try {
    return JSON.parse(readRegularText(path).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new OptionError(code, `${path}: cannot be read as JSON (${(error as Error).message}).`, { path });
  }
}
