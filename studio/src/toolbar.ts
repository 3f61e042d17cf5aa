/** The buttons at the top of the page, and the keys that do the same and more. */
import { byId } from './dom.ts';
import { type KeyTargets, keysFor } from './keys.ts';
import { listenToKeys } from './shortcuts.ts';

export interface ToolbarTargets extends KeyTargets {
  readonly savePairs: () => void;
}

export function useToolbar(targets: Omit<ToolbarTargets, 'help'>): void {
  const help = byId<HTMLDialogElement>('help');
  const all: ToolbarTargets = { ...targets, help: () => help.showModal() };
  listenToKeys(keysFor(all), byId('keys'));
  const buttons = {
    theme: all.toggleTheme,
    'copy-link': all.copyLink,
    'save-png': all.savePicture,
    'save-json': all.saveReport,
    'save-pairs': all.savePairs,
    'help-open': all.help,
  };
  for (const [id, run] of Object.entries(buttons)) byId(id).addEventListener('click', () => run());
}
