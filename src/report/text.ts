/** Numbers and names as people read them. */

/** What moves the cursor, colours the screen, turns the reading direction or cannot be seen at all. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const LINE_ENDS_AND_TABS = /[\n\t]/;

/** A name from a file, without what could move the cursor or colour the screen. */
export function plainText(name: string): string {
  return name.replace(CONTROL, '�');
}

/** Text of several lines, made safe in the same way. */
export function plainLines(text: string): string {
  return text.replace(CONTROL, (found) => (LINE_ENDS_AND_TABS.test(found) ? found : '�'));
}

/** A JSON document that means the same and holds no control characters: JSON itself escapes only some of them. */
export function plainJson(value: unknown): string {
  const escaped = (found: string) => (found === '\n' ? found : found.split('').map(escapedUnit).join(''));
  return `${JSON.stringify(value, null, 2).replace(CONTROL, escaped)}\n`;
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Thousands apart: 1,234,567. */
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

/** Milliseconds as reports have them: to a hundredth. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

/** A coordinate with so many significant digits, without zeros that say nothing. */
export function coordinate(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

/** Characters, counted as people see them for all but East Asian scripts. */
export function textColumns(text: string): number {
  return [...text].length;
}

/** The text, with its middle left out if it is too long: the beginning and the end tell names apart. */
export function fitText(text: string, columns: number): string {
  const characters = [...text];
  if (characters.length <= columns) return text;
  const tail = Math.floor((columns - 1) / 2);
  return `${characters.slice(0, columns - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
