/** The tables of a report: objects, pairs of objects, places, frames. Used for terminals and for Markdown. */
import type { FrameCount } from '../../report/ask.ts';
import type { Place } from '../../report/places.ts';
import { PLACES_MOST } from '../../report/places.ts';
import type { AnimationReport, ObjectPairCount, Report } from '../../report/report.ts';
import { coordinate, grouped, plainText } from '../../report/text.ts';
import type { Column, Table } from './text-table.ts';

/** The most rows of a table; the others are only counted. */
export const ROWS_MOST = 20;
const FRAME_ROWS_MOST = 10;
const FRAME_DIGITS = 6;
const PLACE_DIGITS = 5;

const left = (title: string): Column => ({ title, align: 'left' });
const named = (title: string): Column => ({ title, align: 'left', shortens: true });
const right = (title: string): Column => ({ title, align: 'right' });

export function worstFirst(objectPairs: readonly ObjectPairCount[]): ObjectPairCount[] {
  return objectPairs.toSorted((p, q) => q.pairs - p.pairs);
}

/** Pairs of each object, with others and within itself. */
function pairsOfObjects({ objects, objectPairs }: Report): number[] {
  const counts = objects.map(() => 0);
  for (const { a, b, pairs } of objectPairs) {
    counts[a] += pairs;
    if (a !== b) counts[b] += pairs;
  }
  return counts;
}

/** In order; if there are many, only the worst. */
export function objectTable(report: Report, names: readonly string[]): Table {
  const counts = pairsOfObjects(report);
  const isSelf = report.objects.some(({ selfPairs }) => selfPairs !== undefined);
  const isClash = report.command === 'clash';
  const order = [...report.objects.keys()];
  if (order.length > ROWS_MOST) order.sort((p, q) => counts[q] - counts[p] || p - q);
  const rows = order.slice(0, ROWS_MOST).map((i) => {
    const { vertices, triangles, degenerate, selfPairs = 0 } = report.objects[i];
    const numbers = [vertices, triangles, degenerate];
    if (isSelf) numbers.push(selfPairs);
    if (isClash) numbers.push(counts[i] - selfPairs);
    return [String(i), names[i], ...numbers.map(grouped)];
  });
  const found = [...(isSelf ? [right('self pairs')] : []), ...(isClash ? [right('pairs')] : [])];
  const columns = [right('#'), named('object'), right('vertices'), right('triangles'), right('degenerate'), ...found];
  return { columns, rows };
}

/** Places in which objects meet themselves, the largest first. */
export function regionTable({ regions = [], objects }: Report): Table {
  const rows = regions.slice(0, ROWS_MOST).map(({ id, object, kind, pairs, point, bounds }) => {
    const { label, name } = objects[object];
    const size = bounds.max.map((most, axis) => coordinate(most - bounds.min[axis], PLACE_DIGITS)).join(' × ');
    const at = point.map((value) => coordinate(value, PLACE_DIGITS)).join(' ');
    return [id, kind, `${plainText(label ?? name)} (${object})`, at, size, grouped(pairs)];
  });
  return { columns: [left('id'), left('kind'), named('object'), left('at'), left('size'), right('pairs')], rows };
}

/** The places of the worst pairs of objects. */
export function shownPlaces({ places, objectPairs }: Report): Place[] {
  const keyOf = ({ a, b }: { a: number; b: number }) => `${a} ${b}`;
  const rank = new Map(worstFirst(objectPairs).map((pair, i) => [keyOf(pair), i]));
  return places.toSorted((p, q) => rank.get(keyOf(p))! - rank.get(keyOf(q))!).slice(0, PLACES_MOST);
}

/** `ends` is 2 for both ends of each segment, 1 for the first only. */
export function placeTable(places: readonly Place[], digits: number, ends: 1 | 2): Table {
  const point = (xyz: readonly number[]) => xyz.map((value) => coordinate(value, digits)).join(' ');
  const rows = places.map(({ a, triangleA, b, triangleB, contact, from, to }) => {
    const isPoint = from.every((value, axis) => value === to[axis]);
    const points = [point(from), isPoint ? '' : point(to)];
    return [`${a}:${triangleA}`, `${b}:${triangleB}`, contact, ...points.slice(0, ends)];
  });
  return { columns: ['triangle', 'meets', 'contact', 'from', 'to'].slice(0, 3 + ends).map(left), rows };
}

function isNoteworthy({ pairs, contained = 0, impacts = 0, nearest }: FrameCount): boolean {
  return pairs > 0 || contained > 0 || impacts > 0 || nearest !== undefined;
}

/** In order; if there are many, only the worst of those that collide. */
export function frameTable({ frames }: AnimationReport): Table {
  let order = [...frames.keys()];
  if (order.length > FRAME_ROWS_MOST) {
    order = order
      .filter((frame) => isNoteworthy(frames[frame]))
      .sort((p, q) => frames[q].pairs - frames[p].pairs || p - q);
  }
  const isContinuous = frames.some(({ impacts }) => impacts !== undefined);
  const isMeasured = frames.some(({ nearest }) => nearest !== undefined);
  const rows = order.slice(0, FRAME_ROWS_MOST).map((frame) => {
    const { time, pairs, nearest, impacts, firstImpact } = frames[frame];
    const distance = nearest === undefined ? '' : coordinate(nearest, FRAME_DIGITS);
    const passage = [impacts === undefined ? '' : grouped(impacts), firstImpact?.toFixed(6) ?? ''];
    const measured = [...(isMeasured ? [distance] : []), ...(isContinuous ? passage : [])];
    return [String(frame), time.toFixed(3), grouped(pairs), ...measured];
  });
  const more = [...(isMeasured ? ['distance'] : []), ...(isContinuous ? ['impacts before', 'first at'] : [])];
  const columns = ['frame', 'seconds', 'pairs', ...more].map(right);
  return { columns, rows };
}
