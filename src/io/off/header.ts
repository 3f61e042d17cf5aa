/** The head of an OFF file: its keyword, which may be missing, and the counts on the same line or a later one. */
import { fileError } from '../file-error.ts';
import { OFF_KEYWORD } from '../recognise.ts';
import type { TextScanner } from '../text/text-scanner.ts';

export interface OffCounts {
  readonly vertexCount: number;
  readonly faceCount: number;
}

const LONGEST_KEYWORD = 'STCN4nOFF'.length;

/** The keyword at the cursor ("COFF"), if there is one. */
function peekOffKeyword(scanner: TextScanner): string | undefined {
  const { bytes, position } = scanner;
  const start = String.fromCharCode(...bytes.subarray(position, position + LONGEST_KEYWORD + 1));
  return OFF_KEYWORD.exec(start)?.[0];
}

/** Reads the head; the cursor then stands behind the line of the counts. */
export function readOffHeader(scanner: TextScanner): OffCounts {
  scanner.skipToContent();
  const keyword = peekOffKeyword(scanner);
  if (keyword) takeKeyword(keyword, scanner);
  scanner.skipToContent();
  const vertexCount = count(scanner);
  scanner.skipToContent();
  const faceCount = count(scanner);
  scanner.skipLine();
  return { vertexCount, faceCount };
}

function takeKeyword(keyword: string, scanner: TextScanner): void {
  if (/[4n]/.test(keyword)) throw refused(`"${keyword}" (vertices of another dimension than three)`, scanner);
  scanner.position += keyword.length;
  scanner.peek();
  if (scanner.takeWord('binary')) throw refused('a binary OFF file', scanner);
}

function refused(found: string, scanner: TextScanner): Error {
  return fileError('unsupported-format', scanner.options, {
    where: `line ${scanner.lineAt(scanner.position)}`,
    found: `found ${found}, expected text OFF with three coordinates per vertex`,
    advice: 'Export it as text OFF, PLY or STL (MeshLab and Geomview do).',
  });
}

function count(scanner: TextScanner): number {
  scanner.peek();
  const start = scanner.position;
  const value = scanner.integer();
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value;
  throw scanner.unexpected('bad-header', 'the number of vertices and faces', 'Correct the header.', start);
}
