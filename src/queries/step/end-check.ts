/**
 * The last word on a step: `collide` on the ends as they will be stored.
 *
 * Impacts prove that no two features meet on the way, of triangles as they are placed. That leaves two things out. A triangle without
 * area collides with nothing, so it may pierce another and open on its way; and `collide` decides within an object by its own
 * coordinates, which the placed ones only approximate. So the ends are written, checked, and reverted if need be.
 */
import { makeEnd } from '../../backend/wasm/motion-end.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { runAsync } from '../../backend/wasm/task.ts';
import type { Collisions } from '../collide/collide.ts';
import type { Keeper } from '../collide/keeper.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collideOnWasm } from '../collide/run.ts';
import { selectionOf } from '../pair-selection.ts';
import type { Bodies } from './bodies.ts';
import { type Body, type End, IDENTITY } from './body.ts';
import type { CheckedStepOptions } from './options.ts';

export class EndCheck {
  readonly #runtime: WasmRuntime;
  readonly #bodies: Bodies;
  readonly #options: CheckedStepOptions;
  readonly #kept: Keeper;
  readonly #known = new Set<string>();
  /** Four per triangle pair that collides at the start. */
  before = new Uint32Array(0);

  constructor(runtime: WasmRuntime, bodies: Bodies, options: CheckedStepOptions, kept: Keeper) {
    this.#runtime = runtime;
    this.#bodies = bodies;
    this.#options = options;
    this.#kept = kept;
  }

  /** What collides before anything moves. */
  async begin(): Promise<Uint32Array> {
    this.before = (await this.#collisions()).trianglePairs as Uint32Array<ArrayBuffer>;
    for (let i = 0; i < this.before.length; i += 4) this.#known.add(this.before.subarray(i, i + 4).join());
    return this.before;
  }

  /** As `scene.collide` finds them. */
  #collisions(): Promise<Collisions> {
    const asked = { ...checkCollideOptions({}), ...selectionOf(this.#options), signal: this.#options.signal };
    return runAsync(collideOnWasm(this.#runtime, this.#bodies.asked, asked, this.#kept));
  }

  /** Writes the ends, and finds the triangle pairs that collide there and did not before. If it fails, all is as it was. */
  async newPairs(ends: ReadonlyMap<Body, End>): Promise<Uint32Array> {
    try {
      writeEnds(this.#bodies, ends);
      const { trianglePairs } = await this.#collisions();
      const rows: number[] = [];
      for (let i = 0; i < trianglePairs.length; i += 4) {
        const row = trianglePairs.subarray(i, i + 4);
        if (!this.#known.has(row.join())) rows.push(...row);
      }
      return Uint32Array.from(rows);
    } catch (error) {
      if (!this.#runtime.disposed) this.takeBack();
      throw error;
    }
  }

  /** Everything is where it was, and aimed where it was aimed. */
  takeBack(): void {
    writeEnds(this.#bodies, new Map());
    for (const { object, aim, givenAim, isPlaceOnly } of this.#bodies.aimed) {
      const end = makeEnd(this.#runtime, object, aim.positions, true);
      end.givenEnd = givenAim;
      end.isPlaceOnly = isPlaceOnly;
      if (aim.matrix) end.place(aim.matrix);
      object.aimed = end;
    }
  }
}

/** All are written, or none: memory is taken before the first. Bodies without an end go back to where they began. */
function writeEnds(bodies: Bodies, ends: ReadonlyMap<Body, End>): void {
  const given = bodies.aimed.map((body) => {
    const end = ends.get(body) ?? body.start;
    return { body, end, positions: body.keepsShape ? undefined : body.givenPositions(end) };
  });
  for (const { body, positions } of given) if (positions) body.object.reserveWrite(positions);
  for (const { body, end, positions } of given) {
    // Old positions may be too large for the new place, or the reverse; without a place both are in range.
    if (positions && !body.isDynamic) body.object.place(IDENTITY);
    if (positions) body.object.write(positions);
    if (!body.isDynamic) body.object.place(end.matrix ?? IDENTITY);
    body.object.dropAim();
  }
}

/** Whether impacts leave out something about these bodies: see above. */
export function needsEndCheck(bodies: Bodies, options: CheckedStepOptions): boolean {
  const asksWithin = options.self || options.pairs?.some(([a, b]) => a === b);
  // What keeps its shape meets itself as before.
  const isPlaced = (body: Body) => (body.start.matrix ?? body.aim.matrix) !== undefined && !body.keepsShape;
  return bodies.aimed.some((body) => (asksWithin && isPlaced(body)) || body.hasSlivers);
}

/** The vertices of these triangles stay where they are; of bodies that go as a whole, all. */
export function holdTriangles(bodies: Bodies, pairs: Uint32Array, parts: ReadonlyMap<Body, Float64Array>): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const body = bodies.all.get(pairs[i])!;
    const own = parts.get(body);
    if (!own) continue;
    if (!body.isDynamic) own.fill(0);
    else for (let k = 0; k < 3; k++) own[body.corner(pairs[i + 1], k)] = 0;
  }
}
