/**
 * What the GitHub Action makes of the command line's answer: annotations beside the files, and the job's summary.
 *
 * Promise: at most so many rows and annotations as the limits say, and what was left out is stated. Names come from files
 * that others may have made, so they are escaped for workflow commands and for Markdown.
 */

/** GitHub shows ten errors and ten warnings of a step. */
export const ANNOTATIONS_MAX = 10;
export const ROWS_MAX = 50;

/** Control characters, changes of direction and what cannot be seen, replaced as the command line does it. */
const plain = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
const escapeData = (text) => plain(text).replaceAll('%', '%25');
const escapeProperty = (text) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
const escapeCell = (text) =>
  plain(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~@]/g, '\\$&')
    .replace(/\s+/g, ' ');

const rounded = (value) => `${Number(value.toPrecision(3))}`;
const place = (point) => (point ? point.map(rounded).join(' ') : '');

/** Files that could not be read, or the error that ended the run, with what was wrong. */
function unreadableOf({ unreadable = [], error }) {
  return error ? [{ message: error.message ?? error.code ?? 'the command line gave no reason' }] : unreadable;
}

/** Whether a clash is listed: what is by design, or surely only touches, is counted. */
function isOpen({ kind, byDesign, undecided }) {
  return byDesign === undefined && (kind !== 'touching' || undecided === true);
}

/** `; 2 for information, 12 by design, 40 only touch`, or nothing. */
function apartText({ clashes = [] }) {
  const meant = clashes.filter(({ byDesign }) => byDesign !== undefined).length;
  const touching = clashes.filter((each) => each.byDesign === undefined && !isOpen(each)).length;
  const told = clashes.filter((each) => isOpen(each) && each.severity === 'info').length;
  const counts = [
    told > 0 ? `${told} for information` : '',
    meant > 0 ? `${meant} by design` : '',
    touching > 0 ? `${touching} only touch` : '',
  ].filter(Boolean);
  return counts.length > 0 ? `; ${counts.join(', ')}` : '';
}

/** Whether a clash is one that nobody has accepted: touching ones never fail by default. */
function isNew({ status, decision, kind, severity }) {
  return status !== 'known' && decision?.state !== 'approved' && kind !== 'touching' && severity !== 'info';
}

/** Short signs of units; others are written out. */
const UNITS = { meter: 'm', millimeter: 'mm', centimeter: 'cm', inch: 'in', foot: 'ft' };

/** What an object is called, and its class and storey where the file says them. */
function called({ label, class: sort, storey }) {
  const more = [sort, storey].filter(Boolean).join(', ');
  return more ? `${label} (${more})` : label;
}

function clashFinding(clash, { objects, unit }) {
  const [a, b] = [objects[clash.a], objects[clash.b]];
  const sign = unit ? ` ${UNITS[unit] ?? unit}` : '';
  const depth = clash.depth && clash.kind !== 'touching' ? `, ${rounded(clash.depth.least)}${sign} deep` : '';
  const distance =
    typeof clash.distance === 'number' && clash.distance > 0 ? `, ${rounded(clash.distance)}${sign} apart` : '';
  const severity = clash.severity ? `${clash.severity}: ` : '';
  return {
    file: a.file,
    title: `${severity}${clash.kind} ${clash.id}`,
    text: `${called(a)} and ${called(b)}: ${clash.kind}${depth}${distance}${clash.point ? ` at ${place(clash.point)}` : ''}`,
    cells: [
      clash.id,
      [clash.severity, clash.status].filter(Boolean).join(', '),
      clash.kind,
      called(a),
      called(b),
      depth.slice(2) || distance.slice(2),
      place(clash.point),
    ],
    isNew: isNew(clash),
  };
}

function regionFinding({ object, kind, pairs, point }, objects) {
  const { file, label } = objects[object];
  return {
    file,
    title: 'self-intersection',
    text: `${label} intersects itself: ${kind}, ${pairs} pair${pairs === 1 ? '' : 's'} of triangles, at ${place(point)}`,
    cells: [label, kind, `${pairs}`, place(point)],
    isNew: true,
  };
}

const unitText = ({ unit }) => (unit === 'degrees' ? '°' : ` ${unit}`);

/** Each jam of a motion, and each pair that is not proven free though no contact was found. */
function motionFindings(row, objects) {
  const nameOf = (object) => objects[object].name;
  const finding = (a, b, what, point) => ({
    file: objects[a].file,
    title: `${row.name}`,
    text: `${row.name}: ${nameOf(a)} and ${nameOf(b)} ${what}${point ? ` at ${place(point)}` : ''}`,
    cells: [row.name, nameOf(a), nameOf(b), what, place(point)],
    isNew: true,
  });
  const jams = row.jams.map(({ a, b, from, to, point }) => {
    const end = to ? ` to ${rounded(to[1])}` : ' on';
    return finding(a, b, `meet from ${rounded(from[0])}${end}${unitText(row)}`, point);
  });
  const isJammed = ({ a, b }) => row.jams.some((jam) => jam.a === a && jam.b === b);
  const open = row.pairs.filter((pair) => !isJammed(pair) && pair.intervals.some(({ state }) => state !== 'free'));
  return [...jams, ...open.map(({ a, b }) => finding(a, b, 'are not proven free'))];
}

/** Everything that was found, the worst first as the command line has it. */
export function findingsOf(document) {
  if (document.command === 'check')
    return (document.regions ?? []).map((each) => regionFinding(each, document.objects));
  if (document.command === 'motion')
    return (document.motions ?? []).flatMap((each) => motionFindings(each, document.objects));
  return (document.clashes ?? []).filter(isOpen).map((each) => clashFinding(each, document));
}

/** Why a run failed though nothing that is listed is new. */
function failureText({ clashes = [], tolerance }) {
  const isWorse = ({ deeper = 0, decision }) => deeper > (tolerance?.value ?? 0) || decision?.state === 'resolved';
  const what = clashes.some(isWorse)
    ? 'A known clash got worse, or was called resolved.'
    : 'The arguments of this step let more than new clashes fail, such as contacts that only touch, or triangles within one object.';
  return `${what} The summary and the report have the details.`;
}

/** Workflow commands, one per line: errors for what is new, warnings for the rest. `status` is the command line's exit code. */
export function annotations(findings, status, document = {}) {
  const level = ({ isNew }) => (status !== 0 && isNew ? 'error' : 'warning');
  const lines = [];
  for (const wanted of ['error', 'warning']) {
    const all = findings.filter((finding) => level(finding) === wanted);
    for (const { file, title, text } of all.slice(0, ANNOTATIONS_MAX)) {
      lines.push(`::${wanted} file=${escapeProperty(file)},title=${escapeProperty(title)}::${escapeData(text)}`);
    }
    const rest = all.length - ANNOTATIONS_MAX;
    if (rest > 0) lines.push(`::notice::${rest} more ${wanted}s are in the summary and in the report`);
  }
  for (const { file, message } of unreadableOf(document).slice(0, ANNOTATIONS_MAX)) {
    lines.push(`::error${file ? ` file=${escapeProperty(file)}` : ''}::${escapeData(message)}`);
  }
  if (status > 1 && unreadableOf(document).length === 0) {
    lines.push('::error::A file could not be read; the log of this step says which, and why.');
  }
  if (status === 1 && !findings.some(({ isNew }) => isNew)) lines.push(`::error::${failureText(document)}`);
  return lines;
}

const HEADS = {
  check: ['object', 'kind', 'pairs of triangles', 'at'],
  clash: ['id', 'severity, status', 'kind', 'object', 'other', 'depth or distance', 'at'],
  motion: ['motion', 'object', 'other', 'what', 'at'],
};

/** What the findings of a command are called, one or several. */
const NAMES = {
  check: ['region of self-intersection', 'regions of self-intersection'],
  clash: ['clash', 'clashes'],
  motion: ['jam, or pair not proven free', 'jams, or pairs not proven free'],
};

/** The job's summary, in Markdown. */
export function summary(document, findings, failed) {
  const { command } = document;
  const unread = unreadableOf(document);
  const what = (NAMES[command] ?? NAMES.clash)[findings.length === 1 ? 0 : 1];
  const fresh = findings.filter(({ isNew }) => isNew).length;
  const lines = [
    `### ${failed ? '❌' : '✅'} collidescope ${command}`,
    '',
    document.error
      ? 'Not finished.'
      : `${findings.length} ${what}, ${fresh} new${unread.length > 0 ? ' in the files that could be read' : ''}${apartText(document)}`,
    '',
  ];
  for (const { file, message } of unread)
    lines.push(`- ${escapeCell(file ? `Not read: ${file}: ${message}` : message)}`);
  if (unread.length > 0) lines.push('');
  if (findings.length === 0) return `${lines.join('\n')}\n`;
  const row = (cells) => `| ${cells.join(' | ')} |`;
  lines.push(row(HEADS[command]), row(HEADS[command].map(() => '---')));
  for (const { cells } of findings.slice(0, ROWS_MAX)) lines.push(row(cells.map(escapeCell)));
  if (findings.length > ROWS_MAX) lines.push('', `${findings.length - ROWS_MAX} more are in the report.`);
  return `${lines.join('\n')}\n`;
}
