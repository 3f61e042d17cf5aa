/** A reason why a file cannot be read that helps the reader; anything else that is thrown is the package's own failure. */
import type { CadFailure } from '../cad-job.ts';

export class CannotRead extends Error {
  readonly failure: CadFailure;

  constructor(code: CadFailure['code'], found: string) {
    super(found);
    this.failure = { code, found };
  }
}
