/**
 * A plan: what is to be searched, cut into shards that can be done apart, in any order within a stage, by anybody.
 *
 * It is a file of JSON lines: a head, the files, the objects, the space tiles, the shards, and a checksum of them. Promise: a plan says everything
 * that an answer depends on, so a shard gives the same bits wherever and however often it is done. The id of a plan is a
 * hash of its text; results carry it, and those of another plan are never taken.
 */
import { createHash } from 'node:crypto';
import { OptionError } from '../errors.ts';
import type { FileFingerprint } from './file-fingerprint.ts';
import type { PlannedFile, PlannedObject } from './planned-model.ts';
import type { SpaceCut } from './space-tiles.ts';
import type { PieceStart } from './streamed-file.ts';

export const PLAN_VERSION = 2;

/** Shards of a stage need all of the stages before it, and nothing of their own. */
export const STAGES = ['files', 'spill', 'tile', 'pairs'] as const;
export type Stage = (typeof STAGES)[number];

/** A file of a shard that looks at many models one by one. */
export interface BatchedFile extends FileFingerprint {
  readonly file: string;
}

/** Looks at whole models, one after the other. */
export interface FilesShard {
  readonly stage: 'files';
  readonly files: readonly BatchedFile[];
}

/** Cuts a part of the model into space tiles, on disk. */
export interface SpillShard {
  readonly stage: 'spill';
  readonly pieces: readonly PlannedPiece[];
}

/** A file, or a range of the triangles of one that is read in ranges. */
export interface PlannedPiece {
  /** Number of the file. */
  readonly file: number;
  readonly range?: TriangleRange;
}

export interface TriangleRange extends PieceStart {
  readonly triangleCount: number;
}

/** Searches one space tile. */
export interface TileShard {
  readonly stage: 'tile';
  readonly tile: number;
}

/** Measures clashes of some pairs of objects, which need whole objects. */
export interface PairsShard {
  readonly stage: 'pairs';
  readonly pairs: readonly (readonly [number, number])[];
}

export type Shard = FilesShard | SpillShard | TileShard | PairsShard;

export interface PlanHead {
  readonly kind: 'many' | 'large';
  readonly command: 'check' | 'clash';
  /** Of the program that made it. */
  readonly program: string;
  /** Options of the command, by name; a switch is ''. */
  readonly options: Readonly<Record<string, string>>;
  /** The folder that paths of files are relative to, as seen from the folder of the plan. */
  readonly base: string;
  /** Files that options name, such as rules. */
  readonly optionFiles?: readonly BatchedFile[];
  /** What files say of units and places, where they have to be brought together. */
  readonly heads?: readonly FileHead[];
  /** Objects nearer than this are looked for, in the unit of the coordinates. */
  readonly clearance?: number;
}

/** What a file says of itself. */
export type FileHead = Pick<PlannedFile, 'file' | 'format' | 'unit' | 'mapConversion'>;

export interface Plan extends PlanHead {
  readonly files: readonly PlannedFile[];
  readonly objects: readonly PlannedObject[];
  readonly space?: SpaceCut;
  readonly shards: readonly Shard[];
}

export interface NamedPlan extends Plan {
  readonly id: string;
}

export function planText({ files, objects, space, shards, ...head }: Plan): string {
  const lines = [
    { collidescope: 'plan', version: PLAN_VERSION, ...head, count: shards.length },
    ...files.map((file) => ({ model: file })),
    ...objects.map((object) => ({ object })),
    ...(space ? [{ space }] : []),
    ...shards.map((shard, number) => ({ shard: number, ...shard })),
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  return `${text}${checksumLine(text)}\n`;
}

function checksumLine(text: string): string {
  return JSON.stringify({ checksum: createHash('sha256').update(text).digest('hex') });
}

/** The rows before the checksum, which must be that of exactly these. */
function checkedRows(path: string, text: string): string[] {
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const rows = text.slice(0, end).split('\n').slice(0, -1);
  const last = text.slice(end);
  if (last === `${checksumLine(text.slice(0, end))}\n`) return rows;
  const found = last.startsWith('{"checksum":') && last.endsWith('}\n') ? 'its text was changed' : 'it is cut off';
  throw badPlan(path, rows.length + 1, `${found}: the checksum is not that of the lines before`);
}

export function planId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function badPlan(path: string, line: number, found: string): OptionError {
  return new OptionError(
    'bad-plan',
    `plan "${path}", line ${line}: ${found}. Make the plan again with: collidescope plan`,
    { path, line },
  );
}

function parsedLine(path: string, text: string, line: number): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw badPlan(path, line, 'found no JSON object');
}

/** The head of a plan, refused unless this program reads its version. */
function headOf(path: string, first: Record<string, unknown>): PlanHead & { count: number } {
  const { collidescope, version, ...head } = first;
  if (collidescope !== 'plan') throw badPlan(path, 1, 'found no head of a plan');
  if (version !== PLAN_VERSION) {
    throw new OptionError(
      'plan-version',
      `plan "${path}" has version ${JSON.stringify(version)}; this program reads version ${PLAN_VERSION}. Make the plan again with this program, or use the one that made it.`,
      { path, version, expected: PLAN_VERSION },
    );
  }
  return head as unknown as PlanHead & { count: number };
}

/** Reads the text of a plan. `path` is for messages. */
export function parsePlan(text: string, path: string): NamedPlan {
  const { count, ...head } = headOf(path, parsedLine(path, text.split('\n', 1)[0], 1));
  const rows = checkedRows(path, text);
  const [files, objects, shards]: [PlannedFile[], PlannedObject[], Shard[]] = [[], [], []];
  let space: SpaceCut | undefined;
  for (let at = 1; at < rows.length; at++) {
    const row = parsedLine(path, rows[at], at + 1);
    if (row.model) files.push(row.model as PlannedFile);
    else if (row.object) objects.push(row.object as PlannedObject);
    else if (row.space) space = row.space as SpaceCut;
    else if (row.shard === shards.length && STAGES.includes(row.stage as Stage)) {
      const { shard: _, ...own } = row;
      shards.push(own as unknown as Shard);
    } else throw badPlan(path, at + 1, `expected a model, an object, or shard ${shards.length}`);
  }
  if (shards.length !== count) {
    throw badPlan(path, rows.length, `found ${shards.length} shards, expected ${count}: the file is cut off`);
  }
  return { ...head, files, objects, ...(space && { space }), shards, id: planId(text) };
}

/** Numbers of the shards of each stage, in the order in which stages are done. */
export function shardsByStage({ shards }: Plan): { stage: Stage; numbers: number[] }[] {
  return STAGES.map((stage) => ({
    stage,
    numbers: shards.flatMap((shard, number) => (shard.stage === stage ? [number] : [])),
  })).filter(({ numbers }) => numbers.length > 0);
}
