/** The page before anything is open: a place to drop files, samples, and what was open before. */
import type { SampleName } from '../../../scenes/samples/index.ts';
import { byId, element } from '../dom.ts';
import type { SourceFile } from '../protocol.ts';
import { type Listed, RecentFiles } from './recent-files.ts';

export interface StartListeners {
  readonly onPick: () => void;
  readonly onFiles: (files: readonly SourceFile[]) => void;
}

export class StartPage {
  readonly #box = byId('start');
  readonly #listeners: StartListeners;
  readonly #recent = new RecentFiles();

  constructor(listeners: StartListeners) {
    this.#listeners = listeners;
    byId('start-pick').addEventListener('click', () => listeners.onPick());
    for (const button of this.#box.querySelectorAll<HTMLElement>('[data-sample]')) {
      const sample = button.dataset.sample as SampleName;
      button.addEventListener('click', () => listeners.onFiles([{ name: sample, sample }]));
    }
  }

  set visible(visible: boolean) {
    this.#box.hidden = !visible;
    document.body.dataset.start = String(visible);
    if (visible) void this.#list();
  }

  /** Files that can be opened again are listed next time. */
  remember(handles: readonly FileSystemFileHandle[]): void {
    void this.#recent.add(handles);
  }

  async #list(): Promise<void> {
    const all = await this.#recent.list();
    byId('recent').hidden = all.length === 0;
    byId('recent-list').replaceChildren(...all.map((recent) => this.#entry(recent)));
  }

  #entry(recent: Listed): HTMLElement {
    const names = recent.names.join(', ');
    const day = new Date(recent.opened).toLocaleDateString();
    const button = element(
      'button',
      { type: 'button', title: names },
      element('bdi', { textContent: names }),
      element('span', { className: 'hint', textContent: day }),
    );
    button.addEventListener('click', async () => {
      const files = await recent.open();
      if (files) this.#listeners.onFiles(files);
    });
    return element('li', {}, button);
  }
}
