/** Files in which a review is passed on: the page of `clash --report` and the file of `clash --bcf`, made by the same code. */
import { baselineOf } from '../../../src/report/baseline-match.ts';
import type { KnownObjects } from '../../../src/report/clash-list.ts';
import { clashEvidence, type Evidence } from '../../../src/report/excerpt/evidence.ts';
import { placedPositions } from './placed.ts';
import { documentOf, type Outcome } from './report.ts';

export interface HandOnOptions {
  readonly signal: AbortSignal;
  /** Told how much is done, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Undefined when it was not clashes that were looked for. */
async function evidenceOf(outcome: Outcome, known: KnownObjects | undefined): Promise<Evidence | undefined> {
  const { world, asked } = outcome;
  const report = asked.found && known && (await documentOf(outcome));
  if (!report?.clashes) return undefined;
  return {
    report,
    objects: world.objects.map((object) => ({
      positions: placedPositions(object),
      indices: object.indices,
      ...(object.facts?.guid && { guid: object.facts.guid }),
    })),
    clashes: clashEvidence(report.clashes, asked.found!.raw),
    up: world.up,
    isTurned: world.isTurned === true,
    baseline: baselineOf(report.clashes, known!, report.unit),
  };
}

/** Makes the file, picture by picture; messages are heard in between. Throws when it is stopped. */
export async function handOn(
  form: 'report' | 'bcf',
  outcome: Outcome,
  known: KnownObjects | undefined,
  { signal, onProgress }: HandOnOptions,
): Promise<Blob | undefined> {
  const evidence = await evidenceOf(outcome, known);
  if (!evidence) return undefined;
  const watched = {
    onProgress(done: number) {
      signal.throwIfAborted();
      onProgress(done);
    },
  };
  if (form === 'report') {
    const { htmlReport } = await import('../../../src/report/page/html-report.ts');
    return new Blob([await htmlReport(evidence, watched)], { type: 'text/html' });
  }
  const { bcfFile } = await import('../../../src/report/bcf/write-bcf.ts');
  const bytes = (await bcfFile(evidence, watched)) as Uint8Array<ArrayBuffer>;
  return new Blob([bytes], { type: 'application/octet-stream' });
}
