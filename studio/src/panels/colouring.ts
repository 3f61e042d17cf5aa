/** Colours of objects by what files say of them, with their legend. */
import { Color } from 'three';
import { DISCIPLINE_COLOURS, DISCIPLINES, type Discipline } from '../../../src/report/disciplines.ts';
import type { ObjectInfo } from '../protocol.ts';
import type { LegendEntry } from './see-panel.ts';

export const COLOURINGS = ['object', 'discipline', 'storey', 'class', 'file', 'material'] as const;
/** By what objects are coloured; `material`: as the files have it. */
export type Colouring = (typeof COLOURINGS)[number];

export interface Coloured {
  /** Six hexadecimal digits by key; none: each object has a colour of its own. */
  readonly colours: ReadonlyMap<number, string> | undefined;
  readonly legend: readonly LegendEntry[];
}

/** Distinguishable also with red-green colour blindness, as far as this many colours can be. */
const SERIES = ['#4878a8', '#d9a441', '#7a9a5b', '#b8658a', '#5aa6a0', '#b5622e', '#8a7ab8', '#9a9a90'];
const LEGEND_MOST = 8;

/** The best that the objects allow: by trade where there are several. */
export function suitableColouring(objects: readonly ObjectInfo[]): Colouring {
  return new Set(objects.map(({ discipline }) => discipline)).size > 1 ? 'discipline' : 'object';
}

function byDiscipline(objects: readonly ObjectInfo[]): Coloured {
  const of = ({ discipline }: ObjectInfo): Discipline => (discipline as Discipline | undefined) ?? 'other';
  const present = new Set(objects.map(of));
  return {
    colours: new Map(objects.map((object) => [object.key, DISCIPLINE_COLOURS[of(object)].slice(1)])),
    legend: DISCIPLINES.filter((name) => present.has(name)).map((name) => ({
      title: name,
      colour: DISCIPLINE_COLOURS[name],
    })),
  };
}

export function coloured(objects: readonly ObjectInfo[], by: Colouring): Coloured {
  if (by === 'object') return { colours: undefined, legend: [] };
  if (by === 'discipline') return byDiscipline(objects);
  if (by === 'material') {
    const own = objects.flatMap(({ key, colour }) =>
      colour ? [[key, new Color(...colour).getHexString()] as const] : [],
    );
    return { colours: new Map(own), legend: [] };
  }
  const names = [...new Set(objects.map((object) => object[by] ?? `no ${by}`))].sort((p, q) =>
    p.localeCompare(q, 'en', { numeric: true }),
  );
  const colourOf = new Map(names.map((name, i) => [name, SERIES[i % SERIES.length]]));
  const entries = names.map((title) => ({ title, colour: colourOf.get(title)! }));
  const more = { title: `and ${names.length - LEGEND_MOST + 1} more`, colour: 'transparent' };
  return {
    colours: new Map(objects.map((object) => [object.key, colourOf.get(object[by] ?? `no ${by}`)!.slice(1)])),
    legend: entries.length > LEGEND_MOST ? [...entries.slice(0, LEGEND_MOST - 1), more] : entries,
  };
}
