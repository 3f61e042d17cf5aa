/** The first page of a report that goes to a client: project, models with their dates, storeys, and which trades clash with which. */
import type { ReportClash } from '../clash-list.ts';
import { elementName } from '../elements.ts';
import { groupBy } from '../group-by.ts';
import { standingOf } from '../listed.ts';
import type { Report, ReportModel } from '../report.ts';
import { countsByStorey, disciplineMatrix } from '../summary.ts';
import { fileName, grouped } from '../text.ts';
import { escapeHtml } from './escape.ts';

const NAME_MOST = 200;
const cut = (text: string) => escapeHtml([...text].slice(0, NAME_MOST).join(''));

export function badgeHtml({ badge, discipline = 'other' }: Pick<ReportModel, 'badge' | 'discipline'>): string {
  return `<span class="badge d-${discipline}">${cut(badge)}</span>`;
}

/** Only of files that say something about themselves. */
function modelsHtml({ models = [] }: Report): string {
  if (!models.some(({ project, date, discipline }) => project ?? date ?? discipline)) return '';
  const rows = models.map(
    (model) =>
      `<tr><td>${badgeHtml(model)}</td><td>${cut(fileName(model.file))}</td><td>${cut(model.discipline ?? '')}</td>` +
      `<td>${cut((model.date ?? '').slice(0, 10))}</td><td class="number">${grouped(model.objects)}</td></tr>`,
  );
  return `<section><h2>Models</h2><table class="plain"><thead><tr><th></th><th>File</th><th>Discipline</th><th>Date</th><th class="number">Elements</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function storeysHtml(report: Report, open: readonly ReportClash[]): string {
  const counts = countsByStorey(report, open);
  if (counts.length === 0) return '';
  const most = Math.max(...counts.map(({ count }) => count));
  const rows = counts
    .toReversed()
    .map(
      ({ storey, count }) =>
        `<tr><td>${cut(storey)}</td><td class="number">${grouped(count)}</td><td><meter min="0" max="${most}" value="${count}"></meter></td></tr>`,
    );
  return `<section><h2>Clashes by storey</h2><table class="plain"><tbody>${rows.join('')}</tbody></table></section>`;
}

function matrixHtml(report: Report, open: readonly ReportClash[]): string {
  const matrix = disciplineMatrix(report, open);
  if (!matrix || matrix.disciplines.length < 2) return '';
  const { disciplines, counts } = matrix;
  const head = disciplines.map((name) => `<th scope="col" class="number">${name}</th>`).join('');
  const rows = disciplines.map((name, i) => {
    const cells = disciplines.map((_, j) =>
      j > i ? '<td></td>' : `<td class="number">${counts[i][j] === 0 ? '–' : grouped(counts[i][j])}</td>`,
    );
    return `<tr><th scope="row"><span class="badge d-${name}">${name}</span></th>${cells.join('')}</tr>`;
  });
  return `<section><h2>Clashes by discipline</h2><table class="plain matrix"><thead><tr><th></th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

/** Empty for files that are no buildings. */
export function summaryHtml(report: Report, clashes: readonly ReportClash[]): string {
  const open = clashes.filter((clash) => standingOf(clash) === 'open');
  const sections = [modelsHtml(report), matrixHtml(report, open), storeysHtml(report, open)].filter(Boolean);
  return sections.length > 0 ? `<div class="summary">${sections.join('')}</div>` : '';
}

const LISTED_MOST = 2000;

/** What is meant to be, by reason; without pictures. */
export function byDesignHtml({ objects }: Report, clashes: readonly ReportClash[]): string {
  const meant = clashes.filter(({ byDesign }) => byDesign !== undefined);
  if (meant.length === 0) return '';
  const reasons = [...groupBy(meant, ({ byDesign }) => byDesign!)].sort(([, p], [, q]) => q.length - p.length);
  const groups = reasons.map(([reason, own]) => {
    const rows = own
      .slice(0, LISTED_MOST)
      .map(
        ({ id, a, b }) =>
          `<tr><td>${escapeHtml(id)}</td><td>${cut(elementName(objects[a]))}</td><td>${cut(elementName(objects[b]))}</td></tr>`,
      );
    return `<h3>${cut(reason)} (${grouped(own.length)})</h3><table><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<details class="more"><summary>By design (${grouped(meant.length)})</summary>${groups.join('')}</details>`;
}
