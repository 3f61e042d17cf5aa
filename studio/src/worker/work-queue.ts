/** Runs one piece of work at a time, in the order of arrival. Errors become notices. */
import type { ToPage } from '../protocol.ts';
import { isAbort } from './abort.ts';
import { noticeOf } from './notices.ts';

export class WorkQueue {
  readonly #post: (message: ToPage) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(post: (message: ToPage) => void) {
    this.#post = post;
  }

  /** `what` names the work in a notice. The page hears when it has ended. */
  add(what: string, work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      if (!isAbort(error)) this.#post(noticeOf(error, what));
    });
    this.#last = this.#last.then(() => this.#post({ type: 'idle' }));
  }

  /** For work that handles its own errors and that the page need not know about. */
  addSilently(work: () => Promise<void>): void {
    this.#last = this.#last.then(work);
  }
}
