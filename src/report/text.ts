/** Formats numbers and names for people. */

/** Characters that move the cursor, colour the screen, change the text direction or are invisible. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const LINE_ENDS_AND_TABS = /[\n\t]/;

/** A name from a file, with control characters replaced. */
export function plainText(name: string): string {
  return name.replace(CONTROL, '�');
}

/** The same for text of several lines. */
export function plainLines(text: string): string {
  return text.replace(CONTROL, (found) => (LINE_ENDS_AND_TABS.test(found) ? found : '�'));
}

/** JSON with all control characters escaped; JSON.stringify escapes only some of them. */
export function plainJson(value: unknown): string {
  const escaped = (found: string) => (found === '\n' ? found : found.split('').map(escapedUnit).join(''));
  return `${JSON.stringify(value, null, 2).replace(CONTROL, escaped)}\n`;
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The last part of a path, whichever system wrote it. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** With thousands separators: 1,234,567. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 pair`, `2 pairs`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
}

/** Milliseconds, rounded to hundredths for reports. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

/** A coordinate with this many significant digits, without trailing zeros. */
export function coordinate(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** Width in columns, correct except for wide East Asian characters. */
export function textColumns(text: string): number {
  return [...text].length;
}

function sharedStart(p: readonly string[], q: readonly string[]): number {
  let count = 0;
  while (count < p.length && p[count] === q[count]) count++;
  return count;
}

/** The part of a text around the first letter that distinguishes it from the most similar one. */
function cutAround(text: string, others: readonly string[], columns: number): string {
  const letters = [...text];
  const differs = Math.max(0, ...others.map((other) => sharedStart(letters, [...other])));
  const start = Math.max(0, Math.min(differs - Math.floor(columns / 3), letters.length - columns + 1));
  const kept = letters.slice(start, start + columns - (start + columns - 1 < letters.length ? 2 : 1));
  return `…${kept.join('')}${start + kept.length < letters.length ? '…' : ''}`;
}

/**
 * Texts of one column, shortened so that those that differ still do: in the middle, else around what tells them apart; texts that no
 * cut leaves apart stay whole.
 */
export function fitApart(texts: readonly string[], columns: number): string[] {
  const distinct = [...new Set(texts)];
  const shown = new Map(distinct.map((text) => [text, fitText(text, columns)]));
  const alike = () => {
    const groups = new Map<string, string[]>();
    for (const [text, cut] of shown) groups.set(cut, [...(groups.get(cut) ?? []), text]);
    return [...groups.values()].filter((group) => group.length > 1);
  };
  for (const group of alike()) {
    for (const text of group) {
      const others = group.filter((other) => other !== text);
      shown.set(text, cutAround(text, others, columns));
    }
  }
  for (const group of alike()) for (const text of group) shown.set(text, text);
  return texts.map((text) => shown.get(text)!);
}

/** Shortens text in the middle, because beginnings and ends distinguish names. */
export function fitText(text: string, columns: number): string {
  const characters = [...text];
  if (characters.length <= columns) return text;
  const tail = Math.floor((columns - 1) / 2);
  return `${characters.slice(0, columns - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
