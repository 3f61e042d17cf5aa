/** Reads a text file that an option names, without its byte-order mark. */
import { OptionError } from '../../errors.ts';
import { readRegularText } from '../../shards/regular-file.ts';

/** `what` names the file in the error, as in `--ignore file`; `advice` is added to it. */
export function readText(path: string, what: string, advice = ''): string {
  try {
    return readRegularText(path).replace(/^\ufeff/, '');
  } catch (error) {
    const reason = (error as Error).message;
    throw new OptionError('unreadable-file', `${what} "${path}" could not be read: ${reason}.${advice}`, { path });
  }
}
