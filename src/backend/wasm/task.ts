/**
 * Work that has to wait now and then, for threads or for its turn: done with promises, or at once on the calling thread.
 *
 * A task is a generator that yields what it waits for. Written once, it serves `collide` and `collideSync` alike.
 */

/** Something to wait for, or to be done at once. */
export interface Wait<T> {
  later(): Promise<T>;
  now(): T;
}

export type Task<T> = Generator<Wait<unknown>, T, unknown>;

/** Waits within a task: `yield* wait(…)`. */
export function* wait<T>(waiting: Wait<T>): Task<T> {
  return (yield waiting) as T;
}

/** Does a task with promises. */
export async function inTurns<T>(task: Task<T>): Promise<T> {
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

/** Does a task before it returns. */
export function atOnce<T>(task: Task<T>): T {
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
