/**
 * Work that sometimes has to wait, for threads or in a queue: done with promises, or synchronously on the calling thread.
 *
 * A task is a generator that yields what it waits for. Written once, it serves `collide` and `collideSync` alike.
 */

/** Something to wait for, or to do synchronously. */
export interface Wait<T> {
  later(): Promise<T>;
  now(): T;
}

export type Task<T> = Generator<Wait<unknown>, T, unknown>;

/** Waits within a task: `yield* wait(…)`. */
export function* wait<T>(waiting: Wait<T>): Task<T> {
  return (yield waiting) as T;
}

/** Runs a task with promises. */
export async function runAsync<T>(task: Task<T>): Promise<T> {
  let step = task.next();
  while (!step.done) {
    let value: unknown;
    try {
      value = await step.value.later();
    } catch (error) {
      step = task.throw(error);
      continue;
    }
    step = task.next(value);
  }
  return step.value;
}

/** Runs a task synchronously. */
export function runSync<T>(task: Task<T>): T {
  let step = task.next();
  while (!step.done) {
    let value: unknown;
    try {
      value = step.value.now();
    } catch (error) {
      step = task.throw(error);
      continue;
    }
    step = task.next(value);
  }
  return step.value;
}

// The calling thread's other work: timers, messages, frames.

/** Lets timers, messages and abort events in. Faster than a timer, which browsers hold back. */
export function yieldToEvents(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Other work on the calling thread is overdue after waiting this long. */
const LONG_MILLISECONDS = 12;

/**
 * Tells when short queries keep the calling thread from everything else. One that is over before it would yield, or whose answer is
 * known, resolves its promise without a pass of the event loop, and so does the next: in a loop of them, nothing else would run
 * until it ends, and a worker that was lost would not be noticed.
 */
export class LoopWatch {
  /** When the pending pass of the event loop was requested. */
  #since: number | undefined;

  /** To be checked before every query. True when no other work has run for long. */
  get isOverdue(): boolean {
    const now = performance.now();
    if (this.#since !== undefined) return now - this.#since >= LONG_MILLISECONDS;
    this.#since = now;
    void yieldToEvents().then(() => {
      this.#since = undefined;
    });
    return false;
  }
}
