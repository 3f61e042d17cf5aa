/** Takes the IFC file out of an `.ifczip`, which holds one. */
import { partNameOf } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { ZipArchive, type ZipKind } from '../zip-archive.ts';

const IFC_ZIP: ZipKind = {
  code: 'bad-ifc',
  title: '.ifczip',
  advice: 'Pack the .ifc file again, or read it unpacked.',
  bytesMost: 2 ** 31,
  totalMost: 2 ** 31,
};

/** What macOS adds to archives. */
const RESOURCE_FORK = /(^|\/)(__MACOSX\/|\._)/;

/** The model in a zip archive. */
export function unzippedIfc(bytes: Uint8Array, options: ReadOptions): Uint8Array {
  const archive = new ZipArchive(bytes, options.name ?? partNameOf(options), IFC_ZIP);
  const models = archive.names.filter((name) => /\.ifc$/i.test(name) && !RESOURCE_FORK.test(name));
  if (models.length !== 1) {
    const isXml = archive.names.some((name) => /\.ifcxml$/i.test(name));
    const others = isXml ? ', but an .ifcxml, which is not read' : '';
    throw archive.bad(`found ${models.length} .ifc files in the archive${others}, expected one`);
  }
  return archive.unpack(models[0])!;
}
