/** The objects as a tree: by file, storey, class or discipline. Branches fold; what is hidden can be shown again. */
import { byId, cutName, element, grouped } from '../dom.ts';
import type { ObjectInfo } from '../protocol.ts';
import { rowAfter, VirtualRows } from './virtual-rows.ts';

export type TreeBy = 'file' | 'storey' | 'class' | 'discipline';

export interface TreeListeners {
  readonly onChoose: (key: number) => void;
  readonly onShow: (keys: readonly number[], visible: boolean) => void;
}

/** As in style/panels.css. */
const ROW_PIXELS = 24;
const NOT_SAID: Readonly<Record<TreeBy, string>> = {
  file: 'no file',
  storey: 'no storey',
  class: 'no class',
  discipline: 'no discipline',
};

interface Branch {
  readonly title: string;
  readonly objects: readonly ObjectInfo[];
}

type Row = { readonly branch: Branch } | { readonly object: ObjectInfo };

export class ObjectTree {
  readonly #listeners: TreeListeners;
  readonly #box = byId('objects');
  readonly #by = byId<HTMLSelectElement>('tree-by');
  readonly #rows: VirtualRows<Row>;
  readonly #open = new Set<string>();
  #objects: readonly ObjectInfo[] = [];
  #isHidden: (key: number) => boolean = () => false;
  #selected: number | undefined;

  constructor(listeners: TreeListeners) {
    this.#listeners = listeners;
    this.#rows = new VirtualRows<Row>(this.#box, {
      height: ROW_PIXELS,
      make: (row) => ('branch' in row ? this.#branch(row.branch) : this.#leaf(row.object)),
    });
    this.#by.addEventListener('change', () => this.#draw());
    this.#box.addEventListener('click', (event) => this.#click(event));
    this.#box.addEventListener('keydown', (event) => this.#press(event));
  }

  get #treeBy(): TreeBy {
    return this.#by.value as TreeBy;
  }

  /** Other objects are open. A file with few objects is unfolded, and only what files say can be arranged by. */
  show(objects: readonly ObjectInfo[]): void {
    this.#objects = objects;
    byId('object-count').textContent = grouped(objects.length);
    for (const option of this.#by.options) {
      const by = option.value as TreeBy;
      option.disabled = by !== 'file' && !objects.some((object) => object[by] !== undefined);
    }
    if (this.#by.selectedOptions[0]?.disabled) this.#by.value = 'file';
    this.#draw();
  }

  /** Which objects are hidden, and which is selected. */
  mark(isHidden: (key: number) => boolean, selected: number | undefined): void {
    this.#isHidden = isHidden;
    this.#selected = selected;
    this.#rows.redraw();
  }

  #branches(): Branch[] {
    const by = this.#treeBy;
    const groups = new Map<string, ObjectInfo[]>();
    for (const object of this.#objects) {
      const title = object[by] ?? NOT_SAID[by];
      const group = groups.get(title);
      if (group) group.push(object);
      else groups.set(title, [object]);
    }
    const branches = [...groups].map(([title, objects]) => ({ title, objects }));
    if (by === 'file') return branches;
    return branches.sort((p, q) => p.title.localeCompare(q.title, 'en', { numeric: true }));
  }

  #isOpen({ title }: Branch, count: number): boolean {
    return (count === 1) !== this.#open.has(`${this.#treeBy} ${title}`);
  }

  #draw(): void {
    const branches = this.#branches();
    const rows = branches.flatMap((branch): Row[] => [
      { branch },
      ...(this.#isOpen(branch, branches.length) ? branch.objects.map((object): Row => ({ object })) : []),
    ]);
    this.#rows.show(rows);
  }

  #toggle({ title }: Branch): void {
    const key = `${this.#treeBy} ${title}`;
    if (!this.#open.delete(key)) this.#open.add(key);
    this.#draw();
  }

  #click(event: MouseEvent): void {
    const index = this.#rows.indexOf(event.target);
    if (index === undefined) return;
    this.#rows.active = index;
    this.#use(this.#rows.rows[index], (event.target as HTMLElement).closest('.eye') !== null);
  }

  #use(row: Row, eye: boolean): void {
    if (eye) {
      const keys = ('branch' in row ? row.branch.objects : [row.object]).map(({ key }) => key);
      this.#listeners.onShow(
        keys,
        keys.every((key) => this.#isHidden(key)),
      );
    } else if ('branch' in row) this.#toggle(row.branch);
    else this.#listeners.onChoose(row.object.key);
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.#rows.rows[this.#rows.active];
    const to = rowAfter(event.key, this.#rows.active, this.#rows.rows.length, this.#rows.page);
    if (to !== undefined) this.#rows.active = to;
    else if (row && (event.key === 'Enter' || event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      if (event.key === 'Enter' || 'branch' in row) this.#use(row, false);
    } else if (row && event.key === ' ') this.#use(row, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #eye(isHidden: boolean): HTMLElement {
    const title = isHidden ? 'Show' : 'Hide';
    return element('span', { className: 'eye', title, ariaLabel: title, textContent: isHidden ? '○' : '●' });
  }

  #branch(branch: Branch): HTMLElement {
    const isHidden = branch.objects.every(({ key }) => this.#isHidden(key));
    const isOpen = this.#isOpen(branch, this.#branches().length);
    const row = element(
      'div',
      { className: `line branch${isHidden ? ' hidden-object' : ''}`, role: 'treeitem', title: branch.title },
      element('span', { className: 'fold', textContent: isOpen ? '▾' : '▸' }),
      element('span', { className: 'title' }, cutName(branch.title)),
      element('span', { className: 'number', textContent: grouped(branch.objects.length) }),
      this.#eye(isHidden),
    );
    row.setAttribute('aria-expanded', String(isOpen));
    row.setAttribute('aria-level', '1');
    return row;
  }

  #leaf({ key, name, file, class: ownClass, storey, triangles }: ObjectInfo): HTMLElement {
    const isHidden = this.#isHidden(key);
    const count = `${grouped(triangles)} triangles`;
    const title = [name, ownClass, storey, file, count].filter(Boolean).join('\n');
    const row = element(
      'div',
      { className: `line leaf${isHidden ? ' hidden-object' : ''}`, role: 'treeitem', title },
      element('span', { className: 'title' }, cutName(name)),
      this.#eye(isHidden),
    );
    Object.assign(row.dataset, { key, triangles });
    row.setAttribute('aria-level', '2');
    if (key === this.#selected) row.setAttribute('aria-current', 'true');
    return row;
  }
}
