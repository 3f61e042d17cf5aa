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

interface OcctMesh {
  readonly name?: string;
  readonly color?: readonly number[];
  readonly attributes: { readonly position: { readonly array: readonly number[] } };
  readonly index: { readonly array: readonly number[] };
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

/** Radians between the normals of two triangles on a curved face: the package's own default. */
const ANGULAR_DEFLECTION = 0.5;
/**
 * The package measures a model by a box around control points, which for free-form surfaces is larger than the box of
 * its triangles; up to 15 % were seen. So much more than stated may its triangles be off.
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

function meanSide(meshes: readonly OcctMesh[]): number {
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
  return low[0] <= high[0] ? (high[0] - low[0] + (high[1] - low[1]) + (high[2] - low[2])) / 3 : 0;
}

interface Place {
  readonly path: readonly string[];
  /** What tells the assembly apart from others of its name. */
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

function isLeaf({ meshes, children }: OcctNode): boolean {
  return children.length === 0 && meshes.length < 2;
}

function hasColor(color: readonly number[] | undefined): color is readonly [number, number, number] {
  return color?.length === 3;
}

/** What every STEP file with units has. */
const STEP_UNITS = 'GLOBAL_UNIT_ASSIGNED_CONTEXT';

export async function readShapes(job: CadJob, onProgress: (done: number) => void): Promise<CadModel> {
  const occt = await sharedOcct(job);
  onProgress(0.1);
  const read = { step: occt.ReadStepFile, iges: occt.ReadIgesFile, brep: occt.ReadBrepFile };
  const { kind, value } = job.deflection;
  const result = read[job.format as 'step'](job.bytes, {
    linearUnit: 'millimeter',
    linearDeflectionType: kind === 'relative' ? 'bounding_box_ratio' : 'absolute_value',
    linearDeflection: value,
    angularDeflection: ANGULAR_DEFLECTION,
  });
  const { root, meshes } = result;
  if (!result.success || !root || !meshes) throw new CannotRead('bad-model', 'no shape could be made of what it holds');
  onProgress(0.9);
  const deflections = deflectionsOf(job.deflection, root, meshes);
  const parts: CadPart[] = [];
  partsBelow(root, { path: [], assembly: '' }, (mesh, nodeName, { path, assembly }) => {
    const { name, color, attributes, index } = meshes[mesh];
    if (index.array.length === 0) return;
    parts.push({
      name: name || nodeName,
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
  return { parts, ...(job.format !== 'brep' && { unit: 'millimeter' }), notes };
}
