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
