/** Search settings: the options of `collidescope clash`, written as on the command line. */
import { unitSymbol } from '../../../src/report/units.ts';
import { byId, element } from '../dom.ts';
import { type Lengths, SHOWN_UNITS } from '../lengths.ts';
import type { ClashesQuery, GivenText } from '../query.ts';

export interface SettingsListeners {
  readonly onChange: (change: Partial<ClashesQuery>) => void;
  /** Files are read again. */
  readonly onDeflection: (deflection: string) => void;
}

const RULES: readonly (readonly [value: string, title: string])[] = [
  ['auto', 'auto'],
  ['none', 'none'],
  ['building', 'building'],
  ['mechanical', 'mechanical'],
  ['file', 'from a file…'],
];

const HINTS = {
  tolerance: 'What reaches no deeper only touches, as in 5mm; left out: 1 mm for IFC, else the rounding of the files',
  clearance: 'Objects that are nearer are listed too, as in 25mm',
  unit: 'The unit of all coordinates, where files state none or a wrong one; coordinates stay as they are',
  deflection: 'How far triangles may be from curved surfaces of CAD files, as in 0.05mm or 0.1%',
  rules: 'Which pairs are tested, how strictly, and what is by design; auto: those for buildings if all files are IFC',
  ignore: 'Pairs of names, or ids of clashes, that are left out: a line each',
};

export class SettingsPanel {
  readonly #listeners: SettingsListeners;
  readonly #lengths: Lengths;
  readonly #picker = element('input', { type: 'file', hidden: true, accept: '.json,.txt,text/plain,application/json' });
  #query: ClashesQuery;
  #deflection = '';

  constructor(query: ClashesQuery, lengths: Lengths, listeners: SettingsListeners) {
    this.#query = query;
    this.#lengths = lengths;
    this.#listeners = listeners;
    this.#draw();
  }

  set query(query: ClashesQuery) {
    this.#query = query;
    this.#draw();
  }

  #change(change: Partial<ClashesQuery>): void {
    this.#query = { ...this.#query, ...change };
    this.#listeners.onChange(change);
    this.#draw();
  }

  /** Reads a file that is picked. */
  #pick(use: (given: GivenText) => void, onNone: () => void): void {
    this.#picker.onchange = async () => {
      const [file] = this.#picker.files ?? [];
      this.#picker.value = '';
      if (file) use({ name: file.name, text: await file.text() });
    };
    this.#picker.oncancel = () => onNone();
    this.#picker.click();
  }

  #length(name: 'tolerance' | 'clearance', title: string, placeholder: string): HTMLElement {
    const input = element('input', { type: 'text', name, value: this.#query[name], placeholder });
    input.addEventListener('change', () => this.#change({ [name]: this.#lengths.typed(input.value) }));
    return element('label', { className: 'field', title: HINTS[name] }, title, input);
  }

  #unit(): HTMLElement {
    const options = [['', 'as files say'], ...SHOWN_UNITS.map((unit) => [unit, unitSymbol(unit)])];
    const select = element(
      'select',
      { name: 'unit' },
      ...options.map(([value, textContent]) => element('option', { value, textContent })),
    );
    select.value = this.#query.unit;
    select.addEventListener('change', () => this.#change({ unit: select.value }));
    return element('label', { className: 'field', title: HINTS.unit }, 'Coordinates', select);
  }

  #rules(): HTMLElement {
    const { rules, rulesFile } = this.#query;
    const options = RULES.map(([value, title]) =>
      element('option', { value, textContent: value === 'file' && rulesFile ? rulesFile.name : title }),
    );
    const select = element('select', { name: 'rules' }, ...options);
    select.value = rules;
    select.addEventListener('change', () => {
      if (select.value !== 'file') this.#change({ rules: select.value });
      else
        this.#pick(
          (given) => this.#change({ rules: 'file', rulesFile: given }),
          () => this.#draw(),
        );
    });
    return element('label', { className: 'field', title: HINTS.rules }, 'Rules', select);
  }

  #ignore(): HTMLElement {
    const { ignoreFile } = this.#query;
    const button = element('button', { type: 'button', textContent: ignoreFile ? ignoreFile.name : 'none' });
    button.id = 'ignore-list';
    button.title = HINTS.ignore;
    button.addEventListener('click', () => {
      if (ignoreFile) {
        const { ignoreFile: _, ...rest } = this.#query;
        this.#query = rest;
        this.#listeners.onChange({ ignoreFile: undefined } as unknown as Partial<ClashesQuery>);
        this.#draw();
      } else
        this.#pick(
          (given) => this.#change({ ignoreFile: given }),
          () => {},
        );
    });
    const title = ignoreFile ? 'Ignore list (click to drop)' : 'Ignore list';
    return element('div', { className: 'field' }, title, button);
  }

  #check(name: 'self' | 'withinFiles' | 'assemblies' | 'paint', title: string, hint: string): HTMLElement {
    const input = element('input', { type: 'checkbox', name, checked: this.#query[name] });
    input.addEventListener('change', () => this.#change({ [name]: input.checked }));
    return element('label', { className: 'check', title: hint }, input, ` ${title}`);
  }

  #fineness(): HTMLElement {
    const input = element('input', {
      type: 'text',
      name: 'deflection',
      value: this.#deflection,
      placeholder: 'as needed',
    });
    input.addEventListener('change', () => {
      this.#deflection = input.value.trim();
      this.#listeners.onDeflection(this.#deflection);
    });
    return element('label', { className: 'field', title: HINTS.deflection }, 'Deflection', input);
  }

  #draw(): void {
    byId('settings').replaceChildren(
      this.#rules(),
      this.#length('tolerance', 'Tolerance', 'auto'),
      this.#length('clearance', 'Clearance', 'none'),
      this.#fineness(),
      this.#unit(),
      this.#ignore(),
      this.#check(
        'withinFiles',
        'within files too',
        'Without rules, several IFC files are compared with each other only',
      ),
      this.#check('assemblies', 'subassemblies as one', 'Parts of one subassembly are not compared with each other'),
      this.#check('self', 'within objects', 'Also where an object meets itself'),
      this.#check('paint', 'paint triangles', 'Paints the triangles that collide'),
      this.#picker,
    );
  }
}
