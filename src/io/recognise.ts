/**
 * Tells formats apart by their first bytes. Small and free of the readers, because help texts and format detection
 * always load it.
 */

const HASH = 35;
const SPACE = 32;
const TAB = 9;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** How far to look for bytes that no text holds. */
const TEXT_BYTES = 1024;
/** How far the header of a STEP file is searched for its schema. */
const HEADER_BYTES = 1 << 16;

const STL_COUNT_OFFSET = 80;
const STL_HEADER_BYTES = 84;
const STL_TRIANGLE_BYTES = 50;

/** Keywords that begin a line of an OBJ file and of hardly anything else. */
const OBJ_LINE = /^\s*(v|vn|vt|f|o|g|s|l|mtllib|usemtl)\s+\S/;
/** Counts may follow the keyword without a blank ("OFF8 6 12"), as some writers have it. */
export const OFF_KEYWORD = /^(ST)?(C)?(N)?(4)?(n)?OFF(?![A-Za-z])/;
/** The start section of an IGES file: records of 80 columns, with S and a number at the end. */
const IGES_RECORD = /^[^\r\n]{72}S[ \d]{7}\r?\n/;
const BREP_START = /^\s*(DBRep_DrawableShape|CASCADE Topology V)/;

/** One character per byte. Not by spreading them into a call: the stack of browsers' workers is too small for that many arguments. */
function latin1(bytes: Uint8Array, from: number, length: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(from, from + length));
}

/** Where the first text that is neither blank nor a comment begins. */
function contentStart(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] === HASH) while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    else if (bytes[at] <= SPACE) at++;
    else break;
  }
  return at;
}

function isText(byte: number): boolean {
  return byte >= SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN);
}

/** Whether the first line that is not a comment looks like a line of an OBJ file. */
export function isObjText(start: string): boolean {
  const line = start.split(/[\r\n]+/).find((candidate) => candidate.trim() !== '' && !candidate.startsWith('#'));
  return line !== undefined && OBJ_LINE.test(line);
}

/** Triangles that the header of a binary STL claims. */
export function claimedTriangles(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(STL_COUNT_OFFSET, true);
}

/** Whether the file is exactly as long as its header says, which no text file is. */
export function hasBinaryStlSize(bytes: Uint8Array): boolean {
  return hasBinaryStlHead(bytes, bytes.length);
}

/** The same for a file of which only the beginning is at hand. */
export function hasBinaryStlHead(bytes: Uint8Array, byteCount: number): boolean {
  if (bytes.length < STL_HEADER_BYTES) return false;
  return byteCount === STL_HEADER_BYTES + STL_TRIANGLE_BYTES * claimedTriangles(bytes);
}

/** Begins with the word "solid" and holds text. */
export function isAsciiStl(bytes: Uint8Array): boolean {
  if (hasBinaryStlSize(bytes)) return false;
  const word = latin1(bytes, contentStart(bytes), 'solid '.length);
  return /^solid(\s|$)/i.test(word) && bytes.subarray(0, TEXT_BYTES).every(isText);
}

export function isOffText(bytes: Uint8Array): boolean {
  return OFF_KEYWORD.test(latin1(bytes, contentStart(bytes), 'STCN4nOFF '.length));
}

/** STEP physical files, which IFC files are too: which of the two it is, by its schema, else by its ending. */
export function partTwentyOne(bytes: Uint8Array, start: string, name: string | undefined): 'step' | 'ifc' | undefined {
  if (!/^\s*ISO-10303-21\s*;/.test(start)) return undefined;
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)/i.exec(latin1(bytes, 0, HEADER_BYTES))?.[1];
  const isIfc = schema === undefined ? /\.ifc$/i.test(name ?? '') : /^\s*IFC/i.test(schema);
  return isIfc ? 'ifc' : 'step';
}

export function isIges(start: string): boolean {
  return IGES_RECORD.test(start);
}

export function isBrep(start: string): boolean {
  return BREP_START.test(start);
}
