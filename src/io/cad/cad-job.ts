/**
 * What a thread that reads a CAD or BIM file is given, and what it answers: plain data, so that it can be posted.
 *
 * The packages that read these files are large, of other licences, and written in C++: they may trap, hang or take all
 * memory. So they run in a separate thread, which is terminated when it is done or exceeds its limits.
 */

/** Formats that another package reads. */
export type CadFormat = 'ifc' | 'step' | 'iges' | 'brep';

/** How far triangles may be from the surfaces they stand for: a length in the unit of the answer, or a part of the size. */
export interface Deflection {
  /** Whether `value` is a length or a part. */
  readonly kind: 'absolute' | 'relative';
  /** Above 0. */
  readonly value: number;
}

export interface CadJob {
  readonly format: CadFormat;
  readonly bytes: Uint8Array;
  /** Address of the package's script, and of the folder or file of its wasm where that is not beside it. */
  readonly script: string;
  readonly wasmFolder: string | undefined;
  readonly memoryLimitBytes: number;
  readonly withSpaces: boolean;
  readonly withProperties: boolean;
  /** Left out: as fine as the smallest part requires. */
  readonly deflection?: Deflection;
}

/** What the file says about a part besides its shape. */
export interface PartFacts {
  /** The class of an IFC element, as in `IfcWall`. */
  readonly class?: string;
  /** The name of its type. */
  readonly type?: string;
  /** The name of the storey that it is in. */
  readonly storey?: string;
  /** The name of the system that it belongs to, as in `Supply air 1`. */
  readonly system?: string;
  /** Names of its presentation layers. */
  readonly layers?: readonly string[];
  /** Names of its materials. */
  readonly materials?: readonly string[];
  /** GlobalId of the element whose opening it fills: for a window, the wall. */
  readonly host?: string;
  /** Persistent identifier, within the file, of the assembly it is part of. */
  readonly assembly?: string;
  /** By `set.property`, when asked for. */
  readonly properties?: Readonly<Record<string, string | number | boolean>>;
  /** Red, green and blue, 0 to 1. */
  readonly color?: readonly [number, number, number];
}

export interface CadPart extends PartFacts {
  readonly name: string;
  readonly path?: readonly string[];
  readonly guid?: string;
  readonly positions: Float64Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
  /** How far its triangles may be from its surfaces, where that is known. */
  readonly deflection?: number;
}

/** Where the origin of a model lies on the map: metres, and the angle from the x axis to east as cosine and sine. */
export interface MapConversion {
  /** How far east it is. */
  readonly eastings: number;
  /** How far north it is. */
  readonly northings: number;
  /** Its height. */
  readonly height: number;
  /** Of the angle. */
  readonly cosine: number;
  /** Of the angle. */
  readonly sine: number;
  /** What lengths of the model are multiplied by. */
  readonly scale: number;
  /** Of the coordinate reference system, as in `EPSG:32760`. */
  readonly system?: string;
}

/** A storey of a building. */
export interface Storey {
  /** As the file calls it. */
  readonly name: string;
  /** Where its floor is, in metres along z of the file; left out where the file does not say. */
  readonly elevation?: number;
}

/** A line of a construction grid, as seen from above: two points of it in metres, x and y of the file. */
export interface GridLine {
  /** Its tag, as in `B` or `3`. */
  readonly name: string;
  /** Lines of one family run in the same direction; a place is named by the nearest line of each family. */
  readonly family: 'u' | 'v' | 'w';
  /** A point on it. */
  readonly from: readonly [number, number];
  /** Another. */
  readonly to: readonly [number, number];
}

/** What a file says about its contents as a whole. */
export interface ModelFacts {
  /** The name of the project. */
  readonly project?: string;
  /** When the file was written, as it says itself. */
  readonly date?: string;
  /** The unit of the numbers in the file, where the reader converts them and knows its name. */
  readonly ownUnit?: string;
  /** From the lowest to the highest, those without elevation last. */
  readonly storeys?: readonly Storey[];
  /** Straight ones; curved lines are left out. */
  readonly gridLines?: readonly GridLine[];
}

export interface CadModel {
  readonly parts: readonly CadPart[];
  readonly unit?: string;
  readonly mapConversion?: MapConversion;
  readonly facts?: ModelFacts;
  /** Sentences about what was assumed or left out. */
  readonly notes: readonly string[];
}

/** Why a file cannot be read: the clauses of an error about a file. */
export interface CadFailure {
  readonly code: 'missing' | 'bad-model' | 'no-triangles' | 'too-large' | 'unsupported-schema';
  readonly found: string;
}

export type CadMessage =
  | { readonly progress: number }
  | { readonly model: CadModel /** Of the largest wasm memory. */; readonly heapBytes: number }
  | { readonly failure: CadFailure };
