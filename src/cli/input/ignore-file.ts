/** `--ignore`: reads the list of what may clash. */
import { type IgnoreList, parseIgnoreList } from '../../report/ignore-list.ts';
import { readText } from './read-text.ts';

/** Empty when no file is given. */
export function readIgnoreFile(path: string | undefined): IgnoreList {
  if (path === undefined) return { rules: [], ids: [] };
  return parseIgnoreList(readText(path, '--ignore file'), path);
}
