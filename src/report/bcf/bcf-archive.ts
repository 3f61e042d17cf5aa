/** The zip around a BCF file: names in, texts out. Pictures are not unpacked at all. */
import { ZipArchive, type ZipKind } from '../../io/zip-archive.ts';

/** A topic is a few kilobytes; one with more than this is not meant to be read. */
const BCF: ZipKind = {
  code: 'bad-bcf',
  title: 'BCF',
  advice: 'Export or copy the BCF again.',
  bytesMost: 2 ** 24,
  totalMost: 2 ** 28,
};

export class BcfArchive extends ZipArchive {
  constructor(bytes: Uint8Array, name: string) {
    super(bytes, name, BCF);
  }

  /** The text of a file; undefined when there is none of that name. */
  text(name: string): string | undefined {
    const bytes = this.unpack(name);
    return bytes && decoded(bytes);
  }
}

/** UTF-8, or UTF-16 by its mark, as some programs write. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
}
