/** Stopping work on request. */

export const isAbort = (error: unknown) => (error as Error)?.name === 'AbortError';

/** The reason for `AbortController.abort`. */
export const abortError = (why: string) => new DOMException(why, 'AbortError');
