/**
 * Finds clashes by words, in names, classes, types, storeys, systems, ids, tests, decisions and comments.
 *
 * The result is that of searching the report's text of every clash, but the text of an object is searched only once per word,
 * however many clashes it has.
 */
import { objectSearchText, ownSearchText, searchWords } from '../../../src/report/search-text.ts';
import type { ReviewClash, ReviewFacts } from '../answer.ts';

export class ReviewSearch {
  #objects: readonly string[] = [];
  /** Of clashes besides their objects. */
  #own = new WeakMap<ReviewClash, string>();

  set facts({ objects }: Pick<ReviewFacts, 'objects'>) {
    this.#objects = objects.map(objectSearchText);
  }

  /** Whether a clash has all words of a search. */
  test(search: string): (clash: ReviewClash, storey: string | undefined) => boolean {
    const words = searchWords(search);
    if (words.length === 0) return () => true;
    const found = words.map((word) => this.#objects.map((text) => text.includes(word)));
    return (clash, storey) => {
      let own: string | undefined;
      return words.every((word, i) => {
        if (found[i][clash.a] || found[i][clash.b]) return true;
        own ??= this.#textOf(clash, storey);
        return own.includes(word);
      });
    };
  }

  #textOf(clash: ReviewClash, storey: string | undefined): string {
    const known = this.#own.get(clash);
    if (known !== undefined) return known;
    const text = ownSearchText(clash, storey);
    this.#own.set(clash, text);
    return text;
  }
}
