/** The query, its options, and the engine. */
import { byId, element } from '../dom.ts';
import type { EngineChoice, ObjectInfo } from '../protocol.ts';
import { type ClashesQuery, QUERY_DEFAULTS, type Query } from '../query.ts';
import { FIELDS, QUERY_TITLES } from './query-fields.ts';

export interface AskListeners {
  readonly onQuery: (query: Query) => void;
  readonly onEngine: (choice: EngineChoice) => void;
}

const THREADS_OFFERED = 8;

export class AskPanel {
  readonly #listeners: AskListeners;
  readonly #box = byId('query');
  readonly #backend = byId<HTMLSelectElement>('backend');
  readonly #threads = byId<HTMLSelectElement>('threads');
  /** As they were left, for each question. */
  readonly #queries: { [Kind in Query['kind']]: Query } = { ...QUERY_DEFAULTS };
  #query: Query;
  #objects: readonly ObjectInfo[] = [];

  constructor(query: Query, listeners: AskListeners) {
    this.#listeners = listeners;
    this.#query = query;
    this.#queries[query.kind] = query;
    this.#draw();
    const changed = () => {
      const threads = this.#threads.value === '' ? undefined : Number(this.#threads.value);
      const backend = this.#backend.value as EngineChoice['backend'];
      listeners.onEngine({ backend, ...(threads !== undefined && { threads }) });
    };
    this.#backend.addEventListener('change', changed);
    this.#threads.addEventListener('change', changed);
    this.#offerThreads();
  }

  get query(): Query {
    return this.#query;
  }

  set query(query: Query) {
    this.#queries[query.kind] = query;
    this.#query = query;
    this.#draw();
  }

  /** The objects to choose from. */
  set objects(objects: readonly ObjectInfo[]) {
    this.#objects = objects;
    this.#draw();
  }

  #offerThreads(): void {
    const most = window.crossOriginIsolated ? Math.min(THREADS_OFFERED, navigator.hardwareConcurrency || 1) : 0;
    const counts = Array.from({ length: most + 1 }, (_, count) => count);
    this.#threads.replaceChildren(
      ...counts.map((count) =>
        element('option', { value: String(count), textContent: count === 1 ? '1 thread' : `${count} threads` }),
      ),
    );
    if (window.crossOriginIsolated) return;
    byId('engine-note').textContent =
      'This page is not cross-origin isolated, so there are no threads. The answers are the same. To get threads, serve the page with the COOP and COEP headers.';
  }

  /** Shows which engine is running. */
  showEngine(backend: string, threads: number): void {
    this.#backend.value = backend;
    this.#threads.value = String(threads);
  }

  /** For culling: shows what was left after this pass. */
  showPass(pass: number): void {
    if (this.#query.kind === 'cull') this.#change({ pass });
  }

  /** These two objects are offered where a question is about two, or about one. */
  suggest(object: number, other: number): void {
    const now = this.#query;
    for (const kind of ['volume', 'voxels'] as const)
      this.#queries[kind] = { ...this.#queries[kind], object, other } as Query;
    this.#queries.inside = { ...this.#queries.inside, object } as Query;
    this.#query = this.#queries[now.kind];
    if (this.#query === now) return;
    this.#draw();
    this.#listeners.onQuery(this.#query);
  }

  /** The question about clashes, as it was left. */
  get clashes(): ClashesQuery {
    return this.#queries.clashes as ClashesQuery;
  }

  /** Changes the clash query, and runs it if it is the current one. */
  changeClashes(change: Partial<ClashesQuery>): void {
    const query = { ...this.clashes, ...change };
    this.#queries.clashes = query;
    if (this.#query.kind !== 'clashes') return;
    this.#query = query;
    this.#draw();
    this.#listeners.onQuery(query);
  }

  #change(change: Partial<Query>): void {
    this.#query = { ...this.#query, ...change } as Query;
    this.#queries[this.#query.kind] = this.#query;
    this.#listeners.onQuery(this.#query);
  }

  #draw(): void {
    const kinds = Object.keys(QUERY_TITLES) as Query['kind'][];
    const choose = element('div', { className: 'choices', role: 'group', ariaLabel: 'Query' });
    for (const kind of kinds) {
      const button = element('button', { type: 'button', textContent: QUERY_TITLES[kind] });
      button.dataset.kind = kind;
      button.setAttribute('aria-pressed', String(kind === this.#query.kind));
      button.addEventListener('click', () => {
        this.query = this.#queries[kind];
        this.#listeners.onQuery(this.#query);
        this.#box.querySelector<HTMLElement>(`[data-kind="${kind}"]`)?.focus();
      });
      choose.append(button);
    }
    const fields = FIELDS[this.#query.kind].map((field) =>
      field({ ...this.#query }, (change) => this.#change(change), this.#objects),
    );
    this.#box.replaceChildren(...(kinds.length > 1 ? [choose] : []), ...fields);
  }
}
