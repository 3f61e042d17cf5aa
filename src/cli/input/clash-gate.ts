/** Compares clashes with the baseline, leaves out those that are ignored, writes the baseline, and says what fails. */
import { type Baseline, type BaselineClash, type Decision, OPEN } from '../../report/baseline.ts';
import { withDecisions } from '../../report/baseline-decide.ts';
import { approve, baselineOf, checkSameModel, compareWithBaseline } from '../../report/baseline-match.ts';
import type { BcfDecisions } from '../../report/bcf/bcf-decisions.ts';
import type { BcfTopic } from '../../report/bcf/read-bcf.ts';
import type { KnownObjects, ReportClash } from '../../report/clash-list.ts';
import { failsGate } from '../../report/gate.ts';
import type { Report } from '../../report/report.ts';
import { type BaselineSetting, writeBaseline } from './baseline-file.ts';
import type { ClashSettings } from './clash-settings.ts';
import { readBytes } from './read-bytes.ts';

export class ClashGate {
  readonly #settings: ClashSettings;
  #toWrite: Baseline | undefined;
  #unused: readonly string[] = [];
  #topics: readonly BcfTopic[] = [];
  #read: BcfDecisions | undefined;

  constructor(settings: ClashSettings) {
    this.#settings = settings;
  }

  /** Ids of the ignore file that no clash has. */
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
    checkSameModel(baseline.before, known, baseline.path);
    const compared = compareWithBaseline(found, known, baseline.before);
    const decision = {
      state: 'approved' as const,
      ...(baseline.comment !== undefined && { comment: baseline.comment }),
      date: new Date().toISOString(),
    };
    const decided = await this.#decisions(compared.clashes, compared.gone);
    const read = compared.clashes.map((clash) => ({
      ...clash,
      decision: decided.get(clash.id) ?? clash.decision ?? OPEN,
    }));
    const told = approve(read, baseline.approve, decision);
    for (const id of baseline.approve) decided.set(id, decision);
    report.clashes = this.#withoutIgnored(told);
    report.gone = compared.gone;
    this.#toWrite = nextBaseline(baseline, told, compared.gone, decided, known, report.unit);
  }

  #withoutIgnored(clashes: readonly ReportClash[]): ReportClash[] {
    const { ids } = this.#settings.ignore;
    const present = new Set(clashes.map(({ id }) => id));
    this.#unused = ids.filter((id) => !present.has(id));
    return clashes.filter(({ id }) => !ids.includes(id));
  }

  get wouldWrite(): boolean {
    return this.#toWrite !== undefined;
  }

  async write(): Promise<void> {
    if (this.#toWrite) await writeBaseline(this.#settings.baseline!.path, this.#toWrite);
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
  { before, update, approve: approved, readBcf }: BaselineSetting,
  clashes: readonly ReportClash[],
  gone: readonly BaselineClash[],
  decided: ReadonlyMap<string, Decision>,
  known: KnownObjects,
  unit: string | undefined,
): Baseline | undefined {
  if (update) return baselineOf(clashes, known, unit);
  if (approved.length === 0 && readBcf === undefined) return undefined;
  const next = withDecisions(before, { clashes: [...clashes], gone }, known, unit, ({ id }) => decided.has(id));
  // What is there no more may have been decided upon as well.
  return {
    ...next,
    clashes: next.clashes.map((entry) => ({ ...entry, decision: decided.get(entry.id) ?? entry.decision })),
  };
}
