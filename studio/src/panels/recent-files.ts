/**
 * What was open before, kept by the browser: handles of files, not their contents. Browsers without such handles have no list.
 *
 * Before a file is read again the browser asks whether it may be.
 */
import type { SourceFile } from '../protocol.ts';
import { notice } from './notices.ts';

export interface Recent {
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
  /** The last first; empty where the browser keeps nothing. */
  async all(): Promise<readonly Recent[]> {
    try {
      return ((await finished((await store('readonly')).get(STORE))) as Recent[] | undefined) ?? [];
    } catch {
      return [];
    }
  }

  async add(handles: readonly FileSystemFileHandle[]): Promise<void> {
    if (handles.length === 0) return;
    const recent: Recent = { handles, opened: Date.now() };
    const others = (await this.all()).filter((other) => nameOf(other) !== nameOf(recent));
    try {
      await finished((await store('readwrite')).put([recent, ...others].slice(0, MOST), STORE));
    } catch {
      // Storage may be off; there is no list then.
    }
  }

  /** Undefined when the browser or its user does not allow it, or a file is gone. */
  async open({ handles }: Recent): Promise<SourceFile[] | undefined> {
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
