/** The options of each question as form fields. */
import { element } from '../dom.ts';
import type { ObjectInfo } from '../protocol.ts';
import type { Query, QueryKind } from '../query.ts';

type Change = (change: Partial<Query>) => void;
type Values = Readonly<Record<string, unknown>>;
/** Makes a field that shows the question's values and tells of changes. */
type Field = (values: Values, change: Change, objects: readonly ObjectInfo[]) => HTMLElement;

export const QUERY_TITLES: Readonly<Record<QueryKind, string>> = {
  collide: 'Collide',
  inside: 'Inside',
  voxels: 'Voxels',
};

/** Objects that are offered in a list. */
const OBJECTS_OFFERED = 500;

/** A box to tick; `name` is the option. */
function check(name: string, text: string): Field {
  return (values, change) => {
    const input = element('input', { type: 'checkbox', checked: values[name] === true, name });
    input.addEventListener('change', () => change({ [name]: input.checked } as Partial<Query>));
    return element('label', { className: 'check' }, input, ` ${text}`);
  };
}

function labelled(text: string, input: HTMLElement): HTMLElement {
  return element('label', { className: 'field' }, text, input);
}

/** One of a few numbers. */
function choice(name: string, text: string, numbers: readonly number[]): Field {
  return (values, change) => {
    const all = [...new Set([...numbers, Number(values[name])])].sort((a, b) => a - b);
    const select = element(
      'select',
      { name },
      ...all.map((value) => element('option', { value: String(value), textContent: String(value) })),
    );
    select.value = String(values[name]);
    select.addEventListener('change', () => change({ [name]: Number(select.value) } as Partial<Query>));
    return labelled(text, select);
  };
}

/** One of the objects, by its place in the list; with a word for none, also none of them. */
function object(name: string, text: string, none?: string): Field {
  return (values, change, objects) => {
    const offered = objects.slice(0, OBJECTS_OFFERED).map(({ name: title }, place) => ({ title, place }));
    const all = none === undefined ? offered : [{ title: none, place: -1 }, ...offered];
    const select = element(
      'select',
      { name },
      ...all.map(({ title, place }) => element('option', { value: String(place), textContent: title })),
    );
    const least = none === undefined ? 0 : -1;
    select.value = String(Math.max(least, Math.min(Number(values[name]), offered.length - 1)));
    select.addEventListener('change', () => change({ [name]: Number(select.value) } as Partial<Query>));
    return labelled(text, select);
  };
}

export const FIELDS: Readonly<Record<QueryKind, readonly Field[]>> = {
  collide: [
    check('between', 'between'),
    check('self', 'within one'),
    check('penetrating', 'no touching'),
    check('segments', 'segments'),
  ],
  inside: [object('object', 'Object'), choice('points', 'Points along a side', [8, 16, 24, 32, 48, 64])],
  voxels: [
    object('object', 'Object'),
    object('other', 'Shared with', 'none'),
    choice('resolution', 'Resolution', [16, 32, 64, 128, 256]),
    check('solid', 'filled'),
  ],
};
