/**
 * Vertices that meet something on their way go half as far, again and again, and at last not at all, until the way is free. That holds
 * more than it need: all four vertices of what meets, also those that another round would have spared. So where many are held, they
 * are let go half of their way again, but for those that meet something then.
 */
import type { Bodies } from './bodies.ts';
import type { Body, End } from './body.ts';
import { newFourVertices, readFour } from './four-vertices.ts';
import type { ImpactRows } from './trials.ts';

/** How often vertices that meet something are held back by half; then they stay. */
const HALVINGS = 4;
const HELD_ROUNDS = 24;
/** From this part of the vertices on, letting go is worth trying; so often at most. */
const MANY = 0.005;
const RELEASES = 4;
/** How far those go that are let go. */
const RELEASED = 0.5;

/** Ends that were found free, and which parts of their ways vertices go to them. */
export interface Held {
  readonly ends: Map<Body, End>;
  readonly parts: Map<Body, Float64Array>;
}

/** Impacts on the way to ends, and which of them count. */
export type Met = (ends: ReadonlyMap<Body, End>) => Promise<{ impacts: ImpactRows; rows: readonly number[] }>;

/** The same part of the way for all vertices of aimed bodies. */
export const partsOf = (bodies: Bodies, part: number): Map<Body, Float64Array> =>
  new Map(bodies.aimed.map((body) => [body, new Float64Array(body.vertexCount).fill(part)]));

/** Parts of the ways to ends, rounded to what is stored. */
const between = (
  bodies: Bodies,
  parts: ReadonlyMap<Body, Float64Array>,
  ends: ReadonlyMap<Body, End>,
): Map<Body, End> => new Map(bodies.aimed.map((body) => [body, body.between(parts.get(body)!, ends.get(body)!)]));

/** Changes the parts of the vertices that meet something; of bodies that go as a whole, of all their vertices. */
function changeMet(
  bodies: Bodies,
  { impacts, rows }: Awaited<ReturnType<Met>>,
  parts: ReadonlyMap<Body, Float64Array>,
  change: (part: number, body: Body, vertex: number) => number,
): void {
  const four = newFourVertices(bodies);
  for (const i of rows) {
    readFour(bodies, impacts, i, four);
    for (let k = 0; k < 4; k++) {
      const [body, vertex] = [four.bodies[k], four.vertices[k]];
      const own = parts.get(body);
      if (!own) continue;
      if (body.isDynamic) own[vertex] = change(own[vertex], body, vertex);
      else own.fill(change(own[0], body, 0));
    }
  }
}

function heldCount(parts: ReadonlyMap<Body, Float64Array>): number {
  let count = 0;
  for (const own of parts.values()) for (const part of own) count += Number(part < RELEASED);
  return count;
}

/** Lets held vertices go again where that is free; what cannot be is left as it was found. */
async function release(bodies: Bodies, held: Held, ends: ReadonlyMap<Body, End>, met: Met): Promise<Held> {
  const parts = new Map(Array.from(held.parts, ([body, own]) => [body, own.map((part) => Math.max(part, RELEASED))]));
  for (let round = 0; round < RELEASES; round++) {
    const candidate = between(bodies, parts, ends);
    const found = await met(candidate);
    if (found.rows.length === 0) return { ends: candidate, parts };
    changeMet(bodies, found, parts, (_, body, vertex) => held.parts.get(body)![vertex]);
  }
  return held;
}

/** Undefined where even vertices that stay are in the way of others. */
export async function holdBack(bodies: Bodies, ends: ReadonlyMap<Body, End>, met: Met): Promise<Held | undefined> {
  const parts = partsOf(bodies, 1);
  for (let round = 0; round < HELD_ROUNDS; round++) {
    const candidate = between(bodies, parts, ends);
    const found = await met(candidate);
    if (found.rows.length === 0) {
      const held = { ends: candidate, parts };
      const vertices = bodies.aimed.reduce((sum, { vertexCount }) => sum + vertexCount, 0);
      return heldCount(parts) > MANY * vertices ? await release(bodies, held, ends, met) : held;
    }
    changeMet(bodies, found, parts, (part) => (round < HALVINGS ? part * 0.5 : 0));
  }
  return undefined;
}
