/** The unit that the numbers of a CAD or BIM file are in, before the reader converts them. */

/** Metres in each unit that has a name. */
const NAMED: readonly (readonly [name: string, metres: number])[] = [
  ['micron', 1e-6],
  ['millimeter', 1e-3],
  ['centimeter', 1e-2],
  ['inch', 0.0254],
  ['foot', 0.3048],
  ['meter', 1],
];
/** Some files round the inch or the foot; no two units are closer to each other than this. */
const OFF_MOST = 1e-5;

/** Undefined for a unit without a name, such as the decimetre. */
export function unitName(metres: number | undefined): string | undefined {
  if (metres === undefined) return undefined;
  return NAMED.find(([, size]) => Math.abs(metres / size - 1) <= OFF_MOST)?.[0];
}

/** What every STEP file with units has: a list of references to them. */
export const STEP_UNITS = 'GLOBAL_UNIT_ASSIGNED_CONTEXT';
/** Units are written beside the context that assigns them. */
const AROUND = 1 << 16;
const PREFIXES: Readonly<Record<string, number>> = { '': 1, CENTI: 1e-2, MILLI: 1e-3, MICRO: 1e-6, KILO: 1e3 };

function positionOf(bytes: Uint8Array, word: string): number {
  const codes = Array.from(word, (letter) => letter.charCodeAt(0));
  for (let at = bytes.indexOf(codes[0]); at >= 0; at = bytes.indexOf(codes[0], at + 1)) {
    if (codes.every((code, i) => bytes[at + i] === code)) return at;
  }
  return -1;
}

/** The text of an entity, without line ends; undefined where it is not in the text. */
function entity(text: string, id: string): string | undefined {
  return new RegExp(`#${id}\\s*=\\s*([^;]*);`).exec(text)?.[1].replace(/\s+/g, '');
}

/** Metres in a length unit of a STEP file: `SI_UNIT(.MILLI.,.METRE.)`, or a measure in terms of another. */
function metresIn(text: string, id: string, depth = 0): number | undefined {
  const said = entity(text, id);
  if (said === undefined || depth > 4 || !said.includes('LENGTH_UNIT')) return undefined;
  const prefix = /SI_UNIT\((?:\.(\w+)\.|\$),\.METRE\.\)/.exec(said);
  if (prefix) return PREFIXES[prefix[1] ?? ''];
  const measure = entity(text, /CONVERSION_BASED_UNIT\('[^']*',#(\d+)\)/.exec(said)?.[1] ?? '');
  const [, factor, base] =
    /LENGTH_MEASURE_WITH_UNIT\((?:LENGTH_MEASURE\()?([\d.E+-]+)\)?,#(\d+)\)/i.exec(measure ?? '') ?? [];
  const metres = base === undefined ? undefined : metresIn(text, base, depth + 1);
  return metres === undefined ? undefined : Number(factor) * metres;
}

/** The unit of a STEP file's first context; undefined if it is not stated, or not in a form that is understood. */
export function stepUnit(bytes: Uint8Array): string | undefined {
  const at = positionOf(bytes, STEP_UNITS);
  if (at < 0) return undefined;
  const around = bytes.subarray(Math.max(0, at - AROUND), at + AROUND);
  const text = Array.from(around, (code) => String.fromCharCode(code)).join('');
  const ids = new RegExp(`${STEP_UNITS}\\s*\\(\\s*\\(([^)]*)\\)`).exec(text)?.[1].match(/\d+/g) ?? [];
  for (const id of ids) {
    const name = unitName(metresIn(text, id));
    if (name !== undefined) return name;
  }
  return undefined;
}
