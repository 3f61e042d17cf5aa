/** Saves what the visitor takes along. */
import { type Linked, writeLink } from './link.ts';
import { notice } from './panels/notices.ts';
import type { View } from './view/view.ts';

const NO_LINK = 'Links restore built-in scenes. Files stay on your machine, so a link cannot hold them.';

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether the text is on the clipboard; that takes a permission. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts the link into the address bar and, where that is allowed, on the clipboard. */
export async function shareLink(linked: Linked | undefined): Promise<void> {
  if (!linked) {
    notice('note', 'no-link', NO_LINK);
    return;
  }
  history.replaceState(null, '', writeLink(linked));
  const copied = await copyText(location.href);
  notice('note', 'link', copied ? 'The link is on the clipboard.' : 'The link is in the address bar.');
}

export async function savePicture(view: View, name: string): Promise<void> {
  const picture = await view.picture();
  if (picture) save(picture, `${name}.png`);
  else notice('error', 'no-picture', 'The browser could not make a picture of the view.');
}
