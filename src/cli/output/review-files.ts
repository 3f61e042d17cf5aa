/** `--report` and `--bcf`: opened before the search, made after it, and visible only once complete. */
import type { Evidence } from '../../report/excerpt/evidence.ts';
import type { ReviewSettings } from '../input/review-settings.ts';
import { OutputFile } from './output-file.ts';
import type { Terminal } from './terminal.ts';

export class ReviewFiles {
  readonly #settings: ReviewSettings;
  #report: OutputFile | undefined;
  #bcf: OutputFile | undefined;

  constructor(settings: ReviewSettings) {
    this.#settings = settings;
  }

  /** Whether anything will be written, so that curves are needed. */
  get isWanted(): boolean {
    return this.#settings.report !== undefined || this.#settings.bcf !== undefined;
  }

  open(): void {
    const { report, bcf } = this.#settings;
    if (report !== undefined) this.#report = OutputFile.open(report);
    if (bcf !== undefined) this.#bcf = OutputFile.open(bcf);
  }

  async write(evidence: Evidence, terminal: Terminal): Promise<void> {
    const { pictures, bcfVersion } = this.#settings;
    const { PICTURES, Portrayer } = await import('../../report/excerpt/portray.ts');
    const portrayer = await Portrayer.of(evidence, this.#bcf ? PICTURES : []);
    const some = { portrayer, ...(pictures !== undefined && { pictures }) };
    const progress = (label: string) => ({ onProgress: (done: number) => terminal.progress(label, done) });
    if (this.#report) {
      const { htmlReport } = await import('../../report/page/html-report.ts');
      await this.#report.write(await htmlReport(evidence, { ...some, ...progress('drawing the report') }));
      this.#report.commit();
    }
    if (this.#bcf) {
      const { bcfFile } = await import('../../report/bcf/write-bcf.ts');
      await this.#bcf.write(await bcfFile(evidence, { ...some, version: bcfVersion, ...progress('drawing the BCF') }));
      this.#bcf.commit();
    }
  }

  /** Discards incomplete files. */
  close(): void {
    this.#report?.discard();
    this.#bcf?.discard();
  }
}
