/** Small helpers for the page's elements. */

/** The element with that id, which must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found as T;
}

type Properties = Readonly<Record<string, unknown>>;

/** Creates an element. Text is set as text, never as markup, because names come from files. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const grouped = (count: number) => count.toLocaleString('en-US');

/** Letters at the end of a name that are never cut, and the longest name that needs no cut. */
const NAME_END = 12;
const NAME_SHORT = 20;

/** A name that is shortened in the middle if it does not fit: names with a common beginning are distinguished by their ends. */
export function cutName(name: string): HTMLElement {
  const letters = [...name];
  if (letters.length <= NAME_SHORT) return element('span', { className: 'cut', dir: 'auto' }, name);
  const [head, end] = [letters.slice(0, -NAME_END).join(''), letters.slice(-NAME_END).join('')];
  return element(
    'span',
    { className: 'cut', dir: 'auto' },
    element('span', { className: 'head', textContent: head }),
    element('span', { className: 'end', textContent: end }),
  );
}
