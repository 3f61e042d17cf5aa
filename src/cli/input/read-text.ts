/** Reads a text file that an option names, without its byte-order mark. */
import { readFileSync } from 'node:fs';
import { OptionError } from '../../errors.ts';

/** `what` names the file in the error, as in `--ignore file`; `advice` is added to it. */
export function readText(path: string, what: string, advice = ''): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const reason = (error as Error).message;
    throw new OptionError('unreadable-file', `${what} "${path}" could not be read: ${reason}.${advice}`, { path });
  }
}
