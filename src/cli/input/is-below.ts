import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path lies below a folder; both are absolute, with links resolved where that matters. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
