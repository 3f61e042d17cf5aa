/**
 * Reads points from a text file: x, y and z of one point per line, in double precision. The rest of a line, blank lines and
 * everything after a `#` are ignored.
 */
import { GrowableFloat64 } from '../../io/growable.ts';
import { TextScanner } from '../../io/text/text-scanner.ts';
import type { Terminal } from '../output/terminal.ts';
import { readBytes } from './read-bytes.ts';

/** Bytes between two pauses, in which an interrupt can arrive. */
const BYTES_PER_TURN = 1 << 22;

export async function readPoints(path: string, terminal: Terminal): Promise<Float64Array> {
  const { bytes, name } = await readBytes(path);
  const scanner = new TextScanner(bytes, { name });
  const coordinates = new GrowableFloat64();
  let turnEnds = BYTES_PER_TURN;
  while (scanner.skipToContent()) {
    coordinates.push3(scanner.number(), scanner.number(), scanner.number());
    scanner.skipLine();
    if (scanner.position < turnEnds) continue;
    terminal.progress(`reading ${name}`, scanner.position / scanner.end);
    await new Promise((resume) => setImmediate(resume));
    turnEnds = scanner.position + BYTES_PER_TURN;
  }
  return coordinates.take();
}
