/** The objects as a tree: by file, storey, class, discipline or assembly. Branches fold; what is hidden can be shown again. */
import { byId, cutName, element, grouped } from '../dom.ts';
import type { ObjectInfo } from '../protocol.ts';
import { type Branch, branchesBy, canArrange, type TreeBy } from './tree-branches.ts';
import { rowAfter, VirtualRows } from './virtual-rows.ts';

export interface TreeListeners {
  readonly onChoose: (key: number) => void;
  readonly onShow: (keys: readonly number[], visible: boolean) => void;
}

/** As in style/panels.css. */
const ROW_PIXELS = 24;
type Row = { readonly branch: Branch } | { readonly object: ObjectInfo; readonly level: number };

export class ObjectTree {
  readonly #listeners: TreeListeners;
  readonly #box = byId('objects');
  readonly #by = byId<HTMLSelectElement>('tree-by');
  readonly #rows: VirtualRows<Row>;
  readonly #open = new Set<string>();
  #objects: readonly ObjectInfo[] = [];
  #branches: readonly Branch[] = [];
  #isHidden: (key: number) => boolean = () => false;
  #selected: number | undefined;

  constructor(listeners: TreeListeners) {
    this.#listeners = listeners;
    this.#rows = new VirtualRows<Row>(this.#box, {
      height: ROW_PIXELS,
      make: (row) => ('branch' in row ? this.#branch(row.branch) : this.#leaf(row.object, row.level)),
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
      option.disabled = !canArrange(objects, option.value as TreeBy);
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

  /** A branch without siblings starts open. */
  #isOpen({ id, isOnly }: Branch): boolean {
    return isOnly !== this.#open.has(`${this.#treeBy} ${id}`);
  }

  #draw(): void {
    this.#branches = branchesBy(this.#objects, this.#treeBy);
    const open = new Set(this.#branches.filter((branch) => this.#isOpen(branch)).map(({ id }) => id));
    const rows = this.#branches
      .filter(({ above }) => above.every((id) => open.has(id)))
      .flatMap((branch): Row[] => [
        { branch },
        ...(open.has(branch.id) ? branch.own.map((object): Row => ({ object, level: branch.above.length + 2 })) : []),
      ]);
    this.#rows.show(rows);
  }

  #toggle({ id }: Branch): void {
    const key = `${this.#treeBy} ${id}`;
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
    const isOpen = this.#isOpen(branch);
    const row = element(
      'div',
      { className: `line branch${isHidden ? ' hidden-object' : ''}`, role: 'treeitem', title: branch.title },
      element('span', { className: 'fold', textContent: isOpen ? '▾' : '▸' }),
      element('span', { className: 'title' }, cutName(branch.title)),
      element('span', { className: 'number', textContent: grouped(branch.objects.length) }),
      this.#eye(isHidden),
    );
    row.setAttribute('aria-expanded', String(isOpen));
    setLevel(row, branch.above.length + 1);
    return row;
  }

  #leaf({ key, name, file, class: ownClass, storey, triangles }: ObjectInfo, level: number): HTMLElement {
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
    setLevel(row, level);
    if (key === this.#selected) row.setAttribute('aria-current', 'true');
    return row;
  }
}

/** How deep in the tree a row is, for readers and for its indent. */
function setLevel(row: HTMLElement, level: number): void {
  row.setAttribute('aria-level', String(level));
  row.style.setProperty('--level', String(level));
}
