/** The report of `motion` as one HTML file that needs nothing else: what is free and what jams, pictures, and which parts can meet. */
import { version } from '../../../package.json';
import { toBase64 } from '../base64.ts';
import { escapeHtml } from '../page/escape.ts';
import { type MotionRow, pairsThatCanMeet } from './motion-rows.ts';
import { freeText, jamSentences, motionVerdict, rangeText, shownValue, unitText } from './motion-text.ts';

export interface MotionPage {
  readonly title: string;
  readonly names: readonly string[];
  readonly rows: readonly MotionRow[];
  /** By row and jam, where there is one. */
  readonly pictures: readonly (readonly (Uint8Array | undefined)[])[];
  readonly date: Date;
}

const STYLE = `:root{color-scheme:light dark;--ink:#1c2430;--paper:#fff;--line:#d5dae1;--free:#2e9e5b;--jam:#d03b3b;--open:#9aa3af}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--paper:#161a20;--line:#39414d}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:2rem 0 .3rem}svg.strip{width:100%;height:26px;display:block}
.ends{display:flex;justify-content:space-between;font-size:.85rem}.free{fill:var(--free)}.meeting{fill:var(--jam)}.open{fill:var(--open)}
ul{margin:.4rem 0;padding-left:1.2rem}figure{margin:.6rem .6rem .6rem 0;display:inline-block;width:min(30rem,100%);vertical-align:top}
figure img{width:100%;border:1px solid var(--line);border-radius:6px}figcaption{font-size:.85rem}
table{border-collapse:collapse;font-size:.85rem}td,th{border:1px solid var(--line);padding:.15rem .4rem;text-align:center}th[scope=row]{text-align:left}
td.meets{background:var(--jam);color:#fff}.key span{display:inline-block;width:.9em;height:.9em;border-radius:2px;margin:0 .3em 0 1em;vertical-align:-.1em}`;

/** Parts for which a matrix is drawn, at most; beyond, the pairs are listed. */
const MATRIX_MOST = 40;
const WIDTH = 1000;

/** What all pairs together are at each place: a jam hides what is open, and that what is free. */
function stripHtml(row: MotionRow): string {
  const span = row.to - row.from || 1;
  const x = (value: number) => (WIDTH * (value - row.from)) / span;
  const rects = (['open', 'meeting'] as const).flatMap((state) =>
    row.pairs.flatMap(({ intervals }) =>
      intervals
        .filter((interval) => interval.state === state)
        .map(({ from, to }) => {
          const width = Math.max(2, x(to) - x(from));
          return `<rect class="${state}" x="${Math.min(x(from), WIDTH - width).toFixed(2)}" width="${width.toFixed(2)}" height="26"/>`;
        }),
    ),
  );
  return `<svg class="strip" viewBox="0 0 ${WIDTH} 26" preserveAspectRatio="none" role="img" aria-label="free: ${escapeHtml(freeText(row))}"><rect class="free" width="${WIDTH}" height="26" rx="3"/>${rects.join('')}</svg>
<div class="ends"><span>${shownValue(row.from)}${escapeHtml(unitText(row))}</span><span>${shownValue(row.to)}${escapeHtml(unitText(row))}</span></div>`;
}

function rowHtml({ names, pictures }: MotionPage, row: MotionRow, index: number): string {
  const said = jamSentences(row, names).map((sentence) => `<li>${escapeHtml(sentence)}</li>`);
  const figures = row.jams.map(({ a, b, witness }, i) => {
    const png = pictures[index]?.[i];
    const caption = escapeHtml(`${names[a]} and ${names[b]} at ${shownValue(witness)}${unitText(row)}`);
    return png
      ? `<figure><img src="data:image/png;base64,${toBase64(png)}" alt="${caption}"><figcaption>${caption}</figcaption></figure>`
      : '';
  });
  return `<h2>${escapeHtml(row.name)} <small>(${row.kind}, ${escapeHtml(rangeText(row))})</small></h2>
${stripHtml(row)}
<p>Proven free: ${escapeHtml(freeText(row))}. ${row.pairs.length} pairs of parts, ${row.evaluations} evaluations.</p>
${said.length > 0 ? `<ul>${said.join('')}</ul>` : ''}${figures.join('')}`;
}

function matrixHtml({ names, rows }: MotionPage): string {
  const met = pairsThatCanMeet(rows);
  if (met.length === 0) return '<p>No two parts can meet.</p>';
  if (names.length > MATRIX_MOST)
    return `<ul>${met.map(({ a, b }) => `<li>${escapeHtml(`${names[a]} and ${names[b]}`)}</li>`).join('')}</ul>`;
  const keys = new Set(met.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  const body = names.map((name, a) => {
    const cells = names.map((_, b) =>
      keys.has(`${a} ${b}`) ? '<td class="meets">meets</td>' : `<td>${a === b ? '' : '·'}</td>`,
    );
    return `<tr><th scope="row">${a} ${escapeHtml(name)}</th>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr><th></th>${names.map((_, i) => `<th scope="col">${i}</th>`).join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

export async function motionPage(page: MotionPage): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE));
  const policy = `default-src 'none'; style-src 'sha256-${toBase64(new Uint8Array(digest))}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(page.title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(page.title)}</h1><p><b>${escapeHtml(motionVerdict(page.rows))}</b> Made on ${page.date.toISOString().slice(0, 10)} by collidescope ${escapeHtml(version)}.</p>
<p class="key"><svg width="14" height="14"><rect class="free" width="14" height="14"/></svg> proven free <svg width="14" height="14"><rect class="meeting" width="14" height="14"/></svg> jam <svg width="14" height="14"><rect class="open" width="14" height="14"/></svg> open: neither proven nor met</p>
${page.rows.map((row, i) => rowHtml(page, row, i)).join('\n')}
<h2>Which parts can meet</h2><p>In one of these motions, or not proven never to.</p>${matrixHtml(page)}
</body></html>
`;
}
