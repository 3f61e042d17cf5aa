/** The files of a run: for each paper its Markdown, its JSON and its pictures. */
import { plotFileName, reportMarkdown } from './markdown.ts';
import { plotSvg } from './plot/plot-svg.ts';
import type { PaperReport, PapersRun } from './run-papers.ts';

export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

export function pictureFiles(report: PaperReport): ReportFile[] {
  return report.plots.map((plot) => ({ name: plotFileName(report.paper, plot), text: plotSvg(plot) }));
}

export function reportFiles({ machine, options, reports }: PapersRun): ReportFile[] {
  return reports.flatMap((report) => [
    { name: `${report.paper}.md`, text: reportMarkdown(report, machine, '') },
    { name: `${report.paper}.json`, text: `${JSON.stringify({ machine, options, ...report }, null, 2)}\n` },
    ...pictureFiles(report),
  ]);
}
