/**
 * STEP, IGES and BREP through occt-import-js (Open CASCADE): the tree flattened into parts, one per solid or shell.
 *
 * The package tessellates by itself. It gives coordinates in millimetres, placed, in double precision, and per face:
 * vertices along edges are there twice with equal coordinates, so welding closes the solids.
 */
import type { CadJob, CadModel, CadPart, Deflection } from '../cad-job.ts';
import { CannotRead } from './failure.ts';
import { loadPackage } from './load-package.ts';
import { mentions } from './mentions.ts';
import { STEP_UNITS, stepUnit } from './own-unit.ts';
import { productNames } from './step-names.ts';

interface OcctMesh {
  readonly name?: string;
  readonly color?: readonly number[];
  readonly attributes: { readonly position: { readonly array: readonly number[] } };
  readonly index: { readonly array: readonly number[] };
  readonly brep_faces?: readonly unknown[];
}

interface OcctNode {
  readonly name?: string;
  readonly meshes: readonly number[];
  readonly children: readonly OcctNode[];
}

interface OcctResult {
  readonly success: boolean;
  readonly root?: OcctNode;
  readonly meshes?: readonly OcctMesh[];
}

interface OcctParameters {
  readonly linearUnit: 'millimeter';
  readonly linearDeflectionType: 'bounding_box_ratio' | 'absolute_value';
  readonly linearDeflection: number;
  readonly angularDeflection: number;
}

type OcctRead = (bytes: Uint8Array, parameters: OcctParameters) => OcctResult;

interface Occt {
  readonly ReadStepFile: OcctRead;
  readonly ReadIgesFile: OcctRead;
  readonly ReadBrepFile: OcctRead;
}

type OpenOcct = (module: Record<string, unknown>) => Promise<Occt>;

/** If no deflection was requested: a tenth of a millimetre, or a thousandth of the smallest part, but no less than this. */
const DEFLECTION_MOST = 0.1;
const DEFLECTION_LEAST = 0.001;
const DEFLECTION_PART = 0.001;
/** Radians between the normals of two triangles on a curved face: the package's own default. */
const ANGULAR_DEFLECTION = 0.5;
/**
 * The package measures a model by a box around control points, which for free-form surfaces is larger than the box of
 * its triangles; up to 15 % were seen. The deviation of its triangles may exceed the stated one by this factor.
 */
const BOX_MARGIN = 1.25;

let opened: Promise<Occt> | undefined;

/** Once for all files. */
function sharedOcct(job: CadJob): Promise<Occt> {
  opened ??= openOcct(job);
  return opened;
}

async function openOcct({ script, wasmFolder }: CadJob): Promise<Occt> {
  const loaded = await loadPackage<{ default: OpenOcct }>(script);
  const quiet = { print: () => {}, printErr: () => {} };
  return loaded.default(wasmFolder ? { ...quiet, locateFile: (file: string) => wasmFolder + file } : quiet);
}

/** Of each mesh: how far its triangles may be from its surfaces. The package has one measure per shape at the top. */
function deflectionsOf({ kind, value }: Deflection, root: OcctNode, meshes: readonly OcctMesh[]): Map<number, number> {
  const found = new Map<number, number>();
  const tops = root.children.length > 0 ? root.children : [root];
  for (const top of tops) {
    const own = meshesBelow(top);
    const deflection = kind === 'absolute' ? value : BOX_MARGIN * value * meanSide(own.map((i) => meshes[i]));
    for (const mesh of own) found.set(mesh, deflection);
  }
  return found;
}

function meshesBelow({ meshes, children }: OcctNode): number[] {
  return [...meshes, ...children.flatMap(meshesBelow)];
}

/** Lengths of the sides of the box around some meshes. */
function sidesOf(meshes: readonly OcctMesh[]): readonly number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { attributes } of meshes) {
    const { array } = attributes.position;
    for (let i = 0; i < array.length; i++) {
      const axis = i % 3;
      if (array[i] < low[axis]) low[axis] = array[i];
      if (array[i] > high[axis]) high[axis] = array[i];
    }
  }
  return low[0] <= high[0] ? high.map((value, axis) => value - low[axis]) : [0, 0, 0];
}

function meanSide(meshes: readonly OcctMesh[]): number {
  return sidesOf(meshes).reduce((sum, side) => sum + side, 0) / 3;
}

interface Place {
  readonly path: readonly string[];
  /** Distinguishes the assembly from others of the same name. */
  readonly assembly: string;
}

function partsBelow(node: OcctNode, at: Place, make: (mesh: number, name: string, at: Place) => void): void {
  const isPart = node.meshes.length === 1 && node.children.length === 0;
  const below = isPart || !node.name ? at : { ...at, path: [...at.path, node.name] };
  for (const mesh of node.meshes) make(mesh, node.name ?? '', below);
  for (const [i, child] of node.children.entries()) {
    partsBelow(child, { path: below.path, assembly: isLeaf(child) ? below.assembly : `${below.assembly}/${i}` }, make);
  }
}

/** What Open CASCADE calls a body that has no name. */
function isPlaceholder(name: string): boolean {
  return /^(?:SOLID|SHELL|FACE|COMPOUND|COMPSOLID)?(?:#?\d+)?$/.test(name);
}

/** By mesh: the names of the products of a STEP file, where the package has lost some. */
function namesOfProducts(job: CadJob, root: OcctNode, meshes: readonly OcctMesh[]): Map<number, string> {
  const found = new Map<number, string>();
  if (job.format !== 'step' || !meshes.some(({ name }) => isPlaceholder(name ?? ''))) return found;
  const order: number[] = [];
  partsBelow(root, { path: [], assembly: '' }, (mesh) => order.push(mesh));
  const names = productNames(
    job.bytes,
    order.map((mesh) => meshes[mesh].brep_faces?.length ?? 0),
  );
  for (const [i, mesh] of order.entries()) if (names[i] !== undefined) found.set(mesh, names[i]);
  return found;
}

function isLeaf({ meshes, children }: OcctNode): boolean {
  return children.length === 0 && meshes.length < 2;
}

function hasColor(color: readonly number[] | undefined): color is readonly [number, number, number] {
  return color?.length === 3;
}

interface Tessellated {
  readonly root: OcctNode;
  readonly meshes: readonly OcctMesh[];
  readonly deflection: Deflection;
}

function tessellate(read: OcctRead, bytes: Uint8Array, deflection: Deflection): Tessellated {
  const { success, root, meshes } = read(bytes, {
    linearUnit: 'millimeter',
    linearDeflectionType: deflection.kind === 'relative' ? 'bounding_box_ratio' : 'absolute_value',
    linearDeflection: deflection.value,
    angularDeflection: ANGULAR_DEFLECTION,
  });
  if (!success || !root || !meshes) throw new CannotRead('bad-model', 'no shape could be made of what it holds');
  return { root, meshes, deflection };
}

/** The size of the smallest part is known only after tessellation, so a file of small parts is tessellated twice. */
function tessellateFinely(read: OcctRead, bytes: Uint8Array): Tessellated {
  const first = tessellate(read, bytes, { kind: 'absolute', value: DEFLECTION_MOST });
  const sizes = first.meshes.map((mesh) => Math.max(...sidesOf([mesh]))).filter((size) => size > 0);
  const wanted = Math.max(DEFLECTION_LEAST, DEFLECTION_PART * Math.min(...sizes));
  return wanted < DEFLECTION_MOST ? tessellate(read, bytes, { kind: 'absolute', value: wanted }) : first;
}

export async function readShapes(job: CadJob, onProgress: (done: number) => void): Promise<CadModel> {
  const occt = await sharedOcct(job);
  onProgress(0.1);
  const read = { step: occt.ReadStepFile, iges: occt.ReadIgesFile, brep: occt.ReadBrepFile }[job.format as 'step'];
  const made = job.deflection ? tessellate(read, job.bytes, job.deflection) : tessellateFinely(read, job.bytes);
  const { root, meshes } = made;
  onProgress(0.9);
  const deflections = deflectionsOf(made.deflection, root, meshes);
  const products = namesOfProducts(job, root, meshes);
  const parts: CadPart[] = [];
  partsBelow(root, { path: [], assembly: '' }, (mesh, nodeName, { path, assembly }) => {
    const { name, color, attributes, index } = meshes[mesh];
    if (index.array.length === 0) return;
    parts.push({
      name: (name && !isPlaceholder(name) ? name : products.get(mesh)) || nodeName || name || '',
      ...(path.length > 0 && { path }),
      ...(assembly && { assembly }),
      ...(hasColor(color) && { color: [...color] as [number, number, number] }),
      positions: Float64Array.from(attributes.position.array),
      indices: Uint32Array.from(index.array),
      deflection: deflections.get(mesh) ?? 0,
    });
  });
  if (parts.length === 0) throw new CannotRead('no-triangles', 'its shapes have no faces');
  const isSilent = job.format === 'step' && !mentions(job.bytes, STEP_UNITS);
  const notes = isSilent ? ['it states no unit of length, so millimetres are assumed'] : [];
  const ownUnit = job.format === 'step' ? stepUnit(job.bytes) : undefined;
  const facts = ownUnit === undefined ? {} : { facts: { ownUnit } };
  return { parts, ...(job.format !== 'brep' && { unit: 'millimeter' }), ...facts, notes };
}
