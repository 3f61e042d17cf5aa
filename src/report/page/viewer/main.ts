/** The script of the report's page. It asks the network for nothing, and the page can be read without it. */
import { baselineText } from '../../baseline.ts';
import { DATA_ID, type PageData } from '../page-data.ts';
import { ClashTable } from './clash-table.ts';
import { Details } from './details.ts';
import { byId, element } from './dom.ts';
import { Stage } from './stage.ts';

const data: PageData = JSON.parse(byId(DATA_ID).textContent ?? '{}');
document.documentElement.classList.add('live');

/** The baseline with what has been decided on this page. */
function decidedBaseline(): string {
  const decisions = new Map(data.report.clashes?.map(({ id, decision }) => [id, decision]));
  const clashes = data.baseline!.clashes.map((entry) => ({
    ...entry,
    decision: decisions.get(entry.id) ?? entry.decision,
  }));
  return baselineText({ ...data.baseline!, clashes });
}

function save(): void {
  const url = URL.createObjectURL(new Blob([decidedBaseline()], { type: 'application/json' }));
  element('a', { href: url, download: 'accepted.json' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  byId('unsaved').hidden = true;
}

function chooseTheme(): void {
  const isDark = getComputedStyle(document.documentElement).colorScheme.trim() === 'dark';
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
}

function start(): void {
  byId('theme').addEventListener('click', chooseTheme);
  byId('print').addEventListener('click', () => print());
  if (data.rows.length === 0) return;
  const stage = new Stage();
  const table = new ClashTable(data, (index) => choose(index, true));
  const details = new Details(data, (object) => table.labelOf(object), decided);
  function decided(row: number): void {
    table.renew(row);
    byId('unsaved').hidden = false;
  }
  function choose(index: number, opens: boolean): void {
    table.mark(index, { stays: !opens });
    details.show(index);
    const shown = table.shown();
    byId('position').textContent = `${shown.indexOf(index) + 1} of ${shown.length}`;
    if (opens) document.documentElement.classList.add('opened');
    void stage.show(index, data.rows[index]);
  }
  byId('save').addEventListener('click', save);
  byId('back').addEventListener('click', () => {
    document.documentElement.classList.remove('opened');
    document.querySelector<HTMLElement>('tr[aria-current] button')?.focus();
  });
  byId('next').addEventListener('click', () => table.step(1));
  byId('previous').addEventListener('click', () => table.step(-1));
  document.addEventListener('keydown', (event) => {
    const typing = (event.target as Element).closest('input, textarea, select');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j' || event.key === 'n') table.step(1);
    else if (event.key === 'k' || event.key === 'p') table.step(-1);
    else if (event.key === 's') void stage.toggleSection();
    else if (event.key === 'Escape') byId('back').click();
  });
  choose(table.shown()[0] ?? 0, false);
}

start();
