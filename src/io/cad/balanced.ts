/**
 * Whether the brackets of a STEP or IFC file (ISO 10303-21) make sense. The packages that read them never return from files
 * in which they do not, so such a file is refused before. One pass over the bytes.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';

/** Nesting depth of lists: schemas have a handful. */
const DEPTH_MAX = 100;

const [QUOTE, OPEN, CLOSE, STAR, SLASH, END] = Array.from("'()*/;", (letter) => letter.charCodeAt(0));

export function checkBrackets(code: 'bad-ifc' | 'bad-step', bytes: Uint8Array, options: ReadOptions): void {
  const refuse = (at: number, found: string) =>
    fileError(code, options, {
      where: `byte ${at}`,
      found,
      advice: 'It is damaged, or no file of this format; export it again.',
    });
  let depth = 0;
  let hasComments = true;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      // A doubled quote within a text is an escaped one; here it reads as one text ending and another beginning.
      const end = bytes.indexOf(QUOTE, at + 1);
      if (end < 0) throw refuse(at, 'found a text without its closing quote');
      at = end;
    } else if (hasComments && byte === SLASH && bytes[at + 1] === STAR) {
      let end = at + 2;
      do end = bytes.indexOf(STAR, end) + 1;
      while (end > 0 && bytes[end] !== SLASH);
      // An unterminated comment: the packages read on as if it were not there.
      if (end > 0) at = end;
      else hasComments = false;
    } else if (byte === OPEN) {
      if (++depth > DEPTH_MAX) throw refuse(at, `found more than ${DEPTH_MAX} brackets in each other`);
    } else if (byte === CLOSE) {
      if (--depth < 0) throw refuse(at, 'found a closing bracket without its opening one');
    } else if (byte === END && depth > 0) {
      throw refuse(at, `found the end of a statement within ${depth} open ${depth === 1 ? 'bracket' : 'brackets'}`);
    }
  }
}
