interface Found {
  readonly threads: number;
  readonly pairs: number;
  readonly near: number;
}

/** What a page with the package says in a browser; `error` instead of the rest when it could not. */
export interface BrowserReport {
  readonly agent?: string;
  readonly isolated?: boolean;
  readonly webgpu?: string;
  readonly here?: Found;
  readonly usual?: Found;
  readonly error?: string;
}

export function tryBrowser(command: (profile: string) => readonly string[], isolated: boolean): Promise<BrowserReport>;
