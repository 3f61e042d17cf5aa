/** What the packages say of CAD and BIM files by themselves: the oracle of our readers, which share no code with this. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as WebIfc from 'web-ifc';

const require = createRequire(import.meta.url);

/** Files that come with occt-import-js. */
export const occtFiles = join(dirname(require.resolve('occt-import-js')), '../test/testfiles');

export interface PlainPart {
  readonly name: string;
  readonly class?: string;
  readonly triangles: number;
  readonly min: readonly number[];
  readonly max: readonly number[];
}

function boxOf(points: Iterable<readonly number[]>): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], point[axis]);
      max[axis] = Math.max(max[axis], point[axis]);
    }
  }
  return { min, max };
}

function* triples(list: readonly number[]): Generator<number[]> {
  for (let i = 0; i < list.length; i += 3) yield [list[i], list[i + 1], list[i + 2]];
}

interface OcctMesh {
  readonly name: string;
  readonly attributes: { readonly position: { readonly array: readonly number[] } };
  readonly index: { readonly array: readonly number[] };
}

type OcctReader = (bytes: Uint8Array, parameters: unknown) => { readonly meshes: readonly OcctMesh[] };

let opened: Promise<Record<string, OcctReader>> | undefined;

/** The meshes of a STEP, IGES or BREP file, in the package's own order. */
export async function occtParts(bytes: Uint8Array, reader: string, parameters: unknown = null): Promise<PlainPart[]> {
  opened ??= require('occt-import-js')({ print: () => {}, printErr: () => {} });
  const { meshes } = (await opened!)[reader](bytes, parameters);
  return meshes.map((mesh) => ({
    name: mesh.name,
    triangles: mesh.index.array.length / 3,
    ...boxOf(triples(mesh.attributes.position.array)),
  }));
}

let ifcApi: Promise<WebIfc.IfcAPI> | undefined;

async function openIfc(): Promise<WebIfc.IfcAPI> {
  const api = new WebIfc.IfcAPI();
  await api.Init();
  api.SetLogLevel(WebIfc.LogLevel.LOG_LEVEL_OFF);
  return api;
}

/** The elements that web-ifc has shapes of, in its own order. */
export async function ifcParts(bytes: Uint8Array): Promise<PlainPart[]> {
  ifcApi ??= openIfc();
  const api = await ifcApi;
  const model = api.OpenModel(bytes);
  const parts: PlainPart[] = [];
  api.StreamAllMeshes(model, (mesh) => {
    const points: number[][] = [];
    let triangles = 0;
    for (let i = 0; i < mesh.geometries.size(); i++) {
      const { geometryExpressID, flatTransformation: m } = mesh.geometries.get(i);
      const geometry = api.GetGeometry(model, geometryExpressID);
      const data = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
      for (let k = 0; k < data.length; k += 6) {
        const [x, y, z] = data.subarray(k, k + 3);
        points.push([0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]));
      }
      triangles += geometry.GetIndexDataSize() / 3;
    }
    const line = api.GetLine(model, mesh.expressID);
    const ownClass = api.GetNameFromTypeCode(api.GetLineType(model, mesh.expressID));
    parts.push({ name: line.Name?.value ?? '', class: ownClass, triangles, ...boxOf(points) });
  });
  api.CloseModel(model);
  return parts;
}
