/** A picture of each jam, for the page and for files. */
import { jamPicture } from './jam-picture.ts';
import type { MakePair } from './jam-points.ts';
import type { FoundMotion } from './mechanism-rows.ts';
import type { MotionRow } from './motion-rows.ts';
import { shownValue, unitText } from './motion-text.ts';

export interface ReportedMotion {
  readonly row: MotionRow;
  readonly found: FoundMotion;
}

export interface PictureChoice {
  /** Of each object. */
  readonly indices: readonly Uint32Array[];
  readonly up: 'y' | 'z';
  /** Pictures at most; jams behind have none. */
  readonly most: number;
  readonly makePair: MakePair;
  readonly onProgress: (done: number) => void;
}

/** By row and jam, where there is one. */
export async function jamPictures(
  reported: readonly ReportedMotion[],
  { indices, up, most, makePair, onProgress }: PictureChoice,
): Promise<(Uint8Array | undefined)[][]> {
  const count = reported.reduce((sum, { row }) => sum + row.jams.length, 0);
  const pictures: (Uint8Array | undefined)[][] = [];
  let drawn = 0;
  for (const { row, found } of reported) {
    const own: (Uint8Array | undefined)[] = [];
    for (const { a, b, witness } of row.jams) {
      if (drawn >= most) {
        own.push(undefined);
        continue;
      }
      onProgress(drawn++ / Math.min(most, count));
      const positions = found.positionsAt(witness);
      const meshes = indices.map((each, i) => ({ positions: positions[i], indices: each }));
      using scene = makePair(a, b, positions);
      const label = `${shownValue(witness)}${unitText(row)}`;
      const others = meshes.filter((_, i) => i !== a && i !== b);
      own.push(await jamPicture(scene, meshes[a], meshes[b], others, label, up === 'y' ? [0, 1, 0] : [0, 0, 1]));
    }
    pictures.push(own);
  }
  return pictures;
}
