/**
 * Takes the long lists out of a 3MF model part: vertices and triangles go into typed arrays, the rest stays XML.
 *
 * Promise: `outline` is the same document with every `<vertices>` and `<triangles>` replaced by an empty element whose
 * attribute `list` is the index into `vertexLists` or `triangleLists`, and without the lists that hold no geometry.
 * Coordinates are the doubles nearest to the text.
 * Why: a general XML parser makes an object per element. On a part of 151 MB (2 million triangles) fast-xml-parser took
 * 23 s and 1.2 GB; this scan 1.7 s and, with the unpacking, 0.24 GB. The outline still goes to the parser, which
 * handles entities, namespaces and the rest of XML.
 */
import { GrowableFloat64, GrowableUint32 } from '../growable.ts';
import type { ReadOptions } from '../model.ts';
import { STEP_BYTES, type Steps } from '../read-steps.ts';
import { SLASH, XmlCursor, ZERO } from './xml-cursor.ts';

export interface ScannedPart {
  readonly outline: string;
  readonly vertexLists: readonly Float64Array[];
  readonly triangleLists: readonly Uint32Array[];
}

/** Long lists of looks, slices and lattices; nothing in them is a triangle of a mesh. */
const PASSED_OVER = new Set([
  'basematerials',
  'colorgroup',
  'texture2dgroup',
  'compositematerials',
  'multiproperties',
  'slicestack',
  'beamlattice',
  'trianglesets',
]);

const BANG = 33;
const COLON = 58;
const LESS = 60;
const QUESTION = 63;
const SMALL_V = 118;
const SMALL_X = 120;

/** Scans the XML of a model part; yields the share that is done. `partName` is for messages. */
export function* scanModelPart(xml: Uint8Array, partName: string, options: ReadOptions): Steps<ScannedPart> {
  const scanner = new ModelPartScanner(new XmlCursor(toUtf8(xml), partName, options));
  while (scanner.scanUntil(STEP_BYTES)) yield scanner.share;
  return scanner.finish();
}

/** 3MF allows UTF-16, which is rare: it is made UTF-8 first. */
function toUtf8(xml: Uint8Array): Uint8Array {
  const isLittle = xml[0] === 0xff && xml[1] === 0xfe;
  const isBig = xml[0] === 0xfe && xml[1] === 0xff;
  if (!isLittle && !isBig) return xml;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(xml));
}

class ModelPartScanner {
  readonly #cursor: XmlCursor;
  readonly #pieces: string[] = [];
  readonly #vertexLists: Float64Array[] = [];
  readonly #triangleLists: Uint32Array[] = [];
  /** Start of what goes to the outline next. */
  #kept = 0;
  /** The list that is being read; its closing tag has this name. */
  #openList: { readonly tag: string; readonly isVertices: boolean } | undefined;
  #vertices = new GrowableFloat64();
  #triangles = new GrowableUint32();
  // The three attributes of the element at the cursor.
  readonly #values = new Float64Array(3);

  constructor(cursor: XmlCursor) {
    this.#cursor = cursor;
  }

  get share(): number {
    return this.#cursor.at / this.#cursor.bytes.length;
  }

  /** Scans some `byteCount` bytes of whole elements; false at the end of the part. */
  scanUntil(byteCount: number): boolean {
    const stop = this.#cursor.at + byteCount;
    while (this.#cursor.at < stop) {
      const start = this.#cursor.bytes.indexOf(LESS, this.#cursor.at);
      if (start === -1) return false;
      this.#cursor.at = start + 1;
      this.#markup(start);
    }
    return true;
  }

  finish(): ScannedPart {
    if (this.#openList) throw this.#cursor.cutOff(`"</${this.#openList.tag}>"`);
    this.#keepUntil(this.#cursor.bytes.length);
    return {
      outline: this.#pieces.join(''),
      vertexLists: this.#vertexLists,
      triangleLists: this.#triangleLists,
    };
  }

  #markup(start: number): void {
    const next = this.#cursor.bytes[start + 1];
    if (next === QUESTION) this.#cursor.skipPast('?>');
    else if (next === BANG) this.#declaration(start);
    else if (next === SLASH) this.#closingTag(start);
    else if (this.#openList) this.#listElement(start, this.#openList.isVertices);
    else this.#openingTag(start);
  }

  #declaration(start: number): void {
    if (this.#cursor.startsWith('<!--', start)) this.#cursor.skipPast('-->');
    else if (this.#cursor.startsWith('<![CDATA[', start)) this.#cursor.skipPast(']]>');
    else throw this.#cursor.bad(start, 'a document type declaration', 'none, as 3MF does not allow them');
  }

  #closingTag(start: number): void {
    const list = this.#openList;
    this.#cursor.skipPast('>');
    if (!list || !this.#cursor.isName(list.tag, start + 2)) return;
    if (list.isVertices) this.#vertexLists.push(this.#vertices.take());
    else this.#triangleLists.push(this.#triangles.take());
    this.#openList = undefined;
    this.#kept = this.#cursor.at;
  }

  #openingTag(start: number): void {
    const nameEnd = this.#cursor.endOfName(start + 1);
    const tag = this.#cursor.text(start + 1, nameEnd);
    const localName = tag.slice(tag.indexOf(':') + 1);
    const isVertices = localName === 'vertices';
    const isList = isVertices || localName === 'triangles';
    this.#cursor.skipTag();
    if (!isList && !PASSED_OVER.has(localName)) return;
    const isEmpty = this.#cursor.bytes[this.#cursor.at - 2] === SLASH;
    this.#keepUntil(start);
    if (isList) {
      const lists = isVertices ? this.#vertexLists : this.#triangleLists;
      this.#pieces.push(`<${localName} list="${lists.length}"/>`);
      this.#openList = isEmpty ? undefined : { tag, isVertices };
      if (isEmpty && isVertices) this.#vertexLists.push(new Float64Array(0));
      if (isEmpty && !isVertices) this.#triangleLists.push(new Uint32Array(0));
    } else if (!isEmpty) {
      this.#cursor.skipPast(`</${tag}`);
      this.#cursor.skipPast('>');
    }
    this.#kept = this.#cursor.at;
  }

  /** One element within a list: `<vertex x y z>`, `<triangle v1 v2 v3>`, or something to pass over. */
  #listElement(start: number, isVertices: boolean): void {
    const nameEnd = this.#cursor.endOfName(start + 1);
    let nameStart = nameEnd;
    while (nameStart > start + 1 && this.#cursor.bytes[nameStart - 1] !== COLON) nameStart--;
    if (!this.#cursor.isName(isVertices ? 'vertex' : 'triangle', nameStart)) {
      this.#cursor.skipTag();
      return;
    }
    const values = this.#values.fill(Number.NaN);
    this.#cursor.at = nameEnd;
    this.#readAttributes(isVertices);
    for (let i = 0; i < 3; i++) {
      if (Number.isNaN(values[i])) throw this.#missing(start, isVertices, i);
    }
    if (isVertices) this.#vertices.push3(values[0], values[1], values[2]);
    else this.#triangles.push3(values[0], values[1], values[2]);
  }

  #readAttributes(isVertices: boolean): void {
    const cursor = this.#cursor;
    while (cursor.nextAttribute()) {
      const slot = this.#slot(isVertices);
      if (slot < 0 || slot > 2) cursor.skipValue();
      else this.#values[slot] = isVertices ? cursor.number() : cursor.index();
    }
  }

  /** x, y, z count from the letter x; v1, v2, v3 from the digit 1. Any other attribute gives something else. */
  #slot(isVertices: boolean): number {
    const { bytes, nameStart, nameEnd } = this.#cursor;
    if (isVertices) return nameEnd - nameStart === 1 ? bytes[nameStart] - SMALL_X : -1;
    return nameEnd - nameStart === 2 && bytes[nameStart] === SMALL_V ? bytes[nameStart + 1] - ZERO - 1 : -1;
  }

  #keepUntil(end: number): void {
    if (end > this.#kept) this.#pieces.push(this.#cursor.text(this.#kept, end));
  }

  #missing(start: number, isVertices: boolean, slot: number): Error {
    const name = isVertices ? 'xyz'[slot] : `v${slot + 1}`;
    return this.#cursor.bad(start, `a ${isVertices ? 'vertex' : 'triangle'} without ${name}`, 'three of them');
  }
}
