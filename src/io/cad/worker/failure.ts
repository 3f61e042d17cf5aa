/** A reason why a file cannot be read that is worth telling; anything else thrown is the package's own trouble. */
import type { CadFailure } from '../cad-job.ts';

export class CannotRead extends Error {
  readonly failure: CadFailure;

  constructor(code: CadFailure['code'], found: string) {
    super(found);
    this.failure = { code, found };
  }
}
