/** In which unit lengths are told, what the files say of it themselves, and which way is up. */
import { FORMATS } from '../io/formats.ts';
import type { ModelFormat } from '../io/model.ts';
import { groupBy } from './group-by.ts';
import type { Report, ReportModel } from './report.ts';
import { counted, fileName, plainText } from './text.ts';
import { unitSymbol } from './units.ts';

type UnitFacts = Pick<Report, 'models' | 'unit' | 'up' | 'isTurned'>;

/** Formats that say themselves which way is up; in the others it is a habit. */
const UPRIGHT: ReadonlySet<string> = new Set(['ifc', 'gltf', '3mf']);
const PLURALS: Readonly<Record<string, string>> = {
  micron: 'microns',
  millimeter: 'millimetres',
  centimeter: 'centimetres',
  inch: 'inches',
  foot: 'feet',
  meter: 'metres',
};
const NAMED_MOST = 2;

/** `a.stl and b.stl`, `12 files`. */
function filesText(models: readonly ReportModel[], all: readonly ReportModel[]): string {
  if (all.length === 1) return 'the file';
  if (models.length > NAMED_MOST) return counted(models.length, 'file');
  return models.map(({ file }) => plainText(fileName(file))).join(' and ');
}

/** What files say that is not the unit lengths are told in: another one, or nothing. */
function exceptions(models: readonly ReportModel[], unit: string | undefined): string[] {
  const silent = models.filter((model) => model.unit === undefined);
  const others = groupBy(
    models.filter((model) => (model.ownUnit ?? model.unit ?? unit) !== unit),
    (model) => model.ownUnit ?? model.unit!,
  );
  return [
    ...[...others].map(([own, group]) => {
      return `${filesText(group, models)} ${group.length === 1 ? 'is' : 'are'} in ${PLURALS[own] ?? own}`;
    }),
    ...(silent.length > 0 ? [`no unit in ${filesText(silent, models)}`] : []),
  ];
}

function upText({ models = [], up, isTurned }: UnitFacts): string {
  const formats = [...new Set(models.map(({ format }) => format))];
  const axis = isTurned ? 'z' : (up ?? 'z');
  const rows = formats.map((format) => FORMATS[format as ModelFormat]);
  const habits = rows.filter((row) => row?.up === axis).map(({ title }) => title);
  const isStated = formats.some((format) => UPRIGHT.has(format));
  return isStated || habits.length === 0 ? `${axis} is up` : `${axis} is up, as is usual for ${habits.join(' and ')}`;
}

/** `Units: mm; z is up`; undefined where no files are known. */
export function unitSentence(report: UnitFacts): string | undefined {
  const { models = [], unit } = report;
  if (models.length === 0) return undefined;
  const apart = exceptions(models, unit);
  const known = unit && unitSymbol(unit);
  const units = known ? `${known}${apart.length > 0 ? ` (${apart.join(', ')})` : ''}` : apart.join(', ');
  return `Units: ${units || 'none'}; ${upText(report)}`;
}
