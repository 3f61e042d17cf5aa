/**
 * The report as one HTML file that needs nothing else: no network, no server, no other file.
 *
 * Promise: names from files become text and nothing else; a policy in the page forbids every request, and every script and style
 * but its own, by their hashes. The worst hundred clashes have a picture; what surrounds a clash is kept as packed triangles, from
 * which the page draws the others when they are looked at.
 */
import { deflateSync } from 'fflate';
import { toBase64 } from '../base64.ts';
import type { ReportClash } from '../clash-list.ts';
import { measureText } from '../depth-text.ts';
import { type Evidence, findingsOf } from '../excerpt/evidence.ts';
import { writeExcerpt } from '../excerpt/excerpt-codec.ts';
import { overviewOf } from '../excerpt/overview.ts';
import { type Aspect, Portrayer } from '../excerpt/portray.ts';
import type { Report } from '../report.ts';
import { reportAsInFiles } from '../report-as-in-files.ts';
import { fileName } from '../text.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { VIEWER_CODE } from './generated/viewer-code.ts';
import { DATA_ID, geometryId, type PageData, type PageRow, type PageView } from './page-data.ts';
import { bodyHtml } from './page-html.ts';
import { PAGE_STYLE } from './page-style.ts';

export interface HtmlReportOptions {
  /** @defaultValue the names of the files */
  readonly title?: string;
  /**
   * How many of the worst clashes get a picture in the file.
   * @defaultValue 100
   */
  readonly pictures?: number;
  /** @defaultValue now */
  readonly date?: Date;
  /** What draws, where other files of the same evidence are written as well. */
  readonly portrayer?: Portrayer;
  /** Called with how much is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export const PICTURES_DEFAULT = 100;

const OVERVIEW = { width: 480, height: 330 };
/** Clashes beyond these have a row and no geometry; the page says so. */
const GEOMETRY_MOST = 2000;
/** Triangles of all excerpts together, and of one: so a thousand clashes stay below 20 MB. */
const TRIANGLES_TOTAL = 2_000_000;
const TRIANGLES_MOST = 12_000;
const TRIANGLES_LEAST = 800;

function trianglesPerClash(count: number): number {
  return Math.max(TRIANGLES_LEAST, Math.min(TRIANGLES_MOST, Math.floor(TRIANGLES_TOTAL / Math.max(1, count))));
}

const dataUri = (png: Uint8Array) => `data:image/png;base64,${toBase64(png)}`;

/** To six digits: the page needs no more to place a camera. */
const short = <Numbers extends readonly number[]>(values: Numbers) =>
  values.map((value) => Number(value.toPrecision(6))) as unknown as Numbers;

function pageView({ excerpt, view, section, sectionView, isHidden, isInside }: Aspect): PageView {
  return {
    towards: short(view.towards),
    up: view.up,
    radius: Number(view.radius.toPrecision(6)),
    section: { normal: short(section.normal), offset: Number(section.offset.toPrecision(6)) },
    sectionTowards: short(sectionView.towards),
    sectionRadius: Number(sectionView.radius.toPrecision(6)),
    isCut: isHidden,
    ...(excerpt.measured && { measured: [short(excerpt.measured[0]), short(excerpt.measured[1])] as const }),
    isInside,
    centre: excerpt.centre,
    half: excerpt.half,
  };
}

interface Made {
  readonly row: PageRow;
  readonly geometry?: string;
  readonly picture?: string;
}

/** Lets others run, and an interrupt be heard. */
const pause = () => new Promise((resume) => setTimeout(resume));

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${toBase64(new Uint8Array(digest))}'`;
}

async function policy(): Promise<string> {
  const [script, style] = [await hashOf(VIEWER_CODE), await hashOf(PAGE_STYLE)];
  return `default-src 'none'; script-src ${script}; style-src ${style}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function titleOf({ report }: Evidence): string {
  const files = [...new Set(report.objects.map(({ file }) => fileName(file)))];
  const what = report.command === 'check' ? 'Self-intersections' : 'Clashes';
  return `${what}: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`;
}

/** A page that is sent to others says nothing about the folders of whoever made it. */
function withoutFolders(report: Report): Report {
  const bare = <T extends { readonly file: string }>(each: T): T => ({ ...each, file: fileName(each.file) });
  return {
    ...report,
    objects: report.objects.map(bare),
    ...(report.models && { models: report.models.map(bare) }),
    ...(report.unreadable && { unreadable: report.unreadable.map(bare) }),
  };
}

/** Makes the report. It runs in browsers as well as in Node. */
export async function htmlReport(evidence: Evidence, options: HtmlReportOptions = {}): Promise<string> {
  const { report, up } = evidence;
  const { pictures = PICTURES_DEFAULT, date = new Date(), onProgress } = options;
  const findings = findingsOf(report, evidence.listed);
  const portrayer = options.portrayer ?? (await Portrayer.of(evidence));
  const overview = await overviewOf(portrayer.indexes, up, OVERVIEW);
  const triangles = trianglesPerClash(Math.min(GEOMETRY_MOST, findings.length));
  const make = (clash: ReportClash, i: number): Made => {
    const { id, kind, a, b, point } = clash;
    const place = overview && short(overview.placeOf(point));
    const row = { id, kind, a, b, measure: measureText(clash, report.unit), ...(place && { place }) };
    if (i >= GEOMETRY_MOST) return { row };
    const aspect = portrayer.aspectOf(clash);
    const geometry = toBase64(deflateSync(writeExcerpt(portrayer.excerptOf(clash, triangles)), { level: 9 }));
    const shown = { row: { ...row, view: pageView(aspect) }, geometry };
    if (i >= pictures) return shown;
    return { ...shown, picture: dataUri(portrayer.pictureOf(clash, aspect.isHidden ? 'section' : 'view')) };
  };
  const made: Made[] = [];
  for (const [i, clash] of findings.entries()) {
    made.push(make(clash, i));
    onProgress?.((i + 1) / findings.length);
    await pause();
  }
  const data: PageData = {
    // Its clashes are those of the rows, in their order.
    report: withoutFolders(reportAsInFiles({ ...report, ...(report.clashes && { clashes: [...findings] }) })),
    rows: made.map(({ row }) => row),
    ...(evidence.baseline && { baseline: evidence.baseline }),
  };
  const title = options.title ?? titleOf(evidence);
  const body = bodyHtml({
    title,
    report,
    rows: data.rows,
    findings,
    pictures: made.map(({ picture }) => picture),
    overview: overview && dataUri(overview.png),
    date,
  });
  const geometry = made.map(({ geometry: text }, i) =>
    text === undefined ? '' : `<script type="text/plain" id="${geometryId(i)}">${text}</script>\n`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${await policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml([...title].slice(0, 200).join(''))}</title>
<style>${PAGE_STYLE}</style></head>
<body>
${body}
<script type="application/json" id="${DATA_ID}">${escapeJson(data)}</script>
${geometry.join('')}<script>${VIEWER_CODE}</script>
</body></html>
`;
}
