/** The faces that occur in an answer, each once, with what they collide with. */
import type { FacePairs } from './face-pairs.ts';

/** What a face collides with: faces of its own object only, or of others as well. */
export const MARK = { none: 0, within: 1, between: 2 } as const;

export interface MarkedFaces {
  /** Per object of the answer, one mark for each of its triangles. */
  readonly marks: ReadonlyMap<number, Uint8Array>;
  readonly count: number;
}

export function markFaces(found: FacePairs): MarkedFaces {
  const { trianglePairs } = found.answer;
  const marks = new Map<number, Uint8Array>();
  let count = 0;
  const put = (id: number, triangle: number, mark: number) => {
    let faces = marks.get(id);
    if (!faces) marks.set(id, (faces = new Uint8Array(found.triangleCount(id))));
    if (faces[triangle] === MARK.none) count++;
    if (faces[triangle] < mark) faces[triangle] = mark;
  };
  for (let i = 0; i < trianglePairs.length; i += 4) {
    const mark = trianglePairs[i] === trianglePairs[i + 2] ? MARK.within : MARK.between;
    put(trianglePairs[i], trianglePairs[i + 1], mark);
    put(trianglePairs[i + 2], trianglePairs[i + 3], mark);
  }
  return { marks, count };
}
