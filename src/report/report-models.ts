/** The files of a report: what each says about itself, and the badge that stands for it. */
import { fileDiscipline } from './disciplines.ts';
import { fileBadges } from './file-badges.ts';
import { groupBy } from './group-by.ts';
import type { ModelFile } from './model-file.ts';
import type { ReportModel, ReportObject } from './report.ts';

/** `objects` are those of the report. */
export function reportModels(files: readonly ModelFile[], objects: readonly ReportObject[]): ReportModel[] {
  const badges = fileBadges(files.map(({ file }) => file));
  const byFile = groupBy(objects, ({ file }) => file);
  return files.map(({ file, model: { format, unit, facts } }) => {
    const own = byFile.get(file) ?? [];
    const discipline = fileDiscipline(own.map((object) => object.discipline));
    return {
      file,
      badge: badges.get(file)!,
      format,
      ...(unit !== undefined && { unit }),
      ...(discipline && { discipline }),
      objects: own.length,
      ...facts,
    };
  });
}
