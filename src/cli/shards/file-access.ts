/** How the files of a large model are read, given the options of the command. */
import type { Model } from '../../io/model.ts';
import { federate } from '../../report/federate.ts';
import type { ModelFile } from '../../report/model-file.ts';
import { objectsOf } from '../../report/objects.ts';
import { splitShells } from '../../report/split-shells.ts';
import { checkBytes, type FileFingerprint } from '../../shards/file-fingerprint.ts';
import type { ModelAccess } from '../../shards/model-access.ts';
import type { FileHead } from '../../shards/plan.ts';
import type { Arguments } from '../input/arguments.ts';
import { type ReadSettings, readFileModel } from '../input/read-files.ts';
import { readSettings, unitSetting, weldFor, weldSetting } from '../input/settings.ts';
import type { Terminal } from '../output/terminal.ts';

/** Extensions of formats whose stated units are reliable, so that other files are converted. */
const CAD_ENDING = /\.(ifc|ifczip|step|stp|iges|igs|brep|brp)(\.gz)?$/i;

export interface FileAccess extends ModelAccess {
  /** What each file says about units and placement, where files have to be combined. */
  readonly heads: readonly FileHead[] | undefined;
}

interface Choice {
  readonly command: 'check' | 'clash';
  readonly args: Arguments;
  readonly files: readonly string[];
  pathOf(file: string): string;
  /** From the plan, where there is one. */
  readonly heads?: readonly FileHead[];
  readonly withProperties?: boolean;
}

function stubOf({ file, ...head }: FileHead): ModelFile {
  return { file, model: { ...head, parts: [] } };
}

export async function openFileAccess(choice: Choice, terminal: Terminal): Promise<FileAccess> {
  const { command, args, files, pathOf } = choice;
  const isClash = command === 'clash';
  const merge = isClash ? args.has('merge') : !args.has('parts');
  const settings: ReadSettings = { ...readSettings(args), ...(choice.withProperties && { withProperties: true }) };
  const readPlain = async (file: string, planned?: FileFingerprint) => {
    const check = planned && ((bytes: Uint8Array) => checkBytes(file, bytes, planned));
    const sourceOf = () => ({ path: pathOf(file), ...(check && { check }) });
    return readFileModel(file, { ...settings, sourceOf }, terminal);
  };
  const heads =
    choice.heads ??
    (isClash && files.length > 1 && files.some((file) => CAD_ENDING.test(file))
      ? await readHeads(files, readPlain)
      : undefined);
  const said = isClash ? unitSetting(args) : undefined;
  if (heads && !choice.heads) for (const note of federate(heads.map(stubOf), said).notes) terminal.note(note);
  return {
    pathOf,
    merge,
    weld: !args.has('no-weld'),
    // Vertices that are near each other can be anywhere in the file, and so can the pieces of a shell.
    canStream:
      !args.has('split') && weldSetting(args) === undefined && !args.has('format') && !(isClash && args.has('no-weld')),
    heads,
    async read(file, planned) {
      const read = await readPlain(file, planned);
      if (!heads) return read;
      const place = files.indexOf(file);
      return federate(
        heads.map((head, i) => (i === place ? read : stubOf(head))),
        said,
      ).files[place];
    },
    objectsOf(file) {
      const weld = weldFor(args, file, !args.has('no-weld'));
      const objects = objectsOf(file, { merge, weld, ...(isClash && { heal: true }) });
      return args.has('split') ? objects.flatMap((object) => splitShells(object)) : objects;
    },
  };
}

async function readHeads(files: readonly string[], read: (file: string) => Promise<ModelFile>): Promise<FileHead[]> {
  const heads: FileHead[] = [];
  for (const file of files) heads.push(headOf(file, (await read(file)).model));
  return heads;
}

function headOf(file: string, { format, unit, mapConversion }: Model): FileHead {
  return { file, format, ...(unit !== undefined && { unit }), ...(mapConversion && { mapConversion }) };
}
