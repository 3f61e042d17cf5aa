/** One look at all objects of a list, by the kernels: their box, and what they have in common. */

import { SURVEY } from '../../memory/records.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { columnsOf, type Participant } from './participants.ts';
import { latestStamp } from './stamps.ts';

/** As SURVEY says. */
export interface Survey {
  readonly box: Box;
  readonly clusterCount: number;
  readonly unclustered: number;
  readonly thin: number;
  readonly notSingle: number;
  readonly masked: number;
  readonly tiny: number;
}

const known = new WeakMap<readonly Participant[], { readonly stamp: number; readonly survey: Survey }>();

/** Where memory behind the blocks begins, which only queries use. */
export const arenaStart = ({ blocks }: KernelMemory): number => Math.ceil(blocks.top / 64) * 64;

/** Of a list of at least one object. Writes behind the blocks, where no job may have left anything that is still wanted. */
export function surveyOf(list: readonly Participant[]): Survey {
  const before = known.get(list);
  if (before && before.stamp === latestStamp()) return before.survey;
  const { memory, kernels } = list[0].object.runtime;
  const { states } = columnsOf(list);
  const at = arenaStart(memory);
  const record = Math.ceil((at + states.byteLength) / 64) * 64;
  memory.ensure(record + SURVEY.bytes, 'the query');
  memory.u32.set(states, at >>> 2);
  kernels.surveyObjects(at, states.length, record);
  const survey = readSurvey(memory, record);
  known.set(list, { stamp: latestStamp(), survey });
  return survey;
}

function readSurvey({ u32, f64 }: KernelMemory, record: number): Survey {
  const box = (record + SURVEY.at.box) >>> 3;
  const word = (field: number) => u32[(record + field) >>> 2];
  return {
    box: [f64[box], f64[box + 1], f64[box + 2], f64[box + 3], f64[box + 4], f64[box + 5]],
    clusterCount: word(SURVEY.at.clusterCount),
    unclustered: word(SURVEY.at.unclustered),
    thin: word(SURVEY.at.thin),
    notSingle: word(SURVEY.at.notSingle),
    masked: word(SURVEY.at.masked),
    tiny: word(SURVEY.at.tiny),
  };
}
