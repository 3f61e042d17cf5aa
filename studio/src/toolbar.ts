/** The buttons at the top of the page, and the keys that do the same and more. */
import { byId } from './dom.ts';
import { type KeyTargets, keysFor } from './keys.ts';
import { listenToKeys } from './shortcuts.ts';

export function useToolbar(targets: Omit<KeyTargets, 'help'>): void {
  const help = byId<HTMLDialogElement>('help');
  const all: KeyTargets = { ...targets, help: () => help.showModal() };
  listenToKeys(keysFor(all), byId('keys'));
  const buttons = {
    theme: all.toggleTheme,
    'copy-link': all.copyLink,
    'save-png': all.savePicture,
    'help-open': all.help,
  };
  for (const form of ['json', 'pairs', 'report', 'bcf', 'baseline'] as const) {
    byId(`save-${form}`).addEventListener('click', () => all.save(form));
  }
  for (const [id, run] of Object.entries(buttons)) byId(id).addEventListener('click', () => run());
}
