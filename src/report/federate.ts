/**
 * Brings the files of a federated model together: upright along one axis, into one unit, and into one place on the map.
 *
 * Axes: IFC files are read with y up, though they are written with z up. With one of them among the files, those of formats that
 * are upright along z are rotated in the same way, so that a common coordinate system stays common.
 * Units: where CAD or BIM files are among them, whose units are certain, all that state a unit are converted to the largest.
 * Without such files coordinates stay as they are, because glTF made from CAD often states a unit that it does not have.
 * Places: IFC files that say where their origin lies on the map are moved to where the first of them (by its place on the
 * map, not by its place on the command line) has its origin. So coordinates stay small, a single file stays as it is, and
 * the order of files does not matter.
 */
import type { MapConversion, ModelFacts } from '../io/cad/cad-job.ts';
import { FORMATS } from '../io/formats.ts';
import type { Model } from '../io/model.ts';
import type { ModelFile } from './model-file.ts';
import { UNIT_SIZES } from './units.ts';

export interface Federated {
  /** In the order given; a file that stays as it is, is the very object. */
  readonly files: readonly ModelFile[];
  /** Sentences about what was or could not be converted. */
  readonly notes: readonly string[];
}

/** A motion in the plane of the map with a change of height, for coordinates with y up: x, height, −north. */
interface MapMotion {
  readonly cosine: number;
  readonly sine: number;
  readonly scale: number;
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

type Convert = (positions: Float32Array | Float64Array) => Float64Array<ArrayBuffer>;

/** `said` is the unit that the caller states for all files; then theirs do not count. */
export function federate(files: readonly ModelFile[], said: string | undefined): Federated {
  const turned = turnUpright(files);
  const placed = placeOnMap(turned.files);
  const converted = said === undefined ? inOneUnit(placed.files) : { files: placed.files, notes: [] };
  return { files: converted.files, notes: [...turned.notes, ...placed.notes, ...converted.notes] };
}

function turnUpright(files: readonly ModelFile[]): Federated {
  if (!files.some(({ model }) => model.format === 'ifc')) return { files, notes: [] };
  const notes: string[] = [];
  const turned = files.map((file) => {
    if (FORMATS[file.model.format].up === 'y') return file;
    notes.push(`"${file.file}" was turned from z up to y up, as IFC files are when they are read.`);
    return withPositions(file, turnedUpright, {});
  });
  return { files: turned, notes };
}

function turnedUpright(positions: Float32Array | Float64Array): Float64Array<ArrayBuffer> {
  const turned = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    turned[i] = positions[i];
    turned[i + 1] = positions[i + 2];
    // Without a zero that has a sign.
    turned[i + 2] = 0 - positions[i + 1];
  }
  return turned;
}

function withPositions(
  { file, model, ...rest }: ModelFile,
  convert: Convert,
  change: Partial<Model>,
  size = 1,
): ModelFile {
  // What a part shares with others is in the coordinates of the file.
  const parts = model.parts.map(({ instance: _, matrix: _m, ...part }) => ({
    ...part,
    positions: convert(part.positions),
    ...(part.deflection !== undefined && { deflection: part.deflection * size }),
  }));
  const facts = model.format === 'ifc' && model.facts ? { facts: movedFacts(model.facts, convert) } : {};
  return { ...rest, file, model: { ...model, ...change, ...facts, parts } };
}

/** Storeys and grid lines are told in x, y and z of the file; positions are read as x, z and −y. */
function movedFacts({ storeys, gridLines, ...facts }: ModelFacts, convert: Convert): ModelFacts {
  const heightOf = (elevation: number) => convert(Float64Array.of(0, elevation, 0))[1];
  const seen = ([x, y]: readonly [number, number]): [number, number] => {
    const moved = convert(Float64Array.of(x, 0, -y));
    return [moved[0], -moved[2]];
  };
  return {
    ...facts,
    ...(storeys && {
      storeys: storeys.map(({ name, elevation }) => ({
        name,
        ...(elevation !== undefined && { elevation: heightOf(elevation) }),
      })),
    }),
    ...(gridLines && {
      gridLines: gridLines.map((line) => ({ ...line, from: seen(line.from), to: seen(line.to) })),
    }),
  };
}

function inOneUnit(files: readonly ModelFile[]): Federated {
  const isCertain = files.some(({ model }) => FORMATS[model.format].package !== undefined);
  const stated = files.flatMap(({ model }) =>
    model.unit !== undefined && model.unit in UNIT_SIZES ? [model.unit] : [],
  );
  const target = stated.reduce((p, q) => (UNIT_SIZES[q] > UNIT_SIZES[p] ? q : p), stated[0]);
  if (!isCertain || stated.every((unit) => unit === target)) return { files, notes: [] };
  const notes: string[] = [];
  const converted = files.map((file) => {
    const { unit } = file.model;
    if (unit === undefined || unit === target || !(unit in UNIT_SIZES) || file.motion) return file;
    notes.push(`"${file.file}" was converted from ${unit} to ${target}.`);
    const [own, wanted] = [UNIT_SIZES[unit], UNIT_SIZES[target]];
    // Multiplied, then divided: both are whole numbers, so lengths that are whole in either unit come out exactly.
    return withPositions(file, (p) => Float64Array.from(p, (v) => (v * own) / wanted), { unit: target }, own / wanted);
  });
  return { files: converted, notes };
}

function orderOnMap(p: MapConversion, q: MapConversion): number {
  for (const field of ['eastings', 'northings', 'height', 'cosine', 'sine', 'scale'] as const) {
    if (p[field] !== q[field]) return p[field] - q[field];
  }
  return 0;
}

function placeOnMap(files: readonly ModelFile[]): Federated {
  const located = files.filter(({ model }) => model.mapConversion);
  const places = located.map(({ model }) => model.mapConversion!).sort(orderOnMap);
  if (places.length < 2 || orderOnMap(places[0], places.at(-1)!) === 0) return { files, notes: [] };
  const systems = new Set(places.map(({ system }) => system));
  if (systems.size > 1) {
    const named = [...systems].map((system) => system ?? 'none').sort();
    const notes = [`the files are in different map systems (${named.join(', ')}), so they were left where they are.`];
    return { files, notes };
  }
  const notes = [`${located.length} files were brought to one origin by their places on the map.`];
  const rest = files.length - located.length;
  if (rest > 0) notes.push(`${rest} of ${files.length} files have no place on the map, and were left where they are.`);
  const moved = files.map((file) => {
    const own = file.model.mapConversion;
    if (!own || orderOnMap(own, places[0]) === 0) return file;
    const motion = motionBetween(own, places[0]);
    return withPositions(file, (positions) => moveOnMap(positions, motion), { mapConversion: places[0] });
  });
  return { files: moved, notes };
}

/** From the coordinates of one model into those of another. */
function motionBetween(own: MapConversion, target: MapConversion): MapMotion {
  const [east, north] = [own.eastings - target.eastings, own.northings - target.northings];
  return {
    cosine: own.cosine * target.cosine + own.sine * target.sine,
    sine: own.sine * target.cosine - own.cosine * target.sine,
    scale: own.scale / target.scale,
    east: (target.cosine * east + target.sine * north) / target.scale,
    north: (target.cosine * north - target.sine * east) / target.scale,
    up: own.height - target.height,
  };
}

function moveOnMap(positions: Float32Array | Float64Array, motion: MapMotion): Float64Array<ArrayBuffer> {
  const { cosine, sine, scale, east, north, up } = motion;
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [positions[i], -positions[i + 2]];
    moved[i] = scale * (cosine * x - sine * y) + east;
    moved[i + 1] = positions[i + 1] + up;
    moved[i + 2] = -(scale * (sine * x + cosine * y) + north);
  }
  return moved;
}
