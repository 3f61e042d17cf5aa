/** Reads `--joints`: how parts of a model move against each other. */
import type { Mechanism } from '../../report/motion/mechanism.ts';
import { parseJoints } from '../../report/motion/parse-joints.ts';
import type { FileObject } from '../../report/objects.ts';
import { readJsonFile } from './json-file.ts';

export function readJoints(path: string, objects: readonly FileObject[]): Mechanism {
  return parseJoints(path, readJsonFile(path, 'bad-joints'), objects);
}
