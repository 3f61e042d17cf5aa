/** What an IFC file says about the building as a whole: project, date, storeys with elevations, grid lines. */
import type { GridLine, ModelFacts, Storey } from '../cad-job.ts';
import { type IfcLines, type Line, numberOf, numbersOf, referenceOf, referencesOf, textOf } from './ifc-api.ts';
import { placedPoint, placementOf } from './ifc-placement.ts';

/** The header is at the beginning, and no longer than this. */
const HEADER_BYTES = 16_384;
const FILE_NAME = /FILE_NAME\s*\(\s*(?:'(?:[^']|'')*'|\$)\s*,\s*'([^']{4,40})'/;

function dateOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEADER_BYTES));
  return FILE_NAME.exec(head)?.[1].trim() || undefined;
}

/** Elevations are relative to the building's origin; a storey without one takes it from its placement, if any. */
function elevationOf(lines: IfcLines, storey: Line): number | undefined {
  const given = numberOf(storey, 'Elevation');
  const own = referenceOf(storey, 'ObjectPlacement');
  if (given === undefined) return own === undefined ? undefined : placementOf(lines, own).origin[2];
  const above = referenceOf(lines.line(own), 'PlacementRelTo');
  return given + placementOf(lines, above).origin[2];
}

function storeysOf(lines: IfcLines, unit: number): Storey[] {
  const storeys = lines.linesOf('IFCBUILDINGSTOREY').flatMap((line): Storey[] => {
    const name = textOf(line, 'Name') ?? textOf(line, 'LongName');
    const elevation = elevationOf(lines, line);
    if (name === undefined) return [];
    return [{ name, ...(elevation !== undefined && { elevation: elevation * unit }) }];
  });
  return storeys.sort((p, q) => (p.elevation ?? Infinity) - (q.elevation ?? Infinity) || 0);
}

/** The first and the last point of a straight line; undefined for other curves. */
function endsOf(lines: IfcLines, id: number | undefined): [number[], number[]] | undefined {
  const curve = lines.line(id);
  if (!curve || id === undefined) return undefined;
  const pointOf = (point: number | undefined) => numbersOf(lines.line(point), 'Coordinates');
  const kind = lines.classOf(id);
  if (kind === 'IfcTrimmedCurve') return endsOf(lines, referenceOf(curve, 'BasisCurve'));
  if (kind === 'IfcPolyline') {
    const points = referencesOf(curve, 'Points');
    return points.length === 2 ? [pointOf(points[0]), pointOf(points[1])] : undefined;
  }
  if (kind !== 'IfcLine') return undefined;
  const from = pointOf(referenceOf(curve, 'Pnt'));
  const direction = lines.line(referenceOf(lines.line(referenceOf(curve, 'Dir')), 'Orientation'));
  const along = numbersOf(direction, 'DirectionRatios');
  return [from, from.map((value, axis) => value + (along[axis] ?? 0))];
}

const FAMILIES = { u: 'UAxes', v: 'VAxes', w: 'WAxes' } as const;

function gridLinesOf(lines: IfcLines, unit: number): GridLine[] {
  return lines.linesOf('IFCGRID').flatMap((grid) => {
    const placement = placementOf(lines, referenceOf(grid, 'ObjectPlacement'));
    const seen = ([from, to]: [number[], number[]]) =>
      [from, to].map((point) => placedPoint(placement, point).map((value) => value * unit));
    return Object.entries(FAMILIES).flatMap(([family, attribute]) =>
      referencesOf(grid, attribute).flatMap((id): GridLine[] => {
        const axis = lines.line(id);
        const name = textOf(axis, 'AxisTag');
        const ends = endsOf(lines, referenceOf(axis, 'AxisCurve'));
        if (name === undefined || !ends || ends[0].length < 2) return [];
        const [[x, y], [x2, y2]] = seen(ends);
        const isLine = x !== x2 || y !== y2;
        return isLine ? [{ name, family: family as GridLine['family'], from: [x, y], to: [x2, y2] }] : [];
      }),
    );
  });
}

export function modelFacts(lines: IfcLines, unit: number, bytes: Uint8Array): ModelFacts {
  const [project] = lines.linesOf('IFCPROJECT');
  const name = textOf(project, 'LongName') ?? textOf(project, 'Name');
  const date = dateOf(bytes);
  const [storeys, gridLines] = [storeysOf(lines, unit), gridLinesOf(lines, unit)];
  return {
    ...(name !== undefined && { project: name }),
    ...(date !== undefined && { date }),
    ...(storeys.length > 0 && { storeys }),
    ...(gridLines.length > 0 && { gridLines }),
  };
}
