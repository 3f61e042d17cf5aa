import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path lies below a folder; both are absolute, with links resolved where that matters. */
export function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}
