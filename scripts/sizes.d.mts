export interface ProgramSize {
  readonly name: string;
  readonly files: number;
  /** In bytes, as the three that follow. */
  readonly minified: number;
  readonly gzip: number;
  readonly brotli: number;
}

export const PROGRAMS: Readonly<Record<string, string>>;

export function measureSizes(
  packageFolder?: string,
  programs?: Readonly<Record<string, string>>,
): Promise<readonly ProgramSize[]>;

export function sizeTable(rows: readonly ProgramSize[]): string;
