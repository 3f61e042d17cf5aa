/** Light or dark theme: the system's until the user chooses. */

export type Theme = 'light' | 'dark';

const KEY = 'collidescope-theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    return undefined; // storage may be off
  }
}

let chosen = stored();

export function theme(): Theme {
  return chosen ?? (system.matches ? 'dark' : 'light');
}

function apply(listener: (theme: Theme) => void): void {
  document.documentElement.dataset.theme = theme();
  listener(theme());
}

/** Calls the listener now and whenever the theme changes. */
export function watchTheme(listener: (theme: Theme) => void): { toggle(): void } {
  system.addEventListener('change', () => apply(listener));
  apply(listener);
  return {
    toggle() {
      chosen = theme() === 'light' ? 'dark' : 'light';
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // The choice then lasts until the page is closed.
      }
      apply(listener);
    },
  };
}
