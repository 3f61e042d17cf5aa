/**
 * The regions of those pairs of triangles of two objects whose parts meet on the skins, and which of these pairs are alike there: of
 * triangles that are whole triangles of the skins, with the same corners.
 */
import { EdgeTable } from './edge-table.ts';
import { IntList } from './int-list.ts';
import type { PairRegions, Region } from './regions.ts';
import type { WholeObjects } from './skin-pairs.ts';
import { SkinSide } from './skin-side.ts';
import type { Surface } from './surface.ts';
import type { Parents } from './welded-triangles.ts';

const NO_PAIRS = new Uint32Array(0);

type BothParents = readonly [Parents | undefined, Parents | undefined];

export class DirectRegions {
  /** The region of each pair, −1 where it is not known. */
  readonly ofPair: Int32Array;
  /** 1 for pairs that are alike. */
  readonly #areAlike: Uint8Array;
  readonly #objects: WholeObjects;

  /** `found` is the contact of the skins, which are `surfaces`. */
  constructor(
    objects: WholeObjects,
    found: PairRegions | undefined,
    regions: readonly Region[],
    parents: BothParents,
    surfaces: readonly [Surface, Surface],
  ) {
    this.#objects = objects;
    const ofSkins = found?.contact.pairs ?? NO_PAIRS;
    const table = new SkinPairs(objects.surfaces, surfaces, parents, ofSkins.length / 2);
    for (let region = 0; region < regions.length; region++) {
      const own = regions[region].pairs;
      for (let i = 0; i < own.length; i++) table.add(ofSkins[2 * own[i]], ofSkins[2 * own[i] + 1], region);
    }
    const { pairs } = objects;
    this.ofPair = new Int32Array(pairs.length / 2);
    this.#areAlike = new Uint8Array(pairs.length / 2);
    for (let pair = 0; pair < this.ofPair.length; pair++) {
      const place = table.find(pairs[2 * pair], pairs[2 * pair + 1]);
      this.ofPair[pair] = place < 0 ? -1 : table.regionAt(place);
      this.#areAlike[pair] = place < 0 ? 0 : table.areAlikeAt(place);
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

/** Pairs of triangles of the objects whose parts meet on the skins. */
class SkinPairs {
  /** By place in the table: the first region, and whether the triangles are alike. */
  readonly #regions: IntList;
  readonly #areAlike: IntList;
  readonly #table: EdgeTable;
  readonly #sides: readonly [SkinSide, SkinSide];
  /** Makes the triangles of b greater than those of a. */
  readonly #offset: number;

  constructor(
    objects: readonly [Surface, Surface],
    skins: readonly [Surface, Surface],
    parents: BothParents,
    count: number,
  ) {
    this.#sides = [new SkinSide(objects[0], skins[0], parents[0]), new SkinSide(objects[1], skins[1], parents[1])];
    this.#offset = objects[0].triangleCount;
    this.#regions = new IntList(count);
    this.#areAlike = new IntList(count);
    this.#table = new EdgeTable(count);
  }

  /** The place of two triangles of the objects, −1 for none. */
  find(f: number, g: number): number {
    return this.#table.find(f, g + this.#offset);
  }

  regionAt(place: number): number {
    return this.#regions.values[place];
  }

  areAlikeAt(place: number): number {
    return this.#areAlike.values[place];
  }

  /** Adds the parents of two triangles of the skins. */
  add(f: number, g: number, region: number): void {
    const [a, b] = this.#sides;
    const areAlike = a.isWhole(f) && b.isWhole(g) ? 1 : 0;
    for (let own = a.firstOf(f); own < a.endOf(f); own++) {
      for (let other = b.firstOf(g); other < b.endOf(g); other++) {
        const known = this.#table.count;
        if (this.#table.take(a.parentAt(own), b.parentAt(other) + this.#offset) < known) continue;
        this.#regions.push(region);
        this.#areAlike.push(areAlike);
      }
    }
  }
}
