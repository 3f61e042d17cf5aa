/** Previous decisions, for undo; those made together are undone together. */
import type { Decision } from '../../../src/report/baseline.ts';

export class UndoStack {
  readonly #before: ReadonlyMap<string, Decision>[] = [];

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  push(before: ReadonlyMap<string, Decision>): void {
    this.#before.push(before);
  }

  forget(): void {
    this.#before.length = 0;
  }

  /** The last ones of clashes that are still there; steps that concern none of them are skipped. */
  pop(isThere: (id: string) => boolean): ReadonlyMap<string, Decision> | undefined {
    for (let last = this.#before.pop(); last; last = this.#before.pop()) {
      const left = [...last].filter(([id]) => isThere(id));
      if (left.length > 0) return new Map(left);
    }
    return undefined;
  }
}
