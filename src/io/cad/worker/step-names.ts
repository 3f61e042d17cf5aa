/**
 * Names of the bodies of a STEP file, by the products that they belong to.
 *
 * occt-import-js merges the parts of an assembly into one node and keeps no names of products with several bodies, or gives
 * placeholders such as SOLID. The file has the tree: products, their occurrences in assemblies (NEXT_ASSEMBLY_USAGE_OCCURRENCE), and
 * the bodies of their representations, each with a number of faces.
 * Promise: a name is given only where the faces agree, body by body; or where all bodies of that many faces have one name.
 * Source: ISO 10303-21 (text), ISO 10303-44 (product structure).
 */

export interface NamedBody {
  readonly name: string;
  readonly faces: number;
}

interface Entity {
  readonly type: string;
  readonly text: string;
}

const ENTITY = /#(\d+)\s*=\s*([A-Z_0-9]*)\s*\(((?:[^';]|'[^']*')*)\)\s*;/g;
/** Entities that are needed; everything else is geometry. */
const WANTED =
  /^(?:PRODUCT(?:_DEFINITION.*)?|NEXT_ASSEMBLY_USAGE_OCCURRENCE|SHAPE_DEFINITION_REPRESENTATION|.*SHAPE_REPRESENTATION(?:_RELATIONSHIP)?|MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS|FACETED_BREP|SHELL_BASED_SURFACE_MODEL|(?:ORIENTED_)?(?:CLOSED|OPEN)_SHELL)$/;
const BODIES = ['MANIFOLD_SOLID_BREP', 'BREP_WITH_VOIDS', 'FACETED_BREP', 'SHELL_BASED_SURFACE_MODEL'];

const refs = (text: string): number[] =>
  [...text.replace(/'[^']*'/g, '').matchAll(/#(\d+)/g)].map(([, id]) => Number(id));

/** Text of a STEP file: `''` is an apostrophe, `\X2\00E4\X0\` and `\X\E4` are other characters. */
export function stepText(text: string): string {
  const codes = (hex: string, digits: number) =>
    String.fromCodePoint(
      ...(hex.match(new RegExp(`.{${digits}}`, 'g')) ?? []).map((code) => Number.parseInt(code, 16)),
    );
  return text
    .replace(/\\X2\\((?:[0-9A-F]{4})+)\\X0\\/gi, (_, hex: string) => codes(hex, 4))
    .replace(/\\X\\([0-9A-F]{2})/gi, (_, hex: string) => codes(hex, 2))
    .replaceAll("''", "'")
    .trim();
}

class StepTree {
  readonly #entities = new Map<number, Entity>();
  /** By product definition: the occurrences below it, and its representations. */
  readonly #below = new Map<number, number[]>();
  readonly #shapes = new Map<number, number[]>();
  /** Representations that stand for the same shape. */
  readonly #related = new Map<number, number[]>();

  constructor(text: string) {
    for (const [, id, type, args] of text.matchAll(ENTITY)) {
      if (WANTED.test(type)) this.#entities.set(Number(id), { type, text: args });
    }
    for (const { type, text: args } of this.#entities.values()) this.#link(type, args);
  }

  #link(type: string, text: string): void {
    const ids = refs(text);
    if (type === 'NEXT_ASSEMBLY_USAGE_OCCURRENCE') push(this.#below, ids[0], ids[1]);
    else if (type === 'SHAPE_REPRESENTATION_RELATIONSHIP') {
      push(this.#related, ids[0], ids[1]);
      push(this.#related, ids[1], ids[0]);
    } else if (type === 'SHAPE_DEFINITION_REPRESENTATION') {
      const shape = this.#entities.get(ids[0]);
      if (shape?.type === 'PRODUCT_DEFINITION_SHAPE') push(this.#shapes, refs(shape.text)[0], ids[1]);
    }
  }

  /** Bodies in the order of the tree, from the products that are in no other. */
  bodies(): NamedBody[] {
    const inner = new Set([...this.#below.values()].flat());
    const tops = [...this.#entities].filter(
      ([id, { type }]) => /^PRODUCT_DEFINITION(?:_WITH_.*)?$/.test(type) && !inner.has(id),
    );
    return tops.flatMap(([id]) => this.#bodiesBelow(id, new Set()));
  }

  #bodiesBelow(definition: number, above: ReadonlySet<number>): NamedBody[] {
    if (above.has(definition)) return [];
    const name = this.#nameOf(definition);
    const own = (this.#shapes.get(definition) ?? []).flatMap((shape) => this.#facesOf(shape));
    const within = new Set([...above, definition]);
    const parts = (this.#below.get(definition) ?? []).flatMap((part) => this.#bodiesBelow(part, within));
    return [...own.map((faces) => ({ name, faces })), ...parts];
  }

  /** Definition, formation, product. */
  #nameOf(definition: number): string {
    const formation = refs(this.#entities.get(definition)?.text ?? '')[0];
    const product = this.#entities.get(refs(this.#entities.get(formation)?.text ?? '')[0]);
    const [id = '', name = ''] = [...(product?.text ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) =>
      stepText(text),
    );
    return name || id;
  }

  /** Faces of each body of a representation and of those that stand for the same shape. */
  #facesOf(shape: number): number[] {
    const shapes = new Set([shape]);
    for (const each of shapes) for (const other of this.#related.get(each) ?? []) shapes.add(other);
    const items = [...shapes].flatMap((each) => refs(this.#entities.get(each)?.text ?? '').slice(0, -1));
    return items.flatMap((item) => {
      const entity = this.#entities.get(item);
      if (!entity || !BODIES.includes(entity.type)) return [];
      const shells = refs(entity.text).map((id) => this.#shellFaces(id));
      return entity.type === 'SHELL_BASED_SURFACE_MODEL' ? shells : [shells.reduce((sum, count) => sum + count, 0)];
    });
  }

  #shellFaces(id: number): number {
    const shell = this.#entities.get(id);
    if (!shell) return 0;
    const ids = refs(shell.text);
    return shell.type.startsWith('ORIENTED_') ? this.#shellFaces(ids[0]) : ids.length;
  }
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The name of each body, by how many faces each has, in the order in which they were found; undefined where it is not certain. */
export function productNames(bytes: Uint8Array, faceCounts: readonly number[]): (string | undefined)[] {
  const bodies = new StepTree(new TextDecoder('latin1').decode(bytes)).bodies();
  const isSame = bodies.length === faceCounts.length && bodies.every(({ faces }, i) => faces === faceCounts[i]);
  if (isSame) return bodies.map(({ name }) => name || undefined);
  const names = new Map<number, Set<string>>();
  for (const { name, faces } of bodies) names.set(faces, (names.get(faces) ?? new Set()).add(name));
  return faceCounts.map((count) => {
    const [only, ...others] = names.get(count) ?? [];
    return others.length === 0 && only ? only : undefined;
  });
}
