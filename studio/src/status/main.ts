/** The page of a plan: asks the server every second how far it is, until all is done. */
import { type PlanStatus, statusSentence } from '../../../src/report/plan-status.ts';
import { counted, duration, grouped } from '../../../src/report/text.ts';
import { byId, element } from '../dom.ts';
import './status.css';

const MILLISECONDS = 1000;

function showList(id: string, lines: readonly string[]): void {
  byId(`${id}-section`).hidden = lines.length === 0;
  byId(id).replaceChildren(...lines.map((text) => element('li', { textContent: text })));
}

function showStages({ stages }: PlanStatus): void {
  const rows = stages.map(({ stage, total, done, milliseconds }) => {
    const pace = milliseconds === null ? '' : `, ${duration(milliseconds)} each`;
    const bar = element('progress', { max: total, value: done, ariaLabel: stage });
    const text = element('span', { className: 'pace', textContent: `${grouped(done)} of ${grouped(total)}${pace}` });
    return element('div', { className: 'stage' }, element('span', { textContent: stage }), bar, text);
  });
  byId('stages').replaceChildren(...rows);
}

function show(status: PlanStatus): void {
  document.title = `${Math.floor((100 * status.done) / Math.max(1, status.shards))} % — ${status.plan}`;
  byId('title').textContent = `${status.command}: ${status.plan}`;
  byId('sentence').textContent = statusSentence(status);
  showStages(status);
  const memory = `A worker had at most ${grouped(Math.round(status.bytes / 2 ** 20))} MiB.`;
  const found = `${grouped(status.triangles)} triangles searched, ${counted(status.pairs, 'pair')} found.`;
  byId('cost').textContent = status.done > 0 ? `${memory} ${found}` : '';
  showList(
    'failed',
    status.failed.map(({ shard, message }) => `shard ${shard}: ${message}`),
  );
  showList(
    'running',
    status.running.map(
      ({ shard, host, pid, milliseconds }) => `shard ${shard} on ${host} (process ${pid}), ${duration(milliseconds)}`,
    ),
  );
  showList(
    'worst',
    status.worst.map(({ text }) => text),
  );
}

async function look(): Promise<void> {
  try {
    const response = await fetch('./status.json');
    if (!response.ok) throw new Error('no plan is watched here; start it with: collidescope studio --plan <plan>');
    const status = (await response.json()) as PlanStatus;
    show(status);
    if (status.done === status.shards) return;
  } catch (error) {
    byId('sentence').textContent = `Nothing can be said: ${(error as Error).message}`;
  }
  setTimeout(look, MILLISECONDS);
}

void look();
