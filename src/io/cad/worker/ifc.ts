/**
 * IFC through web-ifc: one part per element, its geometries joined, openings subtracted as the package does.
 *
 * Coordinates are the package's own: metres, y up (x, z and −y of the file). It gives each geometry in single precision
 * about its own middle with a matrix in double precision, and the two are multiplied in double precision, so that elements
 * far from the origin keep the precision of their own size.
 */
import type { CadJob, CadModel, CadPart } from '../cad-job.ts';
import { CannotRead } from './failure.ts';
import { type FlatMesh, type IfcApi, IfcLines, type IfcPackage, referenceOf } from './ifc-api.ts';
import { IfcFacts } from './ifc-facts.ts';
import { modelFacts } from './ifc-model-facts.ts';
import { mapConversion, projectUnit } from './ifc-units.ts';
import { loadPackage } from './load-package.ts';
import { mentions } from './mentions.ts';
import { unitName } from './own-unit.ts';

/** Classes without matter: rooms and zones, openings (they are subtracted already), lines on drawings, loads, ports. */
const WITHOUT_MATTER =
  /^Ifc(Space|SpatialZone|ExternalSpatialElement|Opening\w*|VoidingFeature|VirtualElement|Annotation|Grid|Referent|Alignment\w*|LinearPositioningElement|Positioning\w*|DistributionPort|Port|Structural\w*)$/;
/** Those that the package leaves out by default. */
const ASKED_FOR = ['IFCSPACE'];
/** Numbers per vertex: a position and a normal. */
const VERTEX_NUMBERS = 6;
const LOG_OFF = 6;
/** Fraction of the time spent on shapes, for progress. */
const SHAPES_SHARE = 0.8;

interface Shape {
  readonly id: number;
  readonly positions: Float64Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
  readonly color: readonly [number, number, number] | undefined;
}

interface Opened {
  readonly api: IfcApi;
  readonly codes: IfcPackage;
}

let opened: Promise<Opened> | undefined;

async function openPackage({ script, wasmFolder }: CadJob): Promise<Opened> {
  const loaded = await loadPackage<IfcPackage & { default?: IfcPackage }>(script);
  const codes = loaded.IfcAPI ? loaded : loaded.default!;
  const api = new codes.IfcAPI();
  await api.Init(wasmFolder === undefined ? undefined : (file) => wasmFolder + file.replace(/^.*\//, ''), true);
  api.SetLogLevel(LOG_OFF);
  return { api, codes };
}

async function openIfc(job: CadJob): Promise<IfcLines> {
  // Once for all files.
  opened ??= openPackage(job);
  const { api, codes } = await opened;
  const model = api.OpenModel(job.bytes);
  if (model < 0) throw new CannotRead('unsupported-schema', 'its schema is none that web-ifc reads');
  return new IfcLines(api, codes, model);
}

/** The geometries of an element as one mesh. */
function shapeOf(api: IfcApi, model: number, { expressID, geometries }: FlatMesh): Shape | undefined {
  const pieces = [];
  let [vertices, corners] = [0, 0];
  let color: Shape['color'];
  for (let i = 0; i < geometries.size(); i++) {
    const placed = geometries.get(i);
    const geometry = api.GetGeometry(model, placed.geometryExpressID);
    // Views of the package's heap, which the next call may move: copied at once.
    const points = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()).slice();
    const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).slice();
    geometry.delete();
    if (indices.length === 0) continue;
    color ??= [placed.color.x, placed.color.y, placed.color.z];
    pieces.push({ points, indices, matrix: placed.flatTransformation });
    vertices += points.length / VERTEX_NUMBERS;
    corners += indices.length;
  }
  if (corners === 0) return undefined;
  const positions = new Float64Array(3 * vertices);
  const indices = new Uint32Array(corners);
  let [vertex, corner] = [0, 0];
  for (const piece of pieces) {
    placePoints(piece.points, piece.matrix, positions, vertex);
    for (let i = 0; i < piece.indices.length; i++) indices[corner + i] = piece.indices[i] + vertex;
    vertex += piece.points.length / VERTEX_NUMBERS;
    corner += piece.indices.length;
  }
  return { id: expressID, positions, indices, color };
}

function placePoints(points: Float32Array, m: readonly number[], into: Float64Array, firstVertex: number): void {
  let at = 3 * firstVertex;
  for (let i = 0; i < points.length; i += VERTEX_NUMBERS) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    for (let axis = 0; axis < 3; axis++) into[at++] = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
  }
}

function streamShapes(lines: IfcLines, withSpaces: boolean, onProgress: (done: number) => void): Map<number, Shape> {
  const { api, model } = lines;
  const shapes = new Map<number, Shape>();
  let reported = 0;
  const take = (mesh: FlatMesh, index: number, total: number) => {
    const shape = shapeOf(api, model, mesh);
    if (shape && !shapes.has(shape.id)) shapes.set(shape.id, shape);
    const done = (SHAPES_SHARE * index) / Math.max(total, 1);
    if (done > reported + 0.01) onProgress((reported = done));
  };
  api.StreamAllMeshes(model, take);
  const codes = ASKED_FOR.map((name) => lines.code(name)).filter((code) => code !== undefined);
  if (withSpaces && codes.length > 0) api.StreamAllMeshesWithTypes(model, codes, take);
  return shapes;
}

/** Elements with a shape in the file that produced no triangles. */
function countShapeless(lines: IfcLines, shapes: ReadonlyMap<number, Shape>): number {
  let count = 0;
  for (const id of lines.idsOf('IFCELEMENT', true)) {
    if (shapes.has(id) || WITHOUT_MATTER.test(lines.classOf(id))) continue;
    if (referenceOf(lines.line(id), 'Representation') !== undefined) count++;
  }
  return count;
}

function ownUnitOf(unit: number | undefined): { readonly ownUnit?: string } {
  const ownUnit = unitName(unit);
  return ownUnit === undefined ? {} : { ownUnit };
}

function notesOf(lines: IfcLines, shapes: ReadonlyMap<number, Shape>, unit: number | undefined): string[] {
  const notes: string[] = [];
  if (unit === undefined) notes.push('it states no unit of length, so metres are assumed');
  const shapeless = countShapeless(lines, shapes);
  if (shapeless === 1) notes.push('of 1 element no triangles could be made; it is left out');
  if (shapeless > 1) notes.push(`of ${shapeless} elements no triangles could be made; they are left out`);
  return notes;
}

export async function readIfc(job: CadJob, onProgress: (done: number) => void): Promise<CadModel> {
  const lines = await openIfc(job);
  const model = readModel(lines, job, onProgress);
  lines.api.CloseModel(lines.model);
  return model;
}

function readModel(lines: IfcLines, job: CadJob, onProgress: (done: number) => void): CadModel {
  const unit = projectUnit(lines);
  const shapes = streamShapes(lines, job.withSpaces, onProgress);
  const facts = new IfcFacts(lines, job.withProperties);
  const parts: CadPart[] = [];
  for (const { id, positions, indices, color } of shapes.values()) {
    if (!job.withSpaces && WITHOUT_MATTER.test(lines.classOf(id))) continue;
    const { name, guid, path, ...rest } = facts.of(id);
    parts.push({
      name: name ?? '',
      ...(path.length > 0 && { path }),
      ...(guid !== undefined && { guid }),
      ...rest,
      ...(color && { color }),
      positions,
      indices,
    });
  }
  if (parts.length === 0) throw new CannotRead('no-triangles', 'none of its elements has a shape of triangles');
  const conversion = mapConversion(lines, unit ?? 1, mentions(job.bytes, 'MapConversion'));
  return {
    parts,
    unit: 'meter',
    ...(conversion && { mapConversion: conversion }),
    facts: { ...modelFacts(lines, unit ?? 1, job.bytes), ...ownUnitOf(unit) },
    notes: notesOf(lines, shapes, unit),
  };
}
