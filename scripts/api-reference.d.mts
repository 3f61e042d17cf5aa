export interface ReferenceEntry {
  readonly title: string;
  readonly module: string;
  /** The declaration file. */
  readonly file: string;
  /** The file of types that several entries use and none exports. */
  readonly inner?: string;
}

export function anchorOf(name: string): string;
export function apiReference(entries: Readonly<Record<string, ReferenceEntry>>): Record<string, string>;

export interface ReferenceName {
  readonly name: string;
  readonly doc: string;
  readonly code: string;
  readonly isExported: boolean;
  readonly members: readonly { readonly name: string; readonly doc: string; readonly code: string }[];
}

export function readEntry(file: string): ReferenceName[];
