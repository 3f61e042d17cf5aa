/** Messages. Errors stay until they are closed or something else is opened; notes disappear by themselves. */
import { byId, element } from '../dom.ts';

const NOTE_MILLISECONDS = 7000;
const MOST = 5;

export function notice(level: 'error' | 'note', code: string, text: string): void {
  const box = byId('notices');
  // A repeated message replaces the earlier one.
  const same = [...box.children].find((shown) => (shown as HTMLElement).dataset.text === text);
  same?.remove();
  const close = element('button', { type: 'button', ariaLabel: 'Close', textContent: '✕' });
  const label = level === 'error' ? element('code', { textContent: code }) : '';
  const shown = element(
    'div',
    { className: `notice ${level}` },
    element('p', {}, label, level === 'error' ? ' ' : '', text),
    close,
  );
  shown.dataset.code = code;
  shown.dataset.text = text;
  close.addEventListener('click', () => shown.remove());
  box.append(shown);
  while (box.children.length > MOST) box.firstElementChild?.remove();
  if (level === 'note') removeLater(shown);
}

const SIMULATED = 'Objects in simulated scenes move by themselves. To drag objects, open files or another scene.';
const WHY_IT_DIED = 'probably because it ran out of memory. Simplify or split the model, or use the command line.';

export const noticeSimulated = () => notice('note', 'simulated', SIMULATED);

/** The worker was replaced. */
export function noticeReplaced(reason: 'stopped' | 'died', detail: string): void {
  if (reason === 'died') notice('error', 'worker-died', `The background worker stopped (${detail}), ${WHY_IT_DIED}`);
  else notice('note', 'stopped', 'Stopped. Reopening what was open before.');
}

/** The notices concern what was open, or could not be opened. */
export function clearNotices(): void {
  byId('notices').replaceChildren();
}

/** Not while a progress bar is shown: who waits for an answer may look elsewhere. */
function removeLater(shown: HTMLElement): void {
  setTimeout(() => (byId('progress').hidden ? shown.remove() : removeLater(shown)), NOTE_MILLISECONDS);
}
