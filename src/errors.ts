/**
 * The three kinds of error a caller can meet.
 *
 * Promise: `code` never changes its meaning, the numbers named in the message are also fields in `details`,
 * and the message says where, what was found, what was expected and what to do.
 */

import type { ErrorCode } from './error-codes.ts';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** What all errors of Collidescope have in common. */
export abstract class CollidescopeError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(name: string, code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(`${code}: ${message}`);
    this.name = name;
    this.code = code;
    this.details = details;
  }
}

/** The mesh, or the file it came from, is not usable as it stands. */
export class MeshError extends CollidescopeError {
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super('MeshError', code, message, details);
  }
}

/** A function was called with an option, id or argument that it does not know or cannot use. */
export class OptionError extends CollidescopeError {
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super('OptionError', code, message, details);
  }
}

/** The engine cannot run here, ran out of memory, or has been disposed. */
export class EngineError extends CollidescopeError {
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super('EngineError', code, message, details);
  }
}
