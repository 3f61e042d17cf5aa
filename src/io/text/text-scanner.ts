/**
 * A cursor over the bytes of a text file that reads numbers, words and lines without creating strings.
 *
 * Promise: numbers are the doubles that strtod gives; anything else throws a `MeshError` that names the line. A line
 * ends at LF, CR or CRLF; `#` starts a comment; a backslash at the end of a line joins the next one to it. Lines are
 * counted only when a message needs one. A byte-order mark is skipped.
 */

import type { ErrorCode } from '../../error-codes.ts';
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { startOfText } from './byte-order-mark.ts';
import { decimalToDouble } from './decimal.ts';

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const HASH = 35;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const CAPITAL_E = 69;
const BACKSLASH = 92;
const SMALL_E = 101;

/** What `peek` gives at the end of the file. No text holds it. */
export const END = 0;

const EXCERPT_LENGTH = 40;
// Far beyond any double; a longer exponent must not overflow the sum of exponents.
const EXPONENT_LIMIT = 99999;

export class TextScanner {
  readonly bytes: Uint8Array;
  readonly options: ReadOptions | undefined;
  readonly end: number;
  position: number;

  constructor(bytes: Uint8Array, options?: ReadOptions, position = startOfText(bytes, options)) {
    this.bytes = bytes;
    this.options = options;
    this.end = bytes.length;
    this.position = position;
  }

  /** Skips spaces, tabs and joined line ends; the byte at the cursor, or END. */
  peek(): number {
    const { bytes, end } = this;
    let at = this.position;
    while (at < end) {
      const byte = bytes[at];
      if (byte === SPACE || byte === TAB) at++;
      else if (byte === BACKSLASH && isLineEnd(bytes[at + 1])) at = afterLineEnd(bytes, at + 1);
      else break;
    }
    this.position = at;
    return at < end ? bytes[at] : END;
  }

  /** Nothing more on this line, comments aside. */
  atLineEnd(): boolean {
    const byte = this.peek();
    return (
      byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === HASH || (byte === END && this.position >= this.end)
    );
  }

  /** To the start of the next line. */
  skipLine(): void {
    const { bytes, end } = this;
    let at = this.position;
    while (at < end && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    this.position = at < end ? afterLineEnd(bytes, at) : end;
  }

  /** To the next thing that is neither blank nor comment, on this line or a later one; false at the end of the file. */
  skipToContent(): boolean {
    while (this.position < this.end) {
      if (!this.atLineEnd()) return true;
      this.skipLine();
    }
    return false;
  }

  /** Behind the word at the cursor: to the next blank or line end. */
  skipWord(): void {
    const { bytes, end } = this;
    let at = this.position;
    while (at < end && bytes[at] > SPACE) at++;
    this.position = at;
  }

  /** The rest of the line without blanks around it; the cursor stays on the line end. */
  restOfLine(): string {
    this.peek();
    const start = this.position;
    let at = start;
    while (at < this.end && !isLineEnd(this.bytes[at])) at++;
    this.position = at;
    return new TextDecoder().decode(this.bytes.subarray(start, at)).trim();
  }

  /** Takes `word` (lower case) if it stands at the cursor in any case and ends there. */
  takeWord(word: string): boolean {
    const { bytes, end } = this;
    const start = this.position;
    for (let i = 0; i < word.length; i++) if ((bytes[start + i] | 32) !== word.charCodeAt(i)) return false;
    const after = start + word.length;
    if (after < end && bytes[after] > SPACE) return false;
    this.position = after;
    return true;
  }

  /** The finite number at the cursor, on this line; the cursor then stands behind it. */
  number(): number {
    const { bytes, end } = this;
    const sign = this.peek();
    const start = this.position;
    const first = isSign(sign) ? start + 1 : start;
    let at = first;
    let high = 0;
    let low = 0;
    let digitCount = 0; // significant ones: zeros in front do not count
    let fractionStart = -1;
    let byte = END;
    for (; ; at++) {
      byte = at < end ? bytes[at] : END;
      const digit = byte - ZERO;
      if (digit >= 0 && digit <= 9) {
        if (digitCount < 9) high = (Math.imul(high, 10) + digit) | 0;
        else if (digitCount < 18) low = (Math.imul(low, 10) + digit) | 0;
        if (high !== 0) digitCount++;
      } else if (byte === POINT && fractionStart < 0) fractionStart = at + 1;
      else break;
    }
    if (at - first <= (fractionStart < 0 ? 0 : 1)) throw this.badNumber(start);
    let exponent = fractionStart < 0 ? 0 : fractionStart - at;
    this.position = at;
    if (byte === SMALL_E || byte === CAPITAL_E) exponent += this.#exponent(start);
    const value = digitCount > 18 ? Number.NaN : decimalToDouble(high, low, Math.max(0, digitCount - 9), exponent);
    if (!Number.isNaN(value) && this.#atWordEnd()) return sign === MINUS ? -value : value;
    return this.#slowNumber(start);
  }

  /** The whole number at the cursor, on this line; a slash may follow it. */
  integer(): number {
    const { bytes, end } = this;
    const sign = this.peek();
    const start = this.position;
    const first = isSign(sign) ? start + 1 : start;
    let at = first;
    let value = 0;
    while (at < end && isDigit(bytes[at])) value = value * 10 + (bytes[at++] - ZERO);
    const byte = at < end ? bytes[at] : END;
    if (at === first || (byte > SPACE && byte !== SLASH && byte !== HASH && byte !== BACKSLASH)) {
      throw this.unexpected('bad-number', 'a whole number', 'Correct the line, or export the file again.', start);
    }
    this.position = at;
    return sign === MINUS ? -value : value;
  }

  /** The line that a byte is on, from 1. */
  lineAt(position: number): number {
    const { bytes } = this;
    let line = 1;
    for (let at = 0; at < position; at++) {
      if (bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) line++;
    }
    return line;
  }

  /** An error about what stands at `position`. */
  unexpected(code: ErrorCode, expected: string, advice: string, position = this.position): Error {
    const line = this.lineAt(position);
    const found = this.#excerpt(position);
    return fileError(code, this.options, {
      where: `line ${line}`,
      found: `found ${found}, expected ${expected}`,
      advice,
      details: { line, found, expected },
    });
  }

  badNumber(position: number): Error {
    if (position >= this.end) {
      return this.unexpected('truncated', 'a number', 'The file is cut off; copy or export it again.', position);
    }
    const notFinite = /nan|inf|#/i.test(this.#excerpt(position));
    const advice = `Correct the line${notFinite ? ' (NaN and infinity are no coordinates)' : ''}, or export the file again.`;
    return this.unexpected('bad-number', 'a finite number', advice, position);
  }

  #exponent(start: number): number {
    const { bytes, end } = this;
    let at = this.position + 1;
    const negative = bytes[at] === MINUS;
    if (isSign(bytes[at])) at++;
    const first = at;
    let value = 0;
    for (; at < end && isDigit(bytes[at]); at++) {
      value = Math.min(value * 10 + (bytes[at] - ZERO), EXPONENT_LIMIT);
    }
    if (at === first) throw this.badNumber(start);
    this.position = at;
    return negative ? -value : value;
  }

  #atWordEnd(): boolean {
    const byte = this.position < this.end ? this.bytes[this.position] : END;
    if (byte === HASH) return this.bytes[this.position - 1] !== POINT; // not the NaN of MSVC, "1.#QNAN"
    return byte <= SPACE || byte === BACKSLASH;
  }

  /** More digits or a larger exponent than `decimalToDouble` decides: let the language do it. */
  #slowNumber(start: number): number {
    const value = Number(ascii(this.bytes.subarray(start, this.position)));
    if (!Number.isFinite(value) || !this.#atWordEnd()) throw this.badNumber(start);
    return value;
  }

  #excerpt(position: number): string {
    if (position >= this.end) return 'the end of the file';
    let at = position;
    while (at < this.end && at - position < EXCERPT_LENGTH && this.bytes[at] > SPACE) at++;
    if (at === position) return isLineEnd(this.bytes[at]) ? 'the end of the line' : `byte ${this.bytes[at]}`;
    return JSON.stringify(ascii(this.bytes.subarray(position, at)));
  }
}

function isSign(byte: number): boolean {
  return byte === MINUS || byte === PLUS;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isLineEnd(byte: number): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/** The byte behind a line end, where CR LF is one. */
function afterLineEnd(bytes: Uint8Array, at: number): number {
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}

/** Bytes as characters; bytes that are no printable ASCII show as `?`. */
function ascii(bytes: Uint8Array): string {
  if (bytes.length > EXCERPT_LENGTH) return new TextDecoder().decode(bytes);
  let text = '';
  for (const byte of bytes) text += byte > SPACE && byte < 127 ? String.fromCharCode(byte) : '?';
  return text;
}
