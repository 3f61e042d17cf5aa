/**
 * The folder that the MCP server serves. Paths come from a language model or from whoever talks to it.
 *
 * Promise: only regular files in or below the folder are handed on, after resolving links and `..`. Whether something exists
 * elsewhere is not revealed.
 */
import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { OptionError } from '../../errors.ts';
import { counted } from '../../report/text.ts';
import { isBelow } from '../input/is-below.ts';

const FILES_MAX = 100;

export class ServedFolder {
  /** With links resolved. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(folder: string): Promise<ServedFolder> {
    const path = await realpath(folder).catch(() => undefined);
    if (path && (await stat(path)).isDirectory()) return new ServedFolder(path);
    throw new OptionError('no-such-file', `mcp: "${folder}" is not a folder; expected one to serve files from.`, {
      path: folder,
    });
  }

  /** The paths of the files, relative to the folder and with links resolved; none of them looks like an option. */
  async files(given: unknown, least: number, most = FILES_MAX): Promise<string[]> {
    const isList = Array.isArray(given) && given.every((each) => typeof each === 'string');
    if (!isList || given.length < least || given.length > most) {
      const range = least === most ? counted(least, 'path') : `${least} to ${counted(most, 'path')}`;
      throw new OptionError('option-type', `files: expected a list of ${range}, relative to the served folder.`);
    }
    return Promise.all(given.map((file) => this.#file(file)));
  }

  async #file(given: string): Promise<string> {
    const wanted = resolve(this.path, given);
    // Before looking for it, so that the error does not reveal whether a file elsewhere exists.
    if (!isBelow(this.path, wanted)) throw outside(given);
    const real = await realpath(wanted).catch(() => {
      throw new OptionError('no-such-file', `there is no file "${given}" in the served folder.`, { path: given });
    });
    if (!isBelow(this.path, real)) throw outside(given);
    if (!(await stat(real)).isFile()) {
      throw new OptionError('no-plain-file', `"${given}" is not a regular file.`, { path: given });
    }
    const path = relative(this.path, real);
    return path.startsWith('-') ? `.${sep}${path}` : path;
  }
}

function outside(given: string): OptionError {
  return new OptionError(
    'outside-folder',
    `"${given}" is outside the served folder; expected a path below it. Start the server with another folder to reach it.`,
    { path: given },
  );
}
