export function mayFollow(current: string, next: string): boolean;
export function unreleasedNotes(changelog: string): string;
export function releasedChangelog(changelog: string, version: string, date: string): string;
