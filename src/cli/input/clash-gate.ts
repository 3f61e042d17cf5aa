/** Compares clashes with the baseline, leaves out those that are ignored, writes the baseline, and says what fails. */
import type { ObjectPair } from '../../queries/options.ts';
import { type Baseline, type BaselineClash, type Decision, OPEN } from '../../report/baseline.ts';
import { withDecisions } from '../../report/baseline-decide.ts';
import { baselineOf, type Compared, checkSameModel, compareWithBaseline } from '../../report/baseline-match.ts';
import type { BcfDecisions } from '../../report/bcf/bcf-decisions.ts';
import type { BcfTopic } from '../../report/bcf/read-bcf.ts';
import type { KnownObjects, ReportClash } from '../../report/clash-list.ts';
import { decideOn, namedClashes } from '../../report/decide.ts';
import { failsGate } from '../../report/gate.ts';
import { withoutIgnored } from '../../report/ignore-list.ts';
import { failsBetweenFrames, type Report } from '../../report/report.ts';
import { withFileLock } from '../output/file-lock.ts';
import { type BaselineSetting, presentBaseline, writeBaseline } from './baseline-file.ts';
import type { ClashSettings } from './clash-settings.ts';
import { readBytes } from './read-bytes.ts';

const pairKey = (a: string, b: string) => JSON.stringify([a, b].sort());

/** What is said of the clashes that were found. */
export interface Judgement {
  /** Without those that are ignored; with a baseline, each compared with it. */
  readonly clashes: readonly ReportClash[];
  /** With a baseline: clashes that are gone. */
  readonly gone?: readonly BaselineClash[];
  /** Sentences about ids of the ignore file that no clash has, or that several share. */
  readonly unusedIds: readonly string[];
  /** What the BCF file that was read said. */
  readonly bcf?: BcfDecisions;
  /** Writes the baseline; left out when nothing is to be written. */
  readonly write?: () => Promise<void>;
}

export interface FoundClashes {
  readonly found: readonly ReportClash[];
  readonly known: KnownObjects;
  readonly report: Report;
  /** Pairs of objects that were not searched: the baseline keeps its entries for them. */
  readonly unasked: readonly ObjectPair[];
  /** From the BCF file whose decisions are imported. */
  readonly topics: readonly BcfTopic[];
}

interface Comparison extends Pick<Judgement, 'clashes' | 'bcf'> {
  readonly gone: readonly BaselineClash[];
  /** Undefined when nothing is to be written. */
  readonly next: Baseline | undefined;
}

/** Reads the BCF file whose decisions are to be imported; before the search, so that a broken one is noticed early. */
export async function readTopics({ baseline }: ClashSettings): Promise<readonly BcfTopic[]> {
  const path = baseline?.readBcf;
  if (path === undefined) return [];
  const { bytes } = await readBytes(path);
  const { readBcf } = await import('../../report/bcf/read-bcf.ts');
  return readBcf(bytes, path);
}

export async function judgeClashes(settings: ClashSettings, clashes: FoundClashes): Promise<Judgement> {
  const { baseline, ignore } = settings;
  const judged = (list: readonly ReportClash[]) => {
    const { left, unused } = withoutIgnored(list, ignore.ids);
    return { clashes: left, unusedIds: unused };
  };
  if (!baseline) return judged(clashes.found);
  const compared = await compare(settings, baseline, baseline.before, clashes);
  const { gone, bcf, next } = compared;
  const { path } = baseline;
  // Keep what others have written since the baseline was read: it is read again under a lock.
  const write = () =>
    withFileLock(path, async () => {
      const again = await compare(settings, baseline, presentBaseline(path), clashes);
      await writeBaseline(path, again.next!);
    });
  return { ...judged(compared.clashes), gone, ...(bcf && { bcf }), ...(next && { write }) };
}

/** What is reported about the clashes, and the new baseline, given what it was `before`. */
async function compare(
  { ignore, view }: ClashSettings,
  setting: BaselineSetting,
  before: Baseline,
  { found, known, report, unasked, topics }: FoundClashes,
): Promise<Comparison> {
  const pairs = new Set(unasked.map(([a, b]) => pairKey(known.keys[a], known.keys[b])));
  checkSameModel(before, known, setting.path);
  const compared = compareWithBaseline(found, known, before, (a, b) => pairs.has(pairKey(a, b)));
  const { gone } = compared;
  const bcf = setting.readBcf === undefined ? undefined : await decisionsOf(topics, [...compared.clashes, ...gone]);
  const decided = new Map<string, Decision>(bcf?.decisions);
  const read = compared.clashes.map((clash) => ({
    ...clash,
    decision: decided.get(clash.id) ?? clash.decision ?? OPEN,
  }));
  const ids = namedClashes({ ...report, clashes: withoutIgnored(read, ignore.ids).left }, setting.decide, view);
  const clashes = decideOn(read, ids, setting.change, new Date().toISOString());
  const chosen = new Set(ids);
  for (const { id, decision } of clashes) if (chosen.has(id)) decided.set(id, decision!);
  const next = nextBaseline(setting, { ...compared, clashes }, decided, known, report.unit);
  return { clashes, gone, ...(bcf && { bcf }), next };
}

async function decisionsOf(
  topics: readonly BcfTopic[],
  clashes: readonly (ReportClash | BaselineClash)[],
): Promise<BcfDecisions> {
  const { bcfDecisions } = await import('../../report/bcf/bcf-decisions.ts');
  return bcfDecisions(topics, clashes);
}

/** Whether this clash fails the run. What was just added to the baseline is accepted. */
export function failsBy({ failOn, baseline }: ClashSettings, clash: ReportClash, { tolerance }: Report): boolean {
  return !baseline?.update && failsGate(clash, failOn, tolerance?.value ?? 0);
}

/** Whether the run fails. Objects that meet between two frames, or are not proven not to, fail it too: nobody can have approved that. */
export function fails(settings: ClashSettings, report: Report): boolean {
  const { clashes = [], objects } = report;
  if (settings.self && objects.some(({ selfPairs = 0 }) => selfPairs > 0)) return true;
  return clashes.some((clash) => failsBy(settings, clash, report)) || failsBetweenFrames(report);
}

/** What to write, if anything: all current clashes, or the previous ones plus those decided upon. */
function nextBaseline(
  { update, decide, readBcf }: BaselineSetting,
  compared: Compared,
  decided: ReadonlyMap<string, Decision>,
  known: KnownObjects,
  unit: string | undefined,
): Baseline | undefined {
  if (update) {
    const present = baselineOf(compared.clashes, known, unit);
    return { ...present, clashes: [...present.clashes, ...(compared.unasked ?? [])] };
  }
  if (decide.length === 0 && readBcf === undefined) return undefined;
  const next = withDecisions(compared, known, unit, ({ id }) => decided.has(id));
  // Clashes that are gone may have been decided upon as well.
  return {
    ...next,
    clashes: next.clashes.map((entry) => ({ ...entry, decision: decided.get(entry.id) ?? entry.decision })),
  };
}
