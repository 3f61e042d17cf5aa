/**
 * Reads values out of a glTF's JSON and refuses those that are not what the specification says.
 *
 * Promise: what comes back has the type asked for, references point at something, and an error names the place in the
 * JSON (`meshes[2].primitives[0].indices`), what stands there and what should.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const SHOWN_CHARACTERS = 60;

/** A value as the JSON has it, cut to a length that suits a message. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, SHOWN_CHARACTERS);
  } catch {
    return 'something nested too deeply to be shown';
  }
}

export class GltfChecker {
  readonly json: JsonObject;
  readonly options: ReadOptions;
  readonly #lists = new Map<string, readonly JsonObject[]>();

  constructor(json: JsonObject, options: ReadOptions) {
    this.json = json;
    this.options = options;
  }

  fail(path: string, found: unknown, expected: string): never {
    throw fileError('bad-gltf', this.options, {
      where: path,
      found: `found ${shown(found)}, expected ${expected}`,
      advice: 'Export it again, or see what the Khronos glTF Validator says about it.',
      details: { path },
    });
  }

  /** The objects of a list; none when the list is not there. */
  objects(value: unknown, path: string): JsonObject[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.fail(path, value, 'a list');
    return value.map((entry, i) => this.object(entry, `${path}[${i}]`));
  }

  object(value: unknown, path: string): JsonObject {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.fail(path, value, 'an object');
    return value as JsonObject;
  }

  /** One of the file's own lists. */
  list(name: string): readonly JsonObject[] {
    const list = this.#lists.get(name) ?? this.objects(this.json[name], name);
    this.#lists.set(name, list);
    return list;
  }

  whole(value: unknown, path: string, least = 0): number {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
      return this.fail(path, value, `a whole number, ${least} or more`);
    }
    return value;
  }

  /** An index into one of the file's lists, or undefined when there is none. */
  reference(value: unknown, listName: string, path: string): number | undefined {
    if (value === undefined) return undefined;
    const list = this.json[listName];
    const length = Array.isArray(list) ? list.length : 0;
    const index = this.whole(value, path);
    if (index >= length) return this.fail(path, index, `an index into ${listName}, which has ${length} entries`);
    return index;
  }

  references(value: unknown, listName: string, path: string): number[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.fail(path, value, 'a list of indices');
    return value.map((entry, i) => this.reference(entry ?? null, listName, `${path}[${i}]`)!);
  }

  /** A list of finite numbers, of this length when one is given, or undefined when there is none. */
  numbers(value: unknown, path: string, length?: number): number[] | undefined {
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.every((entry) => Number.isFinite(entry));
    if (!isList || (length !== undefined && value.length !== length)) {
      return this.fail(path, value, `a list of ${length ?? 'finite'} numbers`);
    }
    return value;
  }

  /** An extension's object, or undefined when it is not there. */
  extension(owner: JsonObject, name: string, path: string): JsonObject | undefined {
    if (owner.extensions === undefined) return undefined;
    const found = this.object(owner.extensions, `${path}.extensions`)[name];
    return found === undefined ? undefined : this.object(found, `${path}.extensions.${name}`);
  }

  name(value: unknown): string {
    return typeof value === 'string' ? value : '';
  }
}
