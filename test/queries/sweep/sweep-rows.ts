/** Answers of `sweep`, row by row. */
import { expect } from 'vitest';
import { type Scene, SWEEP_STATE, type Sweep } from '../../../src/index.ts';
import type { Matrix } from './motions.ts';

export interface Row {
  state: number;
  from: number;
  to: number;
  witness: number;
}

export function rowsOf({ offsets, states, ends, witnesses }: Sweep, pair: number): Row[] {
  const rows: Row[] = [];
  for (let i = offsets[pair]; i < offsets[pair + 1]; i++)
    rows.push({ state: states[i], from: ends[2 * i], to: ends[2 * i + 1], witness: witnesses[i] });
  return rows;
}

/** What holds for every answer. */
export function expectWellFormed(sweep: Sweep): void {
  for (let pair = 0; pair < sweep.offsets.length - 1; pair++) {
    const rows = rowsOf(sweep, pair);
    expect(rows[0].from).toBe(0);
    expect(rows.at(-1)!.to).toBe(1);
    for (let i = 1; i < rows.length; i++) expect(rows[i].from).toBe(rows[i - 1].to);
    for (const { state, from, to, witness } of rows) {
      if (state !== SWEEP_STATE.meeting) expect(witness).toBeNaN();
      else expect(witness >= from && witness <= to).toBe(true);
    }
  }
}

/** Whether two objects collide where they are brought at a time. */
export async function collides(scene: Scene, places: readonly [number, Matrix][]): Promise<boolean> {
  for (const [id, matrix] of places) scene.place(id, matrix);
  return (await scene.collide({ limit: 1 })).kinds.length > 0;
}
