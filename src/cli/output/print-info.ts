/** The report of `info` for the terminal. */
import type { Box } from '../../report/box.ts';
import { coordinate, counted, grouped, plainText } from '../../report/text.ts';
import { unitSymbol } from '../../report/units.ts';
import type { Info, InfoObject } from '../verbs/info.ts';
import { ROWS_MOST } from './report-tables.ts';
import type { Terminal } from './terminal.ts';
import { type Column, renderTable, type Table } from './text-table.ts';

const DIGITS = 5;

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`;

/** Title and text of each line about WebGPU. */
function adapterLines({ adapters, reason }: Info['webgpu']): string[][] {
  if (adapters.length === 0) return [['webgpu', `none: ${reason}`]];
  return adapters.flatMap(({ vendor, architecture, description, isSoftware, hasTimestamps, limits }) => {
    const name = description || [vendor, architecture].filter(Boolean).join(' ') || 'unnamed adapter';
    const facts = [isSoftware ? 'software, correct but slow' : 'graphics card', ...(hasTimestamps ? ['timings'] : [])];
    const sizes = [
      `buffers of ${mebibytes(limits.maxBufferSize)}`,
      `bindings of ${mebibytes(limits.maxStorageBufferBindingSize)}`,
      `${limits.maxStorageBuffersPerShaderStage} per stage`,
      `${limits.maxComputeInvocationsPerWorkgroup} threads per workgroup`,
    ];
    return [
      ['webgpu', `${plainText(name)} (${facts.join(', ')})`],
      ['', sizes.join(', ')],
    ];
  });
}

function systemText({ version, engine, threads, system, webgpu }: Info): string {
  const lines = [
    ['version', version],
    ['engine', `${engine}, ${threads === 0 ? 'no threads' : counted(threads, 'thread')}`],
    ['node', `${system.node}, ${system.platform}`],
    ['processor', `${system.processor}, ${counted(system.cores, 'core')}`],
    ['memory', `${gibibytes(system.memoryBytes)}, ${gibibytes(system.freeMemoryBytes)} free`],
    ...adapterLines(webgpu),
  ];
  return lines.map(([title, text]) => `  ${title.padEnd(11)}${text}\n`).join('');
}

function sizeText(bounds: Box | undefined): string {
  return bounds?.max.map((most, axis) => coordinate(most - bounds.min[axis], DIGITS)).join(' × ') ?? '';
}

/** Closed, or open and why, and how many pieces it has. */
function surfaceText({ closed, edges, manifold, orientation, shells, voids }: InfoObject): string {
  const { boundary, misoriented, nonManifold } = edges;
  const faults = [
    ...(boundary > 0 ? [counted(boundary, 'boundary edge')] : []),
    ...(misoriented > 0 ? [counted(misoriented, 'misoriented edge')] : []),
    ...(nonManifold > 0 ? [counted(nonManifold, 'non-manifold edge')] : []),
  ];
  const pieces = [
    ...(shells > 1 ? [counted(shells, 'shell')] : []),
    ...(voids > 0 ? [counted(voids, 'void')] : []),
    ...(closed && orientation !== 'outward' ? [orientation === 'inward' ? 'inside out' : 'no volume'] : []),
  ];
  const state = closed ? (manifold ? 'closed' : 'closed, not manifold') : 'open';
  return [state, ...faults, ...pieces].join(', ');
}

/** The parts of one file. */
function partTable(objects: readonly InfoObject[]): Table {
  const rows = objects.slice(0, ROWS_MOST).map((object) => {
    const { name, vertices, triangles, degenerate, duplicates, bounds, volume, area } = object;
    const counts = [vertices, triangles, degenerate, duplicates].map(grouped);
    const measures = [volume === null ? '–' : coordinate(volume, DIGITS), coordinate(area, DIGITS)];
    return [plainText(name), ...counts, surfaceText(object), ...measures, sizeText(bounds)];
  });
  const columns: Column[] = [
    { title: 'part', align: 'left', shortens: true },
    ...['vertices', 'triangles', 'degenerate', 'duplicate'].map((title): Column => ({ title, align: 'right' })),
    { title: 'surface', align: 'left' },
    ...['volume', 'area'].map((title): Column => ({ title, align: 'right' })),
    { title: 'size', align: 'left' },
  ];
  return { columns, rows };
}

/** The box around all parts. */
function boundsText(objects: readonly InfoObject[]): string {
  const boxes = objects.flatMap(({ bounds }) => bounds ?? []);
  if (boxes.length === 0) return '  no triangles\n';
  const box = boxes.reduce((all, { min, max }) => ({
    min: all.min.map((value, axis) => Math.min(value, min[axis])),
    max: all.max.map((value, axis) => Math.max(value, max[axis])),
  }));
  const point = (xyz: readonly number[]) => xyz.map((value) => coordinate(value, DIGITS)).join(' ');
  const unit = objects[0].unit ? ` ${unitSymbol(objects[0].unit)}` : '';
  return `  from ${point(box.min)} to ${point(box.max)}${unit}\n`;
}

function fileText(objects: readonly InfoObject[], terminal: Terminal): string {
  const [{ file, format, unit }] = objects;
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const facts = [
    format,
    counted(objects.length, 'part'),
    counted(triangles, 'triangle'),
    ...(unit ? [`in ${unit}`] : []),
  ];
  const hidden = objects.length - ROWS_MOST;
  const table = renderTable(partTable(objects), terminal.columns, terminal.paint);
  const more = hidden > 0 ? `  … and ${counted(hidden, 'part')} more\n` : '';
  return `\n${terminal.paint('bold', plainText(file))}: ${facts.join(', ')}\n${boundsText(objects)}${table}${more}`;
}

export function infoText(info: Info, terminal: Terminal): string {
  const files = new Map<string, InfoObject[]>();
  for (const object of info.objects) {
    const known = files.get(object.file);
    if (known) known.push(object);
    else files.set(object.file, [object]);
  }
  const title = terminal.paint('bold', 'collidescope');
  return `${title}\n${systemText(info)}${[...files.values()].map((objects) => fileText(objects, terminal)).join('')}`;
}
