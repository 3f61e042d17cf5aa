export interface Finding {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly cells: readonly string[];
  /** Whether nobody has accepted it. */
  readonly isNew: boolean;
}

export const ANNOTATIONS_MAX: number;
export const ROWS_MAX: number;

/** `document` is what `collidescope check --json` or `clash --json` prints. */
export function findingsOf(document: object): readonly Finding[];
export function annotations(findings: readonly Finding[], status: number, document?: object): readonly string[];
export function summary(document: { command: string }, findings: readonly Finding[], failed: boolean): string;
