/**
 * Whether a CAD or BIM file is complete. The packages read a truncated file as far as it goes and report nothing: half a
 * building must not pass for a whole.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import type { CadFormat } from './cad-job.ts';

/** Bytes from the end in which its mark must be. Signatures may come after it. */
const TAIL_BYTES = 1 << 16;
const STEP_END = 'END-ISO-10303-21';

function tailOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)));
}

function cutOff(bytes: Uint8Array, expected: string, options: ReadOptions): Error {
  return fileError('truncated', options, {
    where: `byte ${bytes.length}`,
    found: `the file ends without ${expected}`,
    advice: 'It is cut off; copy or export it again.',
    details: { byteCount: bytes.length },
  });
}

export function checkComplete(format: CadFormat, bytes: Uint8Array, options: ReadOptions): void {
  if (format === 'brep') return;
  const tail = tailOf(bytes);
  if (format === 'iges') {
    // The last section has one record, with T in column 73.
    if (!/^.{72}T/m.test(tail)) throw cutOff(bytes, 'its terminate section (a record with T in column 73)', options);
  } else if (!tail.includes(STEP_END)) throw cutOff(bytes, `"${STEP_END};"`, options);
}
