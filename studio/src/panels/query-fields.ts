/** The options of each question as form fields. */
import { element } from '../dom.ts';
import type { Query } from '../query.ts';

type Change = (change: Partial<Query>) => void;
type Field<Kind extends Query['kind']> = (query: Extract<Query, { kind: Kind }>, change: Change) => HTMLElement;

export const QUERY_TITLES: Readonly<Record<Query['kind'], string>> = {
  collide: 'Collide',
};

/** A box to tick; `name` is the option. */
function check<Kind extends Query['kind']>(name: string, text: string): Field<Kind> {
  return (query, change) => {
    const value = (query as unknown as Record<string, unknown>)[name] === true;
    const input = element('input', { type: 'checkbox', checked: value, name });
    input.addEventListener('change', () => change({ [name]: input.checked } as Partial<Query>));
    return element('label', { className: 'check' }, input, ` ${text}`);
  };
}

export const FIELDS: { readonly [Kind in Query['kind']]: readonly Field<Kind>[] } = {
  collide: [
    check('between', 'between'),
    check('self', 'within one'),
    check('penetrating', 'no touching'),
    check('segments', 'segments'),
  ],
};
