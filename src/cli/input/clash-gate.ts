/** Compares clashes with the baseline, leaves out those that are ignored, writes the baseline, and says what fails. */
import type { Baseline, BaselineClash } from '../../report/baseline.ts';
import { withDecisions } from '../../report/baseline-decide.ts';
import { approve, baselineOf, checkSameModel, compareWithBaseline } from '../../report/baseline-match.ts';
import type { KnownObjects, ReportClash } from '../../report/clash-list.ts';
import { failsGate } from '../../report/gate.ts';
import type { Report } from '../../report/report.ts';
import { type BaselineSetting, writeBaseline } from './baseline-file.ts';
import type { ClashSettings } from './clash-settings.ts';

export class ClashGate {
  readonly #settings: ClashSettings;
  #toWrite: Baseline | undefined;
  #unused: readonly string[] = [];

  constructor(settings: ClashSettings) {
    this.#settings = settings;
  }

  /** Ids of the ignore file that no clash has. */
  get unusedIds(): readonly string[] {
    return this.#unused;
  }

  /** Puts the clashes into the report, as the baseline and the ignore file have it. */
  judge(report: Report, found: readonly ReportClash[], known: KnownObjects): void {
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
    const told = approve(compared.clashes, baseline.approve, decision);
    report.clashes = this.#withoutIgnored(told);
    report.gone = compared.gone;
    this.#toWrite = nextBaseline(baseline, told, compared.gone, known, report.unit);
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

/** What is to be written, if anything: all clashes of now, or those that were there and those approved. */
function nextBaseline(
  { before, update, approve: approved }: BaselineSetting,
  clashes: readonly ReportClash[],
  gone: readonly BaselineClash[],
  known: KnownObjects,
  unit: string | undefined,
): Baseline | undefined {
  if (update) return baselineOf(clashes, known, unit);
  if (approved.length === 0) return undefined;
  return withDecisions(before, { clashes: [...clashes], gone }, known, unit, ({ id }) => approved.includes(id));
}
