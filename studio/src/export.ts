/** Downloads and links: what the user takes from the page. */
import { type Linked, writeLink } from './link.ts';
import { notice } from './panels/notices.ts';
import type { ExportForm } from './protocol.ts';
import type { QueryKind } from './query.ts';
import type { View } from './view/view.ts';

const NO_LINK = 'Links work for built-in scenes only: your files stay on your machine.';

/** Names of saved files. */
const FILE_NAMES: Readonly<Record<ExportForm, string>> = {
  json: 'collisions.json',
  pairs: 'pairs.tsv',
  report: 'clash-report.html',
  bcf: 'clashes.bcf',
  baseline: 'clash-decisions.json',
  motion: 'motion-report.html',
};

/** Shown while a file is being made. */
export const SAVING: Readonly<Record<ExportForm, string>> = {
  json: 'saving',
  pairs: 'saving',
  report: 'drawing the report',
  bcf: 'drawing the BCF',
  baseline: 'saving',
  motion: 'drawing jams',
};

/** Whether an answer has what the file needs; shows a notice if not. */
export function canExport(form: ExportForm, kind: QueryKind): boolean {
  if (form !== 'pairs' || kind === 'collide' || kind === 'clashes') return true;
  notice('note', 'no-pairs', 'Only "Collide" and "Clashes" find triangle pairs. Choose one of them to save them.');
  return false;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveExport(form: ExportForm, file: Blob): void {
  save(file, FILE_NAMES[form]);
}

/** Returns whether it worked: writing to the clipboard needs permission. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts the link into the address bar and, if permitted, on the clipboard. */
export async function shareLink(linked: Linked | undefined): Promise<void> {
  if (!linked) {
    notice('note', 'no-link', NO_LINK);
    return;
  }
  history.replaceState(null, '', writeLink(linked));
  const copied = await copyText(location.href);
  notice('note', 'link', copied ? 'Link copied.' : 'The link is in the address bar.');
}

export async function savePicture(view: View, name: string): Promise<void> {
  const picture = await view.picture();
  if (picture) save(picture, `${name}.png`);
  else notice('error', 'no-picture', 'The browser could not capture the view.');
}
