/** Reports progress only of long work, and not too often. */
import type { Post } from './studio.ts';

const SILENT_MILLISECONDS = 150;
const BETWEEN_MILLISECONDS = 80;

export class QuietProgress {
  readonly #post: Post;
  readonly #label: string;
  readonly #began = performance.now();
  #told = 0;

  constructor(post: Post, label: string) {
    this.#post = post;
    this.#label = label;
  }

  readonly report = (done: number): void => {
    const now = performance.now();
    if (now - this.#began < SILENT_MILLISECONDS || now - this.#told < BETWEEN_MILLISECONDS) return;
    this.#told = now;
    this.#post({ type: 'progress', label: this.#label, done });
  };

  end(): void {
    if (this.#told > 0) this.#post({ type: 'idle' });
  }
}
