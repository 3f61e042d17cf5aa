/** Keyboard shortcuts, except while the user types or chooses from a list. */

export interface Shortcut {
  /** As in KeyboardEvent.key, lower case. */
  readonly key: string;
  readonly shown?: string;
  readonly does: string;
  readonly run: () => void;
}

const TYPING = new Set(['INPUT', 'SELECT', 'TEXTAREA']);

export function listenToKeys(shortcuts: readonly Shortcut[], list: HTMLElement): void {
  for (const { key, shown, does } of shortcuts) {
    const [term, text] = [document.createElement('dt'), document.createElement('dd')];
    const keyElement = document.createElement('kbd');
    keyElement.textContent = shown ?? key.toUpperCase();
    term.append(keyElement);
    text.textContent = does;
    list.append(term, text);
  }
  window.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const types = TYPING.has(target.tagName) && (target as HTMLInputElement).type !== 'checkbox';
    if (event.ctrlKey || event.metaKey || event.altKey || types) return;
    // A focused button handles Space and Enter itself.
    const presses = (event.key === ' ' || event.key === 'Enter') && /^(BUTTON|SUMMARY|INPUT)$/.test(target.tagName);
    if (presses || document.querySelector('dialog[open]')) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
}
