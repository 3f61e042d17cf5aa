/** Reports progress only of long work, and not too often. */
import type { Post } from './studio.ts';

const SILENT_MILLISECONDS = 150;
const BETWEEN_MILLISECONDS = 80;

export class QuietProgress {
  readonly #post: Post;
  readonly #label: string;
  readonly #began = performance.now();
  #reportedAt = 0;

  constructor(post: Post, label: string) {
    this.#post = post;
    this.#label = label;
  }

  readonly report = (done: number): void => {
    const now = performance.now();
    if (now - this.#began < SILENT_MILLISECONDS || now - this.#reportedAt < BETWEEN_MILLISECONDS) return;
    this.#reportedAt = now;
    this.#post({ type: 'progress', label: this.#label, done });
  };

  end(): void {
    if (this.#reportedAt > 0) this.#post({ type: 'idle' });
  }
}
