/** Text for HTML. Names in files can hold anything: nothing of them may become markup, script or the end of either. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Characters that change the direction of text, or are not text at all: they would make a name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** For content and for attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(INVISIBLE, '�').replace(/[&<>"'`]/g, (found) => ESCAPES[found]);
}

/** JSON for a script element: no `<`, so that neither its end nor a comment can begin in it, and no invisible characters. */
export function escapeJson(value: unknown): string {
  const escaped = (found: string) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(value).replace(/[<>&\u2028\u2029\p{Cc}\p{Cf}\p{Cs}]/gu, escaped);
}
