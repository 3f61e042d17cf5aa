/** The two halves of the page: review of models, and the laboratory with the papers' scenes and all queries. */

export type Tab = 'review' | 'lab';

export class Tabs {
  readonly #buttons = [...document.querySelectorAll<HTMLElement>('#tabs [data-tab]')];

  constructor(onTab: (tab: Tab) => void) {
    for (const button of this.#buttons) {
      button.addEventListener('click', () => {
        this.current = button.dataset.tab as Tab;
        onTab(this.current);
      });
    }
    this.current = 'review';
  }

  get current(): Tab {
    return document.body.dataset.tab as Tab;
  }

  set current(tab: Tab) {
    document.body.dataset.tab = tab;
    for (const button of this.#buttons) button.setAttribute('aria-selected', String(button.dataset.tab === tab));
  }
}
