/**
 * A baseline: the clashes that were there before, and what people have decided about them.
 *
 * Current clashes are matched with it one to one: of the same two keys, the nearest places first, measured from the
 * middle of the first object and no farther apart than a tenth of the smaller object. A matched clash takes over the id
 * and the decision.
 */
import type { ErrorCode } from '../error-codes.ts';
import { OptionError } from '../errors.ts';
import { CLASH_KINDS, type ClashKind } from '../queries/clashes/clashes.ts';

// Pages take the kinds from here: the main door leads to the whole engine, parts of which bundlers would keep.
export { CLASH_KINDS };

export const DECISIONS = ['open', 'reviewed', 'approved', 'resolved'] as const;

/** A person's decision on a clash. */
export interface Decision {
  readonly state: (typeof DECISIONS)[number];
  readonly comment?: string;
  /** Who is responsible for it. */
  readonly assignee?: string;
  /** Until when: a day, as in 2026-05-31. */
  readonly due?: string;
  /** When it was decided, as ISO 8601 has it. */
  readonly date?: string;
}

export interface BaselineFacts {
  readonly status: 'new' | 'known';
  readonly decision: Decision;
  /** Of a known clash: how much deeper, or nearer, it is than in the baseline. */
  readonly deeper?: number;
}

export interface BaselineClash {
  readonly id: string;
  readonly kind: ClashKind;
  /** Keys of the objects. */
  readonly a: string;
  readonly b: string;
  /** Deepest reach; 0 where there is none. */
  readonly depth: number;
  readonly distance: number | null;
  /** From the middle of `a`, along its axes where the file says how it is turned. */
  readonly place: readonly [number, number, number];
  readonly decision: Decision;
}

export interface Baseline {
  readonly format: typeof BASELINE_FORMAT;
  readonly version: typeof BASELINE_VERSION | typeof FORMER_VERSION;
  /** Of depths, distances and places; null when no file said it. */
  readonly unit: string | null;
  readonly clashes: readonly BaselineClash[];
}

export const BASELINE_FORMAT = 'collidescope-baseline';
/** Version 1 numbered twins by file order and had places along the axes of the world; it is still read. */
export const BASELINE_VERSION = 2;
const FORMER_VERSION = 1;

export const OPEN: Decision = { state: 'open' };

export function emptyBaseline(unit: string | undefined): Baseline {
  return { format: BASELINE_FORMAT, version: BASELINE_VERSION, unit: unit ?? null, clashes: [] };
}

function refuse(path: string, code: ErrorCode, what: string): OptionError {
  return new OptionError(code, `baseline "${path}": ${what}`, { path });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isDecision(value: unknown): value is Decision {
  const { state, comment, assignee, due, date } = (value ?? {}) as Record<string, unknown>;
  const isOptionalText = (text: unknown) => text === undefined || typeof text === 'string';
  return DECISIONS.includes(state as Decision['state']) && [comment, assignee, due, date].every(isOptionalText);
}

/** The fault of an entry; undefined if it has none. */
function faultOf(entry: unknown): string | undefined {
  const { id, kind, a, b, depth, distance, place, decision } = (entry ?? {}) as Record<string, unknown>;
  if (!isText(id)) return 'it has no id';
  if (!CLASH_KINDS.includes(kind as ClashKind)) return `its kind is ${JSON.stringify(kind)}`;
  if (!isText(a) || !isText(b)) return 'it does not name two objects';
  if (!isNumber(depth) || !(distance === null || isNumber(distance))) return 'its depth or distance is no number';
  if (!Array.isArray(place) || place.length !== 3 || !place.every(isNumber)) return 'its place is not three numbers';
  if (!isDecision(decision)) return `its decision is none of ${DECISIONS.join(', ')}`;
  return undefined;
}

/** Reads the text of a baseline file; unknown content is refused, never skipped. */
export function parseBaseline(text: string, path: string): Baseline {
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw refuse(
      path,
      'bad-baseline',
      `it is not JSON (${(error as Error).message}). Restore it from version control, or write a new one with --update-baseline.`,
    );
  }
  if (document?.format !== BASELINE_FORMAT || !Array.isArray(document.clashes)) {
    throw refuse(
      path,
      'bad-baseline',
      `it is not a baseline: expected "format": "${BASELINE_FORMAT}" and a list "clashes". A report of --json is not one; write one with --update-baseline.`,
    );
  }
  const { version } = document;
  if (version !== BASELINE_VERSION && version !== FORMER_VERSION) {
    throw refuse(
      path,
      'baseline-version',
      `its version is ${JSON.stringify(version)}; this program reads versions ${FORMER_VERSION} and ${BASELINE_VERSION}. Use the program that wrote it, or write a new one.`,
    );
  }
  for (const [i, entry] of document.clashes.entries()) {
    const fault = faultOf(entry);
    if (fault) throw refuse(path, 'bad-baseline', `clash ${i} is damaged: ${fault}. Restore it from version control.`);
  }
  const ids = document.clashes.map(({ id }: BaselineClash) => id);
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.has(id) || !seen.add(id));
  if (twice) throw refuse(path, 'bad-baseline', `the id "${twice}" is there twice. Restore it from version control.`);
  return { ...emptyBaseline(undefined), version, unit: (document.unit as string) ?? null, clashes: document.clashes };
}

export function baselineText(baseline: Baseline): string {
  const clashes = baseline.clashes.toSorted((p, q) => (p.id < q.id ? -1 : 1));
  return `${JSON.stringify({ ...baseline, clashes }, null, 2)}\n`;
}
