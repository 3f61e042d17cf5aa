/**
 * Contacts of the rest pose are not new: faces of two objects, or of one, that met there are left out of later answers. A hit is new
 * unless both of its faces met the other object at rest: where parts rub on each other in a joint, pairs change but faces do not.
 */
import type { Collisions } from '../index.ts';
import type { BodyTable } from './bodies.ts';
import type { Body } from './body.ts';

interface RestFaces {
  readonly a: Body;
  readonly b: Body;
  /** Triangles of each that met the other. */
  readonly ofA: Set<number>;
  readonly ofB: Set<number>;
}

const key = (a: number, b: number) => `${a} ${b}`;

export class RestPose {
  readonly #faces = new Map<string, RestFaces>();
  /** How many pairs of faces met at rest. */
  readonly count: number;

  constructor({ trianglePairs }: Collisions, table: BodyTable) {
    this.count = trianglePairs.length / 4;
    for (let i = 0; i < trianglePairs.length; i += 4) {
      const [a, s, b, t] = trianglePairs.subarray(i, i + 4);
      let faces = this.#faces.get(key(a, b));
      if (!faces) {
        const ofA = new Set<number>();
        faces = { a: table.get(a)!, b: table.get(b)!, ofA, ofB: a === b ? ofA : new Set() };
        this.#faces.set(key(a, b), faces);
      }
      faces.ofA.add(s);
      faces.ofB.add(t);
    }
  }

  /** The new pairs of an answer, up to a limit. Bodies whose triangles have changed no longer have a rest pose. */
  news(answer: Collisions, table: BodyTable, limit: number): Collisions {
    const { trianglePairs, kinds, segments } = answer;
    const rows: number[] = [];
    for (let i = 0; i < kinds.length && rows.length < limit; i++) {
      const [a, s, b, t] = trianglePairs.subarray(4 * i, 4 * i + 4);
      const faces = this.#faces.get(key(a, b));
      const isOld =
        faces && faces.a === table.get(a) && faces.b === table.get(b) && faces.ofA.has(s) && faces.ofB.has(t);
      if (!isOld) rows.push(i);
    }
    const pick = <T extends Uint32Array | Uint8Array | Float64Array>(from: T, width: number): T => {
      const to = from.slice(0, width * rows.length) as T;
      for (const [i, row] of rows.entries()) to.set(from.subarray(width * row, width * row + width), width * i);
      return to;
    };
    const pairs = pick(trianglePairs, 4);
    return {
      ...answer,
      trianglePairs: pairs,
      kinds: pick(kinds, 1),
      ...(segments && { segments: pick(segments, 6) }),
      objectPairs: countObjects(pairs),
      limited: answer.limited || rows.length >= limit,
    };
  }
}

function countObjects(trianglePairs: Uint32Array): Uint32Array {
  const counts = new Map<string, [number, number, number]>();
  for (let i = 0; i < trianglePairs.length; i += 4) {
    const [a, b] = [trianglePairs[i], trianglePairs[i + 2]];
    const row = counts.get(key(a, b)) ?? [a, b, 0];
    row[2]++;
    counts.set(key(a, b), row);
  }
  return Uint32Array.from([...counts.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}
