/**
 * The connection to the worker. A worker that does not respond (busy with something that cannot be stopped) or has died is
 * replaced; the listener is notified, and reopens what was open.
 */
import type { ToPage, ToWorker } from './protocol.ts';

export interface ConnectionListeners {
  readonly onMessage: (message: ToPage) => void;
  /** The worker was replaced, because it was asked to stop or because it died. */
  readonly onReplaced: (reason: 'stopped' | 'died', detail: string) => void;
}

/** How long a cancelled worker may take to become idle. */
const PATIENCE_MILLISECONDS = 2500;

export class Connection {
  readonly #listeners: ConnectionListeners;
  #worker: Worker;
  #deadline: number | undefined;

  constructor(listeners: ConnectionListeners) {
    this.#listeners = listeners;
    this.#worker = this.#open();
  }

  #open(): Worker {
    const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name: 'studio' });
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.type === 'idle') this.#calm();
      this.#listeners.onMessage(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#replace('died', event.message ?? 'it could not be loaded');
    };
    return worker;
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Asks the worker to stop; takes another one if it does not hear. */
  cancel(): void {
    this.send({ type: 'cancel' });
    this.#deadline ??= window.setTimeout(() => this.#replace('stopped', ''), PATIENCE_MILLISECONDS);
  }

  #calm(): void {
    window.clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }

  #replace(reason: 'stopped' | 'died', detail: string): void {
    this.#calm();
    this.#worker.terminate();
    this.#worker = this.#open();
    this.#listeners.onReplaced(reason, detail);
  }
}
