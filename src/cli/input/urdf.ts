/** Reads a robot from files: a URDF, the meshes that its links name, and an SRDF. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { parseUrdf, type Robot } from '../../report/motion/parse-urdf.ts';
import { badUrdf } from '../../report/motion/urdf-text.ts';
import { readRegularText } from '../../shards/regular-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { isBelow } from './is-below.ts';
import { type ReadSettings, readFileModel } from './read-files.ts';

/** Folders that may be a package's: the robot's and those above it, up to the working directory where it lies below that. */
function foldersAbove(folder: string, allowOutside: boolean): string[] {
  const parts = folder.split(sep);
  const above = parts.map((_, i) => parts.slice(0, parts.length - i).join(sep) || sep);
  const here = realpathSync(process.cwd());
  const isHere = (each: string) => each === here || isBelow(here, each);
  return allowOutside || !isHere(folder) ? above : above.filter(isHere);
}

/** The path of a mesh: `package://name/…` is looked for in a folder of that name above the robot, or beside those above it. */
export function meshPath(path: string, link: string, uri: string, allowOutside: boolean): string {
  const folder = dirname(realpathSync(path));
  const inPackage = /^package:\/\/([^/]+)\/(.+)$/.exec(uri);
  let [wanted, root] = [resolve(folder, uri.replace(/^file:\/\//, '')), folder];
  if (inPackage) {
    const [, name, rest] = inPackage;
    const above = foldersAbove(folder, allowOutside);
    root =
      above.find((each) => basename(each) === name) ??
      above.map((each) => join(each, name)).find((each) => existsSync(each)) ??
      folder;
    wanted = join(root, rest);
  }
  const outside = () =>
    badUrdf(
      path,
      link,
      `the mesh "${uri}" is outside the robot's folder`,
      'Use --allow-outside if you trust the file.',
    );
  if (!allowOutside && !isBelow(root, wanted)) throw outside();
  if (/\.dae$/i.test(wanted))
    throw badUrdf(
      path,
      link,
      `the mesh "${uri}" is in Collada, which is not read`,
      'Convert it to STL or OBJ, and name that in the URDF.',
    );
  if (!existsSync(wanted))
    throw badUrdf(
      path,
      link,
      `the mesh "${uri}" is missing`,
      'Put it there; packages are looked for above the robot, with --allow-outside also above the working directory.',
    );
  if (!allowOutside && !isBelow(realpathSync(root), realpathSync(wanted))) throw outside();
  return wanted;
}

function readText(path: string): string {
  try {
    return readRegularText(path);
  } catch (error) {
    throw badUrdf(path, 'robot', `it cannot be read (${(error as Error).message})`, 'Check the path.');
  }
}

export async function readUrdf(
  path: string,
  srdf: string | undefined,
  settings: ReadSettings,
  terminal: Terminal,
): Promise<Robot> {
  const disabled = srdf === undefined ? undefined : { where: srdf, text: readText(srdf) };
  return parseUrdf(readText(path), disabled, {
    where: path,
    readParts: async (link, uri) =>
      (await readFileModel(meshPath(path, link, uri, settings.allowOutside), settings, terminal)).model.parts,
    note: (text) => terminal.note(text),
  });
}
