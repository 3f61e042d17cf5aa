export function mayFollow(current: string, next: string): boolean;
export function unreleasedNotes(changelog: string): string;
export function releaseNotes(changelog: string, version: string): string;
export function versionProblems(changelog: string, current: string, version: string): string[];
export function docsWithVersion(
  read: (file: string) => string,
  version: string,
): { readonly file: string; readonly text: string }[];
export function releasedChangelog(changelog: string, version: string, date: string): string;
