/** The number types of PLY: their sizes, their names in headers, and how to read one from binary data. */

export interface PlyType {
  readonly name: string;
  readonly byteCount: number;
  read(view: DataView, at: number, littleEndian: boolean): number;
}

/** Both names of a type: those of 1994, and those with the size in them. */
const TYPES: readonly (PlyType & { readonly sizedName: string })[] = [
  { name: 'char', sizedName: 'int8', byteCount: 1, read: (view, at) => view.getInt8(at) },
  { name: 'uchar', sizedName: 'uint8', byteCount: 1, read: (view, at) => view.getUint8(at) },
  { name: 'short', sizedName: 'int16', byteCount: 2, read: (view, at, little) => view.getInt16(at, little) },
  { name: 'ushort', sizedName: 'uint16', byteCount: 2, read: (view, at, little) => view.getUint16(at, little) },
  { name: 'int', sizedName: 'int32', byteCount: 4, read: (view, at, little) => view.getInt32(at, little) },
  { name: 'uint', sizedName: 'uint32', byteCount: 4, read: (view, at, little) => view.getUint32(at, little) },
  { name: 'float', sizedName: 'float32', byteCount: 4, read: (view, at, little) => view.getFloat32(at, little) },
  { name: 'double', sizedName: 'float64', byteCount: 8, read: (view, at, little) => view.getFloat64(at, little) },
];

const BY_NAME = new Map(TYPES.flatMap((type) => [[type.name, type] as const, [type.sizedName, type] as const]));

export function plyTypeNamed(name: string | undefined): PlyType | undefined {
  return BY_NAME.get(name ?? '');
}
