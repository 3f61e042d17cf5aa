/** Compares clashes with the baseline, leaves out those that are ignored, writes the baseline, and says what fails. */
import { type Baseline, type BaselineClash, type Decision, OPEN } from '../../report/baseline.ts';
import { withDecisions } from '../../report/baseline-decide.ts';
import {
  approve,
  baselineOf,
  type Compared,
  checkSameModel,
  compareWithBaseline,
} from '../../report/baseline-match.ts';
import type { BcfDecisions } from '../../report/bcf/bcf-decisions.ts';
import type { BcfTopic } from '../../report/bcf/read-bcf.ts';
import type { KnownObjects, ReportClash } from '../../report/clash-list.ts';
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
  async judge(report: Report, found: readonly ReportClash[], known: KnownObjects): Promise<void> {
    const { baseline } = this.#settings;
    if (!baseline) {
      report.clashes = this.#withoutIgnored(found);
      return;
    }
    const { unit } = report;
    this.#judged = (before) => this.#compare(baseline, before, found, known, unit);
    const { clashes, gone, next } = await this.#judged(baseline.before);
    report.clashes = this.#withoutIgnored(clashes);
    report.gone = gone;
    this.#writes = next !== undefined;
  }

  async #compare(
    setting: BaselineSetting,
    before: Baseline,
    found: readonly ReportClash[],
    known: KnownObjects,
    unit: string | undefined,
  ): Promise<Judged> {
    checkSameModel(before, known, setting.path);
    const compared = compareWithBaseline(found, known, before);
    const decision = {
      state: 'approved' as const,
      ...(setting.comment !== undefined && { comment: setting.comment }),
      date: new Date().toISOString(),
    };
    const decided = await this.#decisions(compared.clashes, compared.gone);
    const read = compared.clashes.map((clash) => ({
      ...clash,
      decision: decided.get(clash.id) ?? clash.decision ?? OPEN,
    }));
    const clashes = approve(read, setting.approve, decision);
    for (const id of setting.approve) decided.set(id, decision);
    const { gone } = compared;
    return { clashes, gone, next: nextBaseline(setting, { ...compared, clashes }, decided, known, unit) };
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

  fails({ clashes = [], objects, tolerance }: Report): boolean {
    const { failOn, baseline, self } = this.#settings;
    if (self && objects.some(({ selfPairs = 0 }) => selfPairs > 0)) return true;
    // What was just taken into the baseline is accepted.
    if (baseline?.update) return false;
    return clashes.some((clash) => failsGate(clash, failOn, tolerance?.value ?? 0));
  }
}

/** What is to be written, if anything: all clashes of now, or those that were there and those decided upon. */
function nextBaseline(
  { update, approve: approved, readBcf }: BaselineSetting,
  compared: Compared,
  decided: ReadonlyMap<string, Decision>,
  known: KnownObjects,
  unit: string | undefined,
): Baseline | undefined {
  if (update) return baselineOf(compared.clashes, known, unit);
  if (approved.length === 0 && readBcf === undefined) return undefined;
  const next = withDecisions(compared, known, unit, ({ id }) => decided.has(id));
  // What is there no more may have been decided upon as well.
  return {
    ...next,
    clashes: next.clashes.map((entry) => ({ ...entry, decision: decided.get(entry.id) ?? entry.decision })),
  };
}
