/**
 * The directory of a zip archive: which files are in it, where, and how long they claim to be.
 *
 * Promise: everything named lies within the archive, or the answer is undefined or NaN and the caller says so.
 * Source: PKWARE, APPNOTE 6.3, sections 4.3 and 4.5.3 (zip64, which lib3mf writes even for small files).
 * By hand: fflate hands over whole files only, and unpacks one that lies about its size to the end.
 */

export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly headerStart: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65535;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const ZIP64_FIELD = 1;
/** Stands where the true value is in a zip64 field. */
const ELSEWHERE = 0xffffffff;

/** All entries; undefined when there is no directory, `broken` the byte where it stops making sense. */
export function readZipDirectory(bytes: Uint8Array): { entries: ZipEntry[]; broken?: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const { count, start } = locateEntries(view, end);
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (!(at + ENTRY_BYTES <= end) || view.getUint32(at, true) !== ENTRY_SIGNATURE) return { entries, broken: at };
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    if (at + ENTRY_BYTES + nameBytes + extraBytes > end) return { entries, broken: at };
    entries.push(readEntry(bytes, view, at, nameBytes, extraBytes));
    at += ENTRY_BYTES + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
  return { entries };
}

/** First byte of an entry's contents, behind its own header; undefined when no header stands there. */
export function findZipContent(bytes: Uint8Array, { headerStart }: ZipEntry): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!(headerStart + LOCAL_BYTES <= bytes.length)) return undefined;
  if (view.getUint32(headerStart, true) !== LOCAL_SIGNATURE) return undefined;
  const nameBytes = view.getUint16(headerStart + 26, true);
  return headerStart + LOCAL_BYTES + nameBytes + view.getUint16(headerStart + 28, true);
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return undefined;
}

function locateEntries(view: DataView, end: number): { count: number; start: number } {
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE) {
    const zip64End = readUint64(view, locator + 8);
    if (zip64End + ZIP64_END_BYTES <= end && view.getUint32(zip64End, true) === ZIP64_END_SIGNATURE) {
      return { count: readUint64(view, zip64End + 32), start: readUint64(view, zip64End + 48) };
    }
  }
  return { count: view.getUint16(end + 10, true), start: view.getUint32(end + 16, true) };
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, nameBytes: number, extraBytes: number): ZipEntry {
  const extraStart = at + ENTRY_BYTES + nameBytes;
  const large = findZip64Field(view, extraStart, extraStart + extraBytes);
  // A zip64 field holds only the values that do not fit where they belong, in this order.
  const value = (offset: number) => {
    const short = view.getUint32(at + offset, true);
    return short === ELSEWHERE ? (large.shift() ?? Number.NaN) : short;
  };
  const unpackedBytes = value(24);
  const packedBytes = value(20);
  const headerStart = value(42);
  const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, extraStart));
  return { name, method: view.getUint16(at + 10, true), packedBytes, unpackedBytes, headerStart };
}

function findZip64Field(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end; ) {
    const fieldEnd = Math.min(end, at + 4 + view.getUint16(at + 2, true));
    if (view.getUint16(at, true) === ZIP64_FIELD) {
      const values: number[] = [];
      for (let k = at + 4; k + 8 <= fieldEnd; k += 8) values.push(readUint64(view, k));
      return values;
    }
    at = fieldEnd;
  }
  return [];
}

function readUint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
