/**
 * The three kinds of error a caller can meet.
 *
 * Promise: `code` never changes its meaning, the numbers named in the message are also fields in `details`,
 * and the message says where, what was found, what was expected and what to do.
 */

import type { ErrorCode } from './error-codes.ts';

/** The numbers and names in the message, as fields. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** What all errors of Collidescope have in common. */
export abstract class CollidescopeError extends Error {
  /** What went wrong; it keeps its meaning from version to version. */
  readonly code: ErrorCode;
  /** The numbers and names in the message. */
  readonly details: ErrorDetails;

  constructor(name: string, code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(`${code}: ${message}`);
    this.name = name;
    this.code = code;
    this.details = details;
  }
}

/** A mesh, or the file it came from, cannot be used as it is. */
export class MeshError extends CollidescopeError {
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super('MeshError', code, message, details);
  }
}

/** A call has an option, id or argument that is unknown or cannot be used. */
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
