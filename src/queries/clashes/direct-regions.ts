/**
 * The regions of those pairs of triangles of two objects whose parts meet on the skins, and which of these pairs are alike there: of
 * triangles that are whole triangles of the skins, connected alike.
 */
import { EdgeTable } from './edge-table.ts';
import { IntList } from './int-list.ts';
import type { PairRegions, Region } from './regions.ts';
import type { WholeObjects } from './skin-pairs.ts';
import { SkinSide } from './skin-side.ts';
import type { Surface } from './surface.ts';
import type { WeldedMesh } from './welded-triangles.ts';

const NO_PAIRS = new Uint32Array(0);

export class DirectRegions {
  /** The region of each pair, −1 where it is not known. */
  readonly ofPair: Int32Array;
  /** 1 for pairs that are alike. */
  readonly #areAlike: Uint8Array;
  readonly #objects: WholeObjects;

  /** `found` is the contact of the skins. */
  constructor(
    objects: WholeObjects,
    found: PairRegions | undefined,
    regions: readonly Region[],
    skins: readonly [WeldedMesh | undefined, WeldedMesh | undefined],
  ) {
    this.#objects = objects;
    const { pairs, surfaces } = objects;
    const sides = [new SkinSide(surfaces[0], skins[0]), new SkinSide(surfaces[1], skins[1])] as const;
    const areNumbered = Number(sides[0].isNumbered && sides[1].isNumbered);
    const ofSkins = found?.contact.pairs ?? NO_PAIRS;
    const ofSkinPair = new Int32Array(ofSkins.length / 2).fill(-1);
    const parts = new PartPairs(sides, surfaces[0].triangleCount);
    for (let region = 0; region < regions.length; region++) {
      const own = regions[region].pairs;
      for (let i = 0; i < own.length; i++) {
        ofSkinPair[own[i]] = region;
        parts.add(ofSkins[2 * own[i]], ofSkins[2 * own[i] + 1], region);
      }
    }
    this.ofPair = new Int32Array(pairs.length / 2);
    this.#areAlike = new Uint8Array(pairs.length / 2);
    // Pairs of whole triangles come in the same order in both lists.
    let place = 0;
    for (let pair = 0; pair < this.ofPair.length; pair++) {
      const [f, g] = [pairs[2 * pair], pairs[2 * pair + 1]];
      const [p, q] = [sides[0].wholeOf(f), sides[1].wholeOf(g)];
      if (p < 0 || q < 0) {
        this.ofPair[pair] = parts.regionOf(f, g);
        continue;
      }
      while (ofSkins[2 * place] < p || (ofSkins[2 * place] === p && ofSkins[2 * place + 1] < q)) place++;
      const isThere = ofSkins[2 * place] === p && ofSkins[2 * place + 1] === q;
      this.ofPair[pair] = isThere ? ofSkinPair[place] : -1;
      this.#areAlike[pair] = isThere ? areNumbered : 0;
    }
  }

  /** Pairs that are not alike, and those that share a vertex with one of them on either side: only these can be connected with them. */
  toExamine(): Uint32Array {
    const { pairs, surfaces } = this.#objects;
    const [a, b] = [new VertexBits(surfaces[0]), new VertexBits(surfaces[1])];
    const found = new IntList();
    let isAny = false;
    for (let pair = 0; pair < this.ofPair.length; pair++) {
      if (this.#areAlike[pair]) continue;
      a.add(pairs[2 * pair]);
      b.add(pairs[2 * pair + 1]);
      isAny = true;
    }
    for (let pair = 0; isAny && pair < this.ofPair.length; pair++) {
      const isBeside = a.meets(pairs[2 * pair]) && b.meets(pairs[2 * pair + 1]);
      if (!this.#areAlike[pair] || isBeside) found.push(pair);
    }
    return Uint32Array.from(found.values.subarray(0, found.count));
  }

  /** Whether pairs have several regions: places in `numbers`. */
  haveSeveral(pairs: readonly number[], numbers: Uint32Array): boolean {
    const first = this.firstOf(pairs, numbers);
    return pairs.some((pair) => this.ofPair[numbers[pair]] >= 0 && this.ofPair[numbers[pair]] !== first);
  }

  /** The region of the first pair that has one, −1 for none: places in `numbers`, or numbers of pairs where that is left out. */
  firstOf(pairs: readonly number[], numbers: Uint32Array | undefined): number {
    for (const pair of pairs) {
      const region = this.ofPair[numbers ? numbers[pair] : pair];
      if (region >= 0) return region;
    }
    return -1;
  }

  /** Gives a region to all of the pairs that have none. */
  setAll(pairs: readonly number[], numbers: Uint32Array | undefined, region: number): void {
    for (const place of pairs) {
      const pair = numbers ? numbers[place] : place;
      if (this.ofPair[pair] < 0) this.ofPair[pair] = region;
    }
  }
}

/** A set of vertices of a surface, given by triangles: a bit for each. */
class VertexBits {
  readonly #corners: Uint32Array;
  readonly #bits: Uint32Array;

  constructor({ corners, topology }: Surface) {
    this.#corners = corners;
    this.#bits = new Uint32Array((topology.vertexCount >>> 5) + 1);
  }

  add(triangle: number): void {
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++)
      this.#bits[this.#corners[at] >>> 5] |= 1 << (this.#corners[at] & 31);
  }

  /** Whether a triangle has one of them. */
  meets(triangle: number): boolean {
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++)
      if ((this.#bits[this.#corners[at] >>> 5] >>> (this.#corners[at] & 31)) & 1) return true;
    return false;
  }
}

/** Pairs of triangles of the objects that meet on the skins in parts. */
class PartPairs {
  /** By place in the table: the first region. */
  readonly #regions = new IntList();
  readonly #table = new EdgeTable(64);
  readonly #sides: readonly [SkinSide, SkinSide];
  /** Makes the triangles of b greater than those of a. */
  readonly #offset: number;

  constructor(sides: readonly [SkinSide, SkinSide], offset: number) {
    this.#sides = sides;
    this.#offset = offset;
  }

  /** The region of two triangles of the objects, −1 for none. */
  regionOf(f: number, g: number): number {
    const place = this.#table.find(f, g + this.#offset);
    return place < 0 ? -1 : this.#regions.values[place];
  }

  /** Adds the parents of two triangles of the skins, unless these are whole. */
  add(f: number, g: number, region: number): void {
    const [a, b] = this.#sides;
    if (a.isWhole(f) && b.isWhole(g)) return;
    for (let own = a.firstOf(f); own < a.endOf(f); own++) {
      for (let other = b.firstOf(g); other < b.endOf(g); other++) {
        const known = this.#table.count;
        if (this.#table.take(a.parentAt(own), b.parentAt(other) + this.#offset) === known) this.#regions.push(region);
      }
    }
  }
}
