/** The unit of length of an IFC file, and where its origin lies on the map. */
import type { MapConversion } from '../cad-job.ts';
import { type IfcLines, type Line, numberOf, referenceOf, referencesOf, textOf } from './ifc-api.ts';

const PREFIXES: Readonly<Record<string, number>> = {
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 10,
  DECI: 0.1,
  CENTI: 0.01,
  MILLI: 1e-3,
  MICRO: 1e-6,
  NANO: 1e-9,
};

/** Metres in a unit; undefined for one that is no length or cannot be read. */
function metresIn(lines: IfcLines, id: number | undefined, depth = 0): number | undefined {
  const line = lines.line(id);
  if (!line || id === undefined || depth > 4 || textOf(line, 'UnitType') !== 'LENGTHUNIT') return undefined;
  if (lines.classOf(id) === 'IfcSIUnit') return PREFIXES[textOf(line, 'Prefix') ?? ''] ?? 1;
  const factor = lines.line(referenceOf(line, 'ConversionFactor'));
  const base = metresIn(lines, referenceOf(factor, 'UnitComponent'), depth + 1);
  const value = numberOf(factor, 'ValueComponent');
  return base !== undefined && value !== undefined && value > 0 ? base * value : undefined;
}

/** Metres in the unit of the project; undefined when it states none. */
export function projectUnit(lines: IfcLines): number | undefined {
  for (const project of lines.linesOf('IFCPROJECT')) {
    const units = referencesOf(lines.line(referenceOf(project, 'UnitsInContext')), 'Units');
    for (const unit of units) {
      const metres = metresIn(lines, unit);
      if (metres !== undefined) return metres;
    }
  }
  return undefined;
}

/** No real map scale, such as 0.9996 for UTM, is farther from 1 than this. */
const SCALE_OFF_MOST = 0.01;

/**
 * Of metres into metres. `Scale` also takes the unit of the file into that of the map, which many files leave out or
 * write as 1 all the same; an implausible map scale is taken to be that conversion.
 */
function mapScale(stated: number | undefined, unit: number, mapUnit: number): number {
  const scale = stated === undefined ? 1 : (stated * mapUnit) / unit;
  return Math.abs(scale - 1) <= SCALE_OFF_MOST ? scale : 1;
}

function conversionOf(lines: IfcLines, line: Line, unit: number): MapConversion | undefined {
  const crs = lines.line(referenceOf(line, 'TargetCRS'));
  const mapUnit = metresIn(lines, referenceOf(crs, 'MapUnit')) ?? unit;
  return conversionFrom(line, unit, mapUnit, textOf(crs, 'Name'));
}

function conversionFrom(
  line: Line,
  unit: number,
  mapUnit: number,
  system: string | undefined,
): MapConversion | undefined {
  const [eastings, northings] = [numberOf(line, 'Eastings'), numberOf(line, 'Northings')];
  if (eastings === undefined || northings === undefined) return undefined;
  const x = numberOf(line, 'XAxisAbscissa') ?? 1;
  const y = numberOf(line, 'XAxisOrdinate') ?? 0;
  const length = Math.hypot(x, y);
  return {
    eastings: eastings * mapUnit,
    northings: northings * mapUnit,
    height: (numberOf(line, 'OrthogonalHeight') ?? 0) * mapUnit,
    cosine: length > 0 ? x / length : 1,
    sine: length > 0 ? y / length : 0,
    scale: mapScale(numberOf(line, 'Scale'), unit, mapUnit),
    ...(system !== undefined && { system }),
  };
}

/**
 * From property sets, as IFC 2x3 has no IfcMapConversion: `ePset_MapConversion` and `ePset_ProjectedCRS` of the site, with the same
 * attributes as properties. Source: buildingSMART, "User Guide for Geo-referencing in IFC", section on IFC 2x3.
 */
function conversionOfProperties(lines: IfcLines, unit: number): MapConversion | undefined {
  const sets = new Map<string, Line>();
  for (const set of lines.linesOf('IFCPROPERTYSET')) {
    const name = textOf(set, 'Name')?.toLowerCase() ?? '';
    if (name !== 'epset_mapconversion' && name !== 'epset_projectedcrs') continue;
    const properties = referencesOf(set, 'HasProperties').map((id) => lines.line(id));
    sets.set(
      name,
      Object.fromEntries(properties.map((property) => [textOf(property, 'Name') ?? '', property?.NominalValue])),
    );
  }
  const conversion = sets.get('epset_mapconversion');
  const crs = sets.get('epset_projectedcrs');
  if (!conversion) return undefined;
  const named = /^(kilo|centi|milli)?met(re|er)$/i.exec(textOf(crs, 'MapUnit') ?? '');
  const mapUnit = named ? (PREFIXES[(named[1] ?? '').toUpperCase()] ?? 1) : unit;
  const system = textOf(crs, 'Name') ?? textOf(conversion, 'TargetCRS');
  return conversionFrom(conversion, unit, mapUnit, system);
}

/**
 * From IfcMapConversion, the first where a file has several; else from the property sets that stand for it, if `hasProperties` says
 * that there are such: looking through all property sets takes a while.
 */
export function mapConversion(lines: IfcLines, unit: number, hasProperties: boolean): MapConversion | undefined {
  for (const line of [...lines.linesOf('IFCMAPCONVERSION'), ...lines.linesOf('IFCMAPCONVERSIONSCALED')]) {
    const found = conversionOf(lines, line, unit);
    if (found) return found;
  }
  return hasProperties ? conversionOfProperties(lines, unit) : undefined;
}
