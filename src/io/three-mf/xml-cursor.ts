/**
 * A cursor over the bytes of an XML text: names, tags, attribute values, with no strings made on the way.
 *
 * Promise: never reads beyond the end; what is missing throws a `MeshError` that names the part and the line.
 * Numbers are the doubles nearest to the text.
 */

import type { ErrorCode } from '../../error-codes.ts';
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { decimalToDouble } from '../text/decimal.ts';

const TAB = 9;
const LINE_FEED = 10;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
const EQUALS = 61;
const GREATER = 62;
const LARGEST_INDEX = 2 ** 32 - 1;
const EXCERPT_LENGTH = 40;
const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

export class XmlCursor {
  readonly bytes: Uint8Array;
  at = 0;
  /** The attribute that `nextAttribute` found. */
  nameStart = 0;
  nameEnd = 0;
  #quote = QUOTE;
  readonly #partName: string;
  readonly #options: ReadOptions;
  readonly #decoder = new TextDecoder();

  /** `partName` is for messages. */
  constructor(bytes: Uint8Array, partName: string, options: ReadOptions) {
    this.bytes = bytes;
    this.#partName = partName;
    this.#options = options;
  }

  text(start: number, end: number): string {
    return this.#decoder.decode(this.bytes.subarray(start, end));
  }

  /**
   * To the value of the next attribute in the tag at the cursor; false behind the end of the tag.
   * Then one of `number`, `index` and `skipValue` has to follow.
   */
  nextAttribute(): boolean {
    const { bytes } = this;
    this.nameStart = this.skipBlanks();
    if (this.at >= bytes.length) throw this.cutOff('">"');
    if (bytes[this.at] === GREATER || bytes[this.at] === SLASH) {
      this.skipPast('>');
      return false;
    }
    while (this.at < bytes.length && bytes[this.at] !== EQUALS && bytes[this.at] > SPACE) this.at++;
    this.nameEnd = this.at;
    const isEquals = bytes[this.skipBlanks()] === EQUALS;
    this.at++;
    this.#quote = bytes[this.skipBlanks()];
    if (!isEquals || (this.#quote !== QUOTE && this.#quote !== APOSTROPHE)) {
      throw this.bad(this.nameStart, this.excerpt(this.nameStart), 'name="value"');
    }
    this.at++;
    return true;
  }

  skipValue(): void {
    this.at = this.indexOf(this.#quote, this.at) + 1;
  }

  /** The value at the cursor as a finite number; the cursor then stands behind it. */
  number(): number {
    const { bytes } = this;
    const start = this.at;
    const quote = this.#quote;
    let at = start;
    const isNegative = bytes[at] === MINUS;
    if (isNegative || bytes[at] === PLUS) at++;
    let high = 0;
    let low = 0;
    let digitCount = 0; // significant ones: zeros in front do not count
    let fractionStart = -1;
    const first = at;
    for (; at < bytes.length; at++) {
      const digit = bytes[at] - ZERO;
      if (digit >= 0 && digit <= 9) {
        if (digitCount < 9) high = (Math.imul(high, 10) + digit) | 0;
        else if (digitCount < 18) low = (Math.imul(low, 10) + digit) | 0;
        if (high !== 0) digitCount++;
      } else if (bytes[at] === POINT && fractionStart < 0) fractionStart = at + 1;
      else break;
    }
    const hasDigits = at - first > (fractionStart < 0 ? 0 : 1);
    if (bytes[at] !== quote || digitCount > 18 || !hasDigits) return this.#slowNumber(start);
    const value = decimalToDouble(high, low, Math.max(0, digitCount - 9), fractionStart < 0 ? 0 : fractionStart - at);
    if (Number.isNaN(value)) return this.#slowNumber(start);
    this.at = at + 1;
    return isNegative ? -value : value;
  }

  /** Exponents, many digits, blanks around the number, and what is no number at all. */
  #slowNumber(start: number): number {
    this.skipValue();
    const text = this.text(start, this.at - 1).trim();
    const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(value)) return value;
    throw this.error('bad-number', start, `found "${text.slice(0, EXCERPT_LENGTH)}", expected a finite number`);
  }

  /** The value at the cursor as the number of a vertex; the cursor then stands behind it. */
  index(): number {
    const { bytes } = this;
    const start = this.at;
    let value = 0;
    let at = start;
    for (; bytes[at] >= ZERO && bytes[at] <= ZERO + 9; at++) value = value * 10 + (bytes[at] - ZERO);
    this.at = at + 1;
    if (at > start && bytes[at] === this.#quote && value <= LARGEST_INDEX) return value;
    const text = this.text(start, this.indexOf(this.#quote, start));
    throw this.error('bad-number', start, `found "${text.slice(0, EXCERPT_LENGTH)}", expected the number of a vertex`);
  }

  /** To the byte behind the tag at the cursor, whose attributes may hold any character but their quote. */
  skipTag(): void {
    const bytes = this.bytes;
    for (let at = this.at; at < bytes.length; at++) {
      if (bytes[at] === GREATER) {
        this.at = at + 1;
        return;
      }
      if (bytes[at] === QUOTE || bytes[at] === APOSTROPHE) at = this.indexOf(bytes[at], at + 1);
    }
    throw this.cutOff('">"');
  }

  skipBlanks(): number {
    const bytes = this.bytes;
    while (this.at < bytes.length && bytes[this.at] <= SPACE && bytes[this.at] >= TAB) this.at++;
    return this.at;
  }

  skipPast(text: string): void {
    for (let at = this.at; ; at++) {
      at = this.bytes.indexOf(text.charCodeAt(0), at);
      if (at === -1) throw this.cutOff(`"${text}"`);
      if (!this.startsWith(text, at)) continue;
      this.at = at + text.length;
      return;
    }
  }

  indexOf(byte: number, start: number): number {
    const at = this.bytes.indexOf(byte, start);
    if (at === -1) throw this.cutOff('a closing quote');
    return at;
  }

  endOfName(start: number): number {
    const bytes = this.bytes;
    let at = start;
    while (at < bytes.length && bytes[at] > SPACE && bytes[at] !== SLASH && bytes[at] !== GREATER) at++;
    return at;
  }

  isName(name: string, start: number): boolean {
    return this.startsWith(name, start) && this.endOfName(start) === start + name.length;
  }

  startsWith(text: string, start: number): boolean {
    for (let i = 0; i < text.length; i++) if (this.bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  excerpt(start: number): string {
    return JSON.stringify(this.text(start, Math.min(start + EXCERPT_LENGTH, this.bytes.length)).split(/[\s<>]/)[0]);
  }

  bad(position: number, found: string, expected: string): Error {
    return this.error('bad-3mf', position, `found ${found}, expected ${expected}`);
  }

  cutOff(expected: string): Error {
    return this.error('truncated', this.bytes.length, `found the end of the part, expected ${expected}`);
  }

  error(code: ErrorCode, position: number, found: string): Error {
    let line = 1;
    for (let at = this.bytes.indexOf(LINE_FEED); at !== -1 && at < position; at = this.bytes.indexOf(LINE_FEED, at + 1))
      line++;
    return fileError(code, this.#options, {
      where: `"${this.#partName}", line ${line}`,
      found,
      advice: 'Export the model again.',
      details: { part: this.#partName, line },
    });
  }
}
