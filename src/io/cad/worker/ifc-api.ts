/** The part of web-ifc's interface that is used here, and how its lines are read. */

export interface Vector<T> {
  size(): number;
  get(index: number): T;
}

export interface PlacedGeometry {
  readonly color: { readonly x: number; readonly y: number; readonly z: number };
  readonly geometryExpressID: number;
  readonly flatTransformation: readonly number[];
}

export interface FlatMesh {
  readonly expressID: number;
  readonly geometries: Vector<PlacedGeometry>;
}

export interface IfcGeometry {
  GetVertexData(): number;
  GetVertexDataSize(): number;
  GetIndexData(): number;
  GetIndexDataSize(): number;
  delete(): void;
}

/** A line of the file: attributes by name. */
export type Line = Readonly<Record<string, unknown>>;

type MeshCallback = (mesh: FlatMesh, index: number, total: number) => void;

export interface IfcApi {
  Init(locate?: (path: string) => string, forceSingleThread?: boolean): Promise<void>;
  SetLogLevel(level: number): void;
  OpenModel(bytes: Uint8Array, settings?: Record<string, unknown>): number;
  CloseModel(model: number): void;
  GetModelSchema(model: number): string;
  StreamAllMeshes(model: number, callback: MeshCallback): void;
  StreamAllMeshesWithTypes(model: number, types: readonly number[], callback: MeshCallback): void;
  GetGeometry(model: number, geometry: number): IfcGeometry;
  GetVertexArray(pointer: number, size: number): Float32Array;
  GetIndexArray(pointer: number, size: number): Uint32Array;
  GetLine(model: number, id: number): Line | undefined;
  GetLineType(model: number, id: number): number;
  GetLineIDsWithType(model: number, type: number, inherited?: boolean): Vector<number>;
  GetNameFromTypeCode(type: number): string;
}

/** What the package exports: its class, and the numbers of all classes of IFC by name. */
export type IfcPackage = { readonly IfcAPI: new () => IfcApi } & Readonly<Record<string, number>>;

/** An opened model. */
export class IfcLines {
  readonly api: IfcApi;
  readonly model: number;
  readonly #codes: IfcPackage;

  constructor(api: IfcApi, codes: IfcPackage, model: number) {
    this.api = api;
    this.model = model;
    this.#codes = codes;
  }

  code(name: string): number {
    return this.#codes[name];
  }

  /** Numbers of the lines of a class; none where this version of IFC does not have the class. */
  idsOf(name: string, inherited = false): number[] {
    const code = this.#codes[name];
    if (code === undefined) return [];
    const found = this.api.GetLineIDsWithType(this.model, code, inherited);
    return Array.from({ length: found.size() }, (_, i) => found.get(i));
  }

  linesOf(name: string): Line[] {
    return this.idsOf(name)
      .map((id) => this.line(id))
      .filter((line) => line !== undefined);
  }

  /** Undefined for a line that is not there or cannot be read: references in damaged files lead anywhere. */
  line(id: number | undefined): Line | undefined {
    if (id === undefined) return undefined;
    try {
      return this.api.GetLine(this.model, id) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** As in `IfcWall`. */
  classOf(id: number): string {
    return this.api.GetNameFromTypeCode(this.api.GetLineType(this.model, id)) || 'unknown';
  }
}

interface Attribute {
  readonly value?: unknown;
}

function attributeValue(attribute: unknown): unknown {
  return typeof attribute === 'object' && attribute !== null && 'value' in attribute
    ? (attribute as Attribute).value
    : undefined;
}

export function textOf(line: Line | undefined, name: string): string | undefined {
  const value = attributeValue(line?.[name]);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function numberOf(line: Line | undefined, name: string): number | undefined {
  const value = attributeValue(line?.[name]);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A plain value: text, number or truth. */
export function plainOf(line: Line | undefined, name: string): string | number | boolean | undefined {
  const value = attributeValue(line?.[name]);
  return ['string', 'number', 'boolean'].includes(typeof value) ? (value as string | number | boolean) : undefined;
}

/** The number of the line that an attribute refers to. */
export function referenceOf(line: Line | undefined, name: string): number | undefined {
  const value = attributeValue(line?.[name]);
  return typeof value === 'number' ? value : undefined;
}

export function referencesOf(line: Line | undefined, name: string): number[] {
  const list = line?.[name];
  if (!Array.isArray(list)) return [];
  return list.map(attributeValue).filter((value) => typeof value === 'number');
}

/** A list of numbers, as of coordinates. */
export function numbersOf(line: Line | undefined, name: string): number[] {
  const list = line?.[name];
  if (!Array.isArray(list)) return [];
  return list.map(attributeValue).filter((value) => typeof value === 'number');
}
