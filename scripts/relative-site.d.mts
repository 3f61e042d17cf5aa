export const PLACEHOLDER: string;
export function relativeScript(file: string, text: string): string;
export function relativePage(text: string, depth: number): string;
export function makeRelative(folder: string): void;
