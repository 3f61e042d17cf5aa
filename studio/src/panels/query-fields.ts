/** The options of each query as form fields. */
import { element } from '../dom.ts';
import type { ObjectInfo } from '../protocol.ts';
import type { Query, QueryKind } from '../query.ts';

type Change = (change: Partial<Query>) => void;
type Values = Readonly<Record<string, unknown>>;
/** Creates a field that shows the query's values and reports changes. */
type Field = (values: Values, change: Change, objects: readonly ObjectInfo[]) => HTMLElement;

export const QUERY_TITLES: Readonly<Record<QueryKind, string>> = {
  clashes: 'Clashes',
  collide: 'Collide',
  within: 'Within',
  volume: 'Volume',
  inside: 'Inside',
  voxels: 'Voxels',
  cull: 'Cull',
  impacts: 'Impacts',
};

/** The most objects offered in a list. */
const OBJECTS_OFFERED = 500;

/** A check box; `name` is the option. */
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

/** One of a few words. */
function word(name: string, text: string, words: Readonly<Record<string, string>>): Field {
  return (values, change) => {
    const options = Object.entries(words).map(([value, title]) => element('option', { value, textContent: title }));
    const select = element('select', { name }, ...options);
    select.value = String(values[name]);
    select.addEventListener('change', () => change({ [name]: select.value } as Partial<Query>));
    return labelled(text, select);
  };
}

/** A number above 0, or empty for automatic. */
function amount(name: string, text: string, placeholder: string): Field {
  return (values, change) => {
    const value = Number(values[name]) > 0 ? String(values[name]) : '';
    const input = element('input', { type: 'number', min: '0', step: 'any', value, placeholder, name });
    input.addEventListener('change', () => change({ [name]: Math.max(0, Number(input.value) || 0) } as Partial<Query>));
    return labelled(text, input);
  };
}

/** A length with or without a unit, as the command line takes it. */
function length(name: string, text: string, placeholder: string): Field {
  return (values, change) => {
    const input = element('input', { type: 'text', value: String(values[name]), placeholder, name });
    input.addEventListener('change', () => change({ [name]: input.value.trim() } as Partial<Query>));
    return labelled(text, input);
  };
}

/** One of the objects, by index; with a word for it, also none. */
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
  clashes: [
    length('tolerance', 'Tolerance', 'auto'),
    length('clearance', 'Clearance', 'none'),
    check('self', 'within'),
    check('paint', 'paint'),
  ],
  impacts: [check('between', 'between'), check('self', 'within')],
  collide: [
    check('between', 'between'),
    check('self', 'within'),
    check('penetrating', 'penetrating'),
    check('segments', 'segments'),
  ],
  within: [amount('distance', 'Distance', 'auto'), check('between', 'between'), check('self', 'within')],
  cull: [
    word('preset', 'Method', {
      reliable: 'reliable',
      cullide: 'CULLIDE',
      'self-cullide': 'self-CULLIDE',
      'quick-cullide': 'Quick-CULLIDE',
      far: 'FAR',
    }),
    choice('resolution', 'Resolution', [128, 256, 512, 1024, 2048]),
    word('generator', 'Rendered by', { layered: 'layered image', hardware: 'graphics card' }),
    check('self', 'within'),
  ],
  volume: [
    object('object', 'Object'),
    object('other', 'With'),
    choice('resolution', 'Resolution', [32, 64, 128, 256, 512]),
    word('axis', 'View along', { auto: 'shortest side', x: 'x', y: 'y', z: 'z' }),
    word('generator', 'Rendered by', {
      software: 'software',
      compute: 'WebGPU compute',
      ordered: 'depth peeling',
      unordered: 'stencil counter',
    }),
  ],
  inside: [object('object', 'Object'), choice('points', 'Points per side', [8, 16, 24, 32, 48, 64])],
  voxels: [
    object('object', 'Object'),
    object('other', 'Shared with', 'none'),
    choice('resolution', 'Resolution', [16, 32, 64, 128, 256]),
    check('solid', 'solid'),
  ],
};
