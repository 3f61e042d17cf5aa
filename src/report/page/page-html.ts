/** The report's page as HTML: everything that is text. What moves is in `viewer/`. */
import { CLASH_KINDS } from '../../queries/clashes/clashes.ts';
import { DECISIONS } from '../baseline.ts';
import type { ReportClash } from '../clash-list.ts';
import { whereText } from '../clash-place.ts';
import { elementFacts, elementName } from '../elements.ts';
import type { Report } from '../report.ts';
import { animationSentence, noteSentences, timeSentence, verdict } from '../sentences.ts';
import { counted, fileName, fitApart, grouped } from '../text.ts';
import { escapeHtml } from './escape.ts';
import { badgeHtml, byDesignHtml, summaryHtml } from './overview-html.ts';
import { type PageRow, pictureId } from './page-data.ts';

export interface PageParts {
  readonly title: string;
  readonly report: Report;
  readonly rows: readonly PageRow[];
  readonly findings: readonly ReportClash[];
  /** Data URIs by row; none where there is no picture. */
  readonly pictures: readonly (string | undefined)[];
  readonly overview: string | undefined;
  readonly date: Date;
}

const labelOf = ({ objects }: Report, object: number) => elementName(objects[object]);

/** Names are cut in lists; whole ones are in the details and in what a pointer over them shows. */
const NAME_MOST = 60;
const TITLE_MOST = 2000;

function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

function nameCell(report: Report, place: 'a' | 'b', object: number, shown: readonly string[]): string {
  const told = report.objects[object];
  const facts = elementFacts(told).join(', ');
  const title = escapeHtml(shortened(facts ? `${elementName(told)}, ${facts}` : elementName(told), TITLE_MOST));
  const model = report.models && report.models.length > 1 && report.models.find(({ file }) => file === told.file);
  const badge = model ? badgeHtml({ ...model, ...(told.discipline && { discipline: told.discipline }) }) : '';
  const below =
    told.class === undefined ? '' : `<small>${badge}${escapeHtml(shortened(told.class, NAME_MOST))}</small>`;
  return `<td class="${place}" title="${title}"><span class="name" dir="auto"><span class="dot ${place === 'a' ? 'first' : 'second'}"></span>${escapeHtml(shown[object])}</span>${below || (badge && `<small>${badge}</small>`)}</td>`;
}

function tableRow(parts: PageParts, row: PageRow, index: number, shown: readonly string[]): string {
  const { report, findings } = parts;
  const { status, decision } = findings[index];
  const state = decision?.state ?? 'open';
  const where = escapeHtml(shortened(whereText(report, findings[index]), NAME_MOST));
  // Beside the details only a few columns fit: kind and place are shown below others there.
  return (
    `<tr data-row="${index}"><td class="id"><button type="button">${escapeHtml(row.id)}</button><small class="beside">${where}</small></td>` +
    `<td class="kindcell"><span class="kind">${escapeHtml(row.kind)}</span></td>` +
    `${nameCell(report, 'a', row.a, shown)}${row.a === row.b ? '<td class="b"></td>' : nameCell(report, 'b', row.b, shown)}` +
    (hasPlaces(parts) ? `<td class="where">${where}</td>` : '') +
    `<td class="measure">${escapeHtml(row.measure.replace(/ deep$/, ''))}<small class="beside">${escapeHtml(row.kind)}</small></td>` +
    `<td class="state">${escapeHtml(state)}${status === 'new' ? ' · new' : ''}</td></tr>`
  );
}

function head(order: string, title: string, style = ''): string {
  return `<th scope="col" class="${style}" data-order="${order}" aria-sort="${order === 'worst' ? 'ascending' : 'none'}"><button type="button" data-order="${order}">${title}</button></th>`;
}

/** Whether storeys or grid lines are known. */
function hasPlaces({ report, findings }: PageParts): boolean {
  return findings.length > 0 && report.objects.some(({ storey }) => storey !== undefined);
}

function tableHtml(parts: PageParts): string {
  // Cut so that names that differ still do.
  const names = parts.report.objects.map(elementName);
  const listed = [...new Set(parts.rows.flatMap(({ a, b }) => [a, b]))];
  const shown = [...names];
  for (const [i, text] of fitApart(
    listed.map((object) => names[object]),
    NAME_MOST,
  ).entries()) {
    shown[listed[i]] = text;
  }
  const rows = parts.rows.map((row, i) => tableRow(parts, row, i, shown)).join('\n');
  return (
    `<table id="clashes"><thead><tr>${head('worst', 'Id', 'id')}${head('kind', 'Kind', 'kindhead')}` +
    `${head('a', 'First')}${head('b', 'Second')}${hasPlaces(parts) ? head('where', 'Where', 'wherehead') : ''}${head('depth', 'Depth', 'measure')}${head('state', 'Decision', 'narrow')}` +
    `</tr></thead><tbody>${rows}</tbody></table>`
  );
}

function countsHtml({ findings }: PageParts): string {
  const counts = CLASH_KINDS.map((kind) => [kind, findings.filter((found) => found.kind === kind).length] as const);
  const fresh = findings.filter(({ status }) => status === 'new').length;
  const listed = [...counts, ['new', fresh] as const].filter(([, count]) => count > 0);
  const items = listed.map(([kind, count]) => `<li><b>${grouped(count)}</b> ${kind}</li>`);
  return items.length > 0 ? `<ul class="counts">${items.join('')}</ul>` : '';
}

/** Marks of more than these would hide the picture. */
const PINS_MOST = 200;

function overviewHtml({ overview, rows }: PageParts): string {
  if (overview === undefined) return '';
  const places = rows.slice(0, PINS_MOST).flatMap(({ place }) => place ?? []);
  const pins: string[] = [];
  for (let i = 0; i < places.length; i += 2) {
    pins.push(`<circle cx="${(480 * places[i]).toFixed(1)}" cy="${(330 * places[i + 1]).toFixed(1)}" r="4"/>`);
  }
  return `<figure class="overview"><img id="overview" src="${overview}" alt="The whole model"><svg viewBox="0 0 480 330" aria-hidden="true">${pins.reverse().join('')}</svg></figure>`;
}

function projectHtml({ models = [] }: Report): string {
  const projects = [...new Set(models.flatMap(({ project }) => project ?? []))];
  return projects.length > 0 ? `<p class="say project">${escapeHtml(shortened(projects.join(', '), 400))}</p>` : '';
}

function topHtml(parts: PageParts): string {
  const { report, title, date } = parts;
  const animations = (report.animations ?? []).map((animation) => animationSentence(animation, report.objects));
  const said = [...noteSentences(report), ...animations, timeSentence(report)];
  const triangles = report.objects.reduce((sum, object) => sum + object.triangles, 0);
  const size = `${counted(report.objects.length, 'object')}, ${counted(triangles, 'triangle')}`;
  return `<header class="top"><div><h1>${escapeHtml(shortened(title, 400))}</h1>
${projectHtml(report)}<p class="say verdict">${escapeHtml(shortened(verdict(report), 1000))}</p>${countsHtml(parts)}
<p class="say">${size}. Made on ${date.toISOString().slice(0, 10)} by collidescope ${escapeHtml(report.version)}.</p>
<details class="say"><summary>More about this run</summary>${said.map((sentence) => escapeHtml(shortened(sentence, 1000))).join('<br>')}</details>
<div class="tools"><button type="button" id="theme">Light or dark</button><button type="button" id="print">Print</button></div></div>
${overviewHtml(parts)}</header>`;
}

const option = (value: string, text = value) => `<option value="${value}">${text}</option>`;

function filtersHtml({ findings }: PageParts): string {
  const kinds = CLASH_KINDS.filter((kind) => findings.some((found) => found.kind === kind));
  const statuses = findings.some(({ status }) => status) ? ['new', 'known'] : [];
  return `<div class="filters"><input id="search" type="search" placeholder="Search: beam, IfcBeam, Level 1" aria-label="Search names, classes, storeys and ids">
<select id="kind" aria-label="Kind">${option('', 'All kinds')}${kinds.map((kind) => option(kind)).join('')}</select>
<select id="state" aria-label="Decision">${option('', 'All decisions')}${[...DECISIONS, ...statuses].map((state) => option(state)).join('')}</select>
<output id="shown-count"></output></div>`;
}

function detailHtml({ overview }: PageParts): string {
  const where = overview
    ? `<figure class="where"><img id="where" alt="The whole model, with the place of this clash"><span id="pin" hidden></span></figure>`
    : '<span id="pin" hidden></span>';
  return `<section class="detail" aria-label="The chosen clash"><nav><button type="button" id="back">Back</button>
<button type="button" id="previous" title="Key: k">Previous</button><button type="button" id="next" title="Key: j">Next</button><output id="position"></output></nav>
<div class="title"><h2 id="clash-title"></h2><code id="clash-id"></code></div>
<ul class="parts"><li><span class="dot first"></span><div><span id="first-name"></span> <small id="first-file"></small></div></li>
<li id="second"><span class="dot second"></span><div><span id="second-name"></span> <small id="second-file"></small></div></li></ul>
<div class="stage" id="stage"><img id="picture" alt="" hidden><div id="measure-label" hidden><span></span></div><div id="stage-message" role="status" hidden></div></div>
<div class="controls"><button type="button" id="turn">Turn it</button><button type="button" id="section" aria-pressed="false" title="Key: s">Section</button>
<input type="range" id="section-place" min="0" max="1000" disabled aria-label="Where the section is">
<button type="button" id="through" aria-pressed="false">See through</button><button type="button" id="context" aria-pressed="true">Surroundings</button>
<button type="button" id="reset">Reset</button></div>
<p class="hint">Drag to turn, with Shift or two fingers to move, wheel or pinch to zoom. The red line is where the surfaces meet; in a section, what both claim is hatched.</p>
<div class="below"><dl id="facts"></dl>${where}
<div id="decide" hidden><h3>Decision</h3><div class="row"><label>State <select id="decision"></select></label></div>
<label>Comment <textarea id="comment" maxlength="10000"></textarea></label>
<div class="row"><button type="button" id="save">Save decisions as a baseline</button><span id="unsaved" hidden>There are decisions that are not saved.</span></div>
<p class="hint">Saves a file for <code>--baseline</code>. This page itself stays as it is.</p></div></div></section>`;
}

function objectsHtml({ report }: PageParts): string {
  const rows = report.objects.map(
    ({ file, vertices, triangles, degenerate }, i) =>
      `<tr><td>${i}</td><td title="${escapeHtml(shortened(labelOf(report, i), TITLE_MOST))}">${escapeHtml(shortened(labelOf(report, i), NAME_MOST))}</td>` +
      `<td title="${escapeHtml(shortened(fileName(file), TITLE_MOST))}">${escapeHtml(shortened(fileName(file), NAME_MOST))}</td><td>${grouped(triangles)}</td><td>${grouped(vertices)}</td><td>${grouped(degenerate)}</td></tr>`,
  );
  return `<details class="more"><summary>Objects (${grouped(report.objects.length)})</summary><table><thead><tr><th class="narrow">Number</th><th>Name</th><th>File</th><th class="narrow">Triangles</th><th class="narrow">Vertices</th><th class="narrow">Degenerate</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></details>`;
}

function tracksHtml({ report }: PageParts): string {
  const tracks = report.animations?.flatMap((animation) => animation.tracks ?? []) ?? [];
  if (tracks.length === 0) return '';
  const rows = tracks.map(
    ({ id, a, b, first, worst, last, frames }) =>
      `<tr><td>${escapeHtml(id)}</td><td>${escapeHtml(worst.kind)}</td><td>${escapeHtml(shortened(labelOf(report, a), NAME_MOST))}</td><td>${escapeHtml(shortened(labelOf(report, b), NAME_MOST))}</td>` +
      `<td>${first.frame}</td><td>${worst.frame}</td><td>${last.frame}</td><td>${frames}</td></tr>`,
  );
  return `<details class="more"><summary>Clashes over the frames (${grouped(tracks.length)})</summary><table><thead><tr><th class="id">Id</th><th class="narrow">Kind</th><th>First</th><th>Second</th><th class="narrow">From</th><th class="narrow">Worst</th><th class="narrow">To</th><th class="narrow">Frames</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></details>`;
}

/** Pictures with captions: what is printed, and what is seen where scripts do not run. */
function cardsHtml({ rows, pictures, report }: PageParts): string {
  const cards = rows.map((row, i) => {
    const picture = pictures[i];
    if (!picture) return '';
    const names = [row.a, ...(row.a === row.b ? [] : [row.b])].map((object) =>
      shortened(labelOf(report, object), NAME_MOST),
    );
    const caption = `${row.kind}${row.measure ? `, ${row.measure}` : ''}`;
    const alt = escapeHtml(`${names.join(' and ')}: ${caption}`);
    return `<figure><img id="${pictureId(i)}" decoding="async" src="${picture}" alt="${alt}"><figcaption><b>${escapeHtml(row.id)} · ${escapeHtml(caption)}</b><span><span class="dot first"></span>${escapeHtml(names[0])}</span>${names[1] === undefined ? '' : `<span><span class="dot second"></span>${escapeHtml(names[1])}</span>`}</figcaption></figure>`;
  });
  return `<section class="cards" aria-label="Pictures">${cards.join('\n')}</section>`;
}

export function bodyHtml(parts: PageParts): string {
  const list =
    parts.rows.length > 0
      ? `<section class="list" aria-label="Clashes">${filtersHtml(parts)}${tableHtml(parts)}</section>${detailHtml(parts)}`
      : '<section class="list"><p>Nothing was found.</p></section>';
  return `${topHtml(parts)}\n${summaryHtml(parts.report, parts.report.clashes ?? [])}<main>${list}</main>\n${byDesignHtml(parts.report, parts.report.clashes ?? [])}${tracksHtml(parts)}${objectsHtml(parts)}\n${cardsHtml(parts)}`;
}
