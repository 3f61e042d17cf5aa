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
import { withoutIgnored } from '../../report/ignored-clashes.ts';
import type { Report } from '../../report/report.ts';
import { withFileLock } from '../output/file-lock.ts';
import { type BaselineSetting, presentBaseline, writeBaseline } from './baseline-file.ts';
import type { ClashSettings } from './clash-settings.ts';
import { readBytes } from './read-bytes.ts';

interface Judged {
  readonly clashes: readonly ReportClash[];
  readonly gone: readonly BaselineClash[];
  /** Undefined when nothing is to be written. */
  readonly next: Baseline | undefined;
}

interface Comparison {
  readonly setting: BaselineSetting;
  readonly before: Baseline;
  readonly found: readonly ReportClash[];
  readonly known: KnownObjects;
  readonly report: Report;
  readonly isUnasked: (a: string, b: string) => boolean;
}

const pairKey = (a: string, b: string) => JSON.stringify([a, b].sort());

export class ClashGate {
  readonly #settings: ClashSettings;
  /** What the baseline becomes, and what is told of the clashes, given what it is. */
  #judged: ((before: Baseline) => Promise<Judged>) | undefined;
  #writes = false;
  #unused: readonly string[] = [];
  #topics: readonly BcfTopic[] = [];
  #read: BcfDecisions | undefined;

  constructor(settings: ClashSettings) {
    this.#settings = settings;
  }

  /** What is to be said about ids of the ignore file: those that no clash has, or that several share. */
  get unusedIds(): readonly string[] {
    return this.#unused;
  }

  /** What the BCF file that was read said. */
  get bcf(): BcfDecisions | undefined {
    return this.#read;
  }

  /** Reads the BCF file whose decisions are to be taken in, before anything is searched. */
  async prepare(): Promise<void> {
    const path = this.#settings.baseline?.readBcf;
    if (path === undefined) return;
    const { bytes } = await readBytes(path);
    const { readBcf } = await import('../../report/bcf/read-bcf.ts');
    this.#topics = readBcf(bytes, path);
  }

  async #decisions(clashes: readonly ReportClash[], gone: readonly BaselineClash[]): Promise<Map<string, Decision>> {
    if (this.#settings.baseline?.readBcf === undefined) return new Map();
    const { bcfDecisions } = await import('../../report/bcf/bcf-decisions.ts');
    this.#read = await bcfDecisions(this.#topics, [...clashes, ...gone]);
    return new Map(this.#read.decisions);
  }

  /** Puts the clashes into the report, as the baseline and the ignore file have it. */
  async judge(
    report: Report,
    found: readonly ReportClash[],
    known: KnownObjects,
    unasked: readonly ObjectPair[] = [],
  ): Promise<void> {
    const { baseline } = this.#settings;
    if (!baseline) {
      report.clashes = this.#withoutIgnored(found);
      return;
    }
    const pairs = new Set(unasked.map(([a, b]) => pairKey(known.keys[a], known.keys[b])));
    const isUnasked = (a: string, b: string) => pairs.has(pairKey(a, b));
    this.#judged = (before) => this.#compare({ setting: baseline, before, found, known, report, isUnasked });
    const { clashes, gone, next } = await this.#judged(baseline.before);
    report.clashes = this.#withoutIgnored(clashes);
    report.gone = gone;
    this.#writes = next !== undefined;
  }

  async #compare({ setting, before, found, known, report, isUnasked }: Comparison): Promise<Judged> {
    checkSameModel(before, known, setting.path);
    const compared = compareWithBaseline(found, known, before, isUnasked);
    const decided = await this.#decisions(compared.clashes, compared.gone);
    const read = compared.clashes.map((clash) => ({
      ...clash,
      decision: decided.get(clash.id) ?? clash.decision ?? OPEN,
    }));
    const ids = namedClashes({ ...report, clashes: this.#withoutIgnored(read) }, setting.decide, this.#settings.view);
    const clashes = decideOn(read, ids, setting.change, new Date().toISOString());
    const chosen = new Set(ids);
    for (const { id, decision } of clashes) if (chosen.has(id)) decided.set(id, decision!);
    const { gone } = compared;
    return { clashes, gone, next: nextBaseline(setting, { ...compared, clashes }, decided, known, report.unit) };
  }

  #withoutIgnored(clashes: readonly ReportClash[]): ReportClash[] {
    const { left, unused } = withoutIgnored(clashes, this.#settings.ignore.ids);
    this.#unused = unused;
    return left;
  }

  get wouldWrite(): boolean {
    return this.#writes;
  }

  /** Writes the baseline. What others have written since it was read stays: it is read again, and nobody else may write. */
  async write(): Promise<void> {
    if (!this.#writes) return;
    const { path } = this.#settings.baseline!;
    await withFileLock(path, async () => {
      const { next } = await this.#judged!(presentBaseline(path));
      await writeBaseline(path, next!);
    });
  }

  /** Whether the run fails by this clash. What was just taken into the baseline is accepted. */
  failsBy(clash: ReportClash, { tolerance }: Report): boolean {
    const { failOn, baseline } = this.#settings;
    return !baseline?.update && failsGate(clash, failOn, tolerance?.value ?? 0);
  }

  fails(report: Report): boolean {
    const { clashes = [], objects } = report;
    const { self } = this.#settings;
    if (self && objects.some(({ selfPairs = 0 }) => selfPairs > 0)) return true;
    return clashes.some((clash) => this.failsBy(clash, report));
  }
}

/** What is to be written, if anything: all clashes of now, or those that were there and those decided upon. */
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
  // What is there no more may have been decided upon as well.
  return {
    ...next,
    clashes: next.clashes.map((entry) => ({ ...entry, decision: decided.get(entry.id) ?? entry.decision })),
  };
}
