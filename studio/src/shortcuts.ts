/** Keyboard shortcuts, except while the user types or chooses from a list. */

export interface Shortcut {
  /** As in KeyboardEvent.key, lower case. */
  readonly key: string;
  readonly shown?: string;
  /** Whether the Shift key must be pressed; of letters only. */
  readonly shift?: boolean;
  readonly does: string;
  readonly run: () => void;
}

const LETTER = /^[a-z]$/;
/** Keys that move a slider. */
const SLIDES = /^(Arrow|Page|Home|End)/;

/** Whether the key is for the field that has the focus. */
function isForField(target: HTMLElement, key: string): boolean {
  if (target.tagName === 'SELECT' || target.tagName === 'TEXTAREA') return true;
  if (target.tagName !== 'INPUT') return false;
  const { type } = target as HTMLInputElement;
  return type === 'range' ? SLIDES.test(key) : type !== 'checkbox';
}

export function listenToKeys(shortcuts: readonly Shortcut[], list: HTMLElement): void {
  for (const { key, shown, shift, does } of shortcuts) {
    const [term, text] = [document.createElement('dt'), document.createElement('dd')];
    const keyElement = document.createElement('kbd');
    keyElement.textContent = shown ?? (shift ? `Shift+${key.toUpperCase()}` : key.toUpperCase());
    term.append(keyElement);
    text.textContent = does;
    list.append(term, text);
  }
  window.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isForField(target, event.key)) return;
    // A focused button handles Space and Enter itself.
    const presses = (event.key === ' ' || event.key === 'Enter') && /^(BUTTON|SUMMARY|INPUT)$/.test(target.tagName);
    if (presses || document.querySelector('dialog[open]')) return;
    const pressed = event.key.toLowerCase();
    const shifted = event.shiftKey && LETTER.test(pressed);
    const shortcut = shortcuts.find(({ key, shift = false }) => key === pressed && shift === shifted);
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
}

/** A button that was clicked gives the focus back to the view, or the next Space would press it again. */
export function returnFocus(view: HTMLElement): void {
  document.addEventListener('click', ({ target, detail }) => {
    const button = (target as HTMLElement).closest?.('button');
    // Zero clicks: it was pressed with the keyboard.
    if (!button || detail === 0 || button.closest('dialog, [data-keeps-focus]')) return;
    view.focus({ preventScroll: true });
  });
}
