/** Turns errors into notices: what is wrong and what to do. */
import type { NoticeMessage } from '../protocol.ts';

export type Notify = (notice: NoticeMessage) => void;

const ALLOCATION = /allocation|invalid (typed )?array( buffer)? length|out of memory/i;

/** `what` names the work, for errors that do not say so themselves. */
export function noticeOf(error: unknown, what: string): NoticeMessage {
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code === 'string') return { type: 'notice', level: 'error', code, text: withoutCode(message ?? '', code) };
  if (error instanceof RangeError && ALLOCATION.test(error.message)) {
    const text = `${what} does not fit into the memory available to this page. Remove other objects, or simplify or split the model; the command line can use more memory.`;
    return { type: 'notice', level: 'error', code: 'out-of-memory', text };
  }
  return { type: 'notice', level: 'error', code: 'unexpected', text: `${what}: ${message ?? String(error)}` };
}

/** Messages begin with their code, which the page shows separately. */
function withoutCode(message: string, code: string): string {
  const text = message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
