/**
 * What was open before: handles of files that the browser keeps, not their contents, and files that the server was given by name.
 *
 * Before a file of the first kind is read again the browser asks whether it may be. Browsers without handles keep none.
 */
import type { SourceFile } from '../protocol.ts';
import { notice } from './notices.ts';

/** Files that can be opened again: by the browser's handles, or from the studio's server, which was given them before. */
export interface Listed {
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly opened: number;
  /** Undefined when they cannot be opened. */
  open(): Promise<readonly SourceFile[] | undefined>;
}

interface Served {
  readonly opened: number;
  readonly files: readonly { readonly name: string; readonly url: string }[];
}

/** What the server was given before, listed in the head of the page. */
function served(): Listed[] {
  const list = document.querySelector<HTMLMetaElement>('meta[name="collidescope-recent"]')?.content;
  if (!list) return [];
  return (JSON.parse(list) as Served[]).map(({ opened, files }) => ({
    names: files.map(({ name }) => name),
    opened,
    open: async () => files.map(({ name, url }) => ({ name, url: new URL(url, location.href).href })),
  }));
}

interface Recent {
  readonly handles: readonly FileSystemFileHandle[];
  /** Milliseconds since 1970. */
  readonly opened: number;
}

const DATABASE = 'collidescope';
const STORE = 'recent';
const MOST = 6;

/** Part of the handle in browsers that have it. */
interface Asking {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return (await finished(opening)).transaction(STORE, mode).objectStore(STORE);
}

const nameOf = ({ handles }: Recent) => handles.map(({ name }) => name).join('\n');

export class RecentFiles {
  /** What browser and server know, most recent first, without duplicates. */
  async list(): Promise<readonly Listed[]> {
    const kept = (await this.#kept()).map((recent): Listed => {
      const names = recent.handles.map(({ name }) => name);
      return { names, opened: recent.opened, open: () => this.#open(recent) };
    });
    const all = [...served(), ...kept].sort((p, q) => q.opened - p.opened);
    const key = ({ names }: Listed) => names.join('\n');
    return all.filter((each, i) => all.findIndex((other) => key(other) === key(each)) === i).slice(0, MOST);
  }

  /** Empty where the browser keeps nothing. */
  async #kept(): Promise<readonly Recent[]> {
    try {
      return ((await finished((await store('readonly')).get(STORE))) as Recent[] | undefined) ?? [];
    } catch {
      return [];
    }
  }

  async add(handles: readonly FileSystemFileHandle[]): Promise<void> {
    if (handles.length === 0) return;
    const recent: Recent = { handles, opened: Date.now() };
    const others = (await this.#kept()).filter((other) => nameOf(other) !== nameOf(recent));
    try {
      await finished((await store('readwrite')).put([recent, ...others].slice(0, MOST), STORE));
    } catch {
      // Storage may be off; there is no list then.
    }
  }

  /** Undefined when the browser or its user does not allow it, or a file is gone. */
  async #open({ handles }: Recent): Promise<SourceFile[] | undefined> {
    try {
      for (const handle of handles as readonly (FileSystemFileHandle & Asking)[]) {
        const granted = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';
        if (granted !== 'granted') await handle.requestPermission?.({ mode: 'read' });
      }
      return await Promise.all(handles.map(async (handle) => ({ name: handle.name, file: await handle.getFile() })));
    } catch (error) {
      const why = (error as Error).name === 'NotFoundError' ? 'was moved or deleted' : 'may not be read';
      notice('error', 'recent-file', `One of the files ${why}. Open it again with "Open files".`);
      return undefined;
    }
  }
}
