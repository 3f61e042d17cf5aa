/** Units of length: what files and people call them, how large they are, and whether a model makes sense in one. */

/** In tenths of a micron, so that all are whole numbers. */
export const UNIT_SIZES: Readonly<Record<string, number>> = {
  micron: 10,
  millimeter: 10_000,
  centimeter: 100_000,
  inch: 254_000,
  foot: 3_048_000,
  meter: 10_000_000,
};

export const UNIT_NAMES: Readonly<Record<string, string>> = {
  um: 'micron',
  µm: 'micron',
  μm: 'micron',
  mm: 'millimeter',
  millimetre: 'millimeter',
  cm: 'centimeter',
  centimetre: 'centimeter',
  in: 'inch',
  '"': 'inch',
  ft: 'foot',
  m: 'meter',
  metre: 'meter',
};

const SYMBOLS: Readonly<Record<string, string>> = {
  micron: 'µm',
  millimeter: 'mm',
  centimeter: 'cm',
  inch: 'in',
  foot: 'ft',
  meter: 'm',
};

/** `mm` for `millimeter`; other words as they are. */
export function unitSymbol(unit: string): string {
  return SYMBOLS[unit] ?? unit;
}

/** What a length in one unit is multiplied by to be one in another; 1 where one of them is not known. */
export function unitRatio(unit: string | undefined, shown: string | undefined): number {
  const [from, to] = [UNIT_SIZES[unit ?? ''], UNIT_SIZES[shown ?? '']];
  return from && to ? from / to : 1;
}

/** The unit that numbers are in when they are shown in another: the other, where both are known. */
export function shownUnit(unit: string | undefined, shown: string | undefined): string | undefined {
  return unit && unit in UNIT_SIZES && shown && shown in UNIT_SIZES ? shown : unit;
}

/** A model in metres with parts as large as this was probably drawn in millimetres. */
const ABSURD_METRES = 100;

/** A hint about a model whose largest part is absurdly large in the file's unit; undefined when its size makes sense. */
export function absurdSize(size: number, unit: string | undefined): string | undefined {
  if (unit === undefined || !(unit in UNIT_SIZES)) return undefined;
  const metres = (size * UNIT_SIZES[unit]) / UNIT_SIZES.meter;
  if (metres < ABSURD_METRES) return undefined;
  const shown = Number(size.toPrecision(3));
  return `the largest part is ${shown} ${unitSymbol(unit)} across. If the coordinates are in another unit than the file says, as glTF made from CAD often is, say so with --unit mm.`;
}
