/**
 * The files of a report: what each says about itself, and the badge that stands for it, which is what tells its name from the others:
 * `Arch` and `Elec` of `Duplex_Arch.ifc` and `Duplex_Elec.ifc`.
 *
 * Promise: different files have different badges.
 */
import { fileDiscipline } from './disciplines.ts';
import { groupBy } from './group-by.ts';
import type { ModelFile } from './model-file.ts';
import type { ReportModel, ReportObject } from './report.ts';
import { fileName } from './text.ts';

const LETTERS_MOST = 14;

const withoutEnding = (file: string) => fileName(file).replace(/\.[^.]{1,8}$/, '');
const wordsOf = (text: string) => text.split(/[\s_\-.]+/).filter(Boolean);

function sharedCount(lists: readonly (readonly string[])[]): number {
  const least = Math.min(...lists.map(({ length }) => length));
  let count = 0;
  while (count < least && lists.every((words) => words[count].toLowerCase() === lists[0][count].toLowerCase())) count++;
  return count;
}

/** The words that not all files have at their beginning or at their end; of a file that has no others, its last word. */
function distinguishing(lists: readonly (readonly string[])[]): string[] {
  if (lists.length < 2) return lists.map((words) => words.join(' '));
  const front = sharedCount(lists);
  const rest = lists.map((words) => words.slice(front));
  const back = sharedCount(rest.map((words) => words.toReversed()));
  return rest.map((words, i) => {
    const own = words.slice(0, words.length - back);
    return own.length > 0 ? own.join(' ') : (lists[i].at(-1) ?? '');
  });
}

function cut(text: string): string {
  const letters = [...text];
  return letters.length <= LETTERS_MOST ? text : `${letters.slice(0, LETTERS_MOST - 1).join('')}…`;
}

/** By file, as the files are given. */
export function fileBadges(files: readonly string[]): Map<string, string> {
  const distinct = [...new Set(files)];
  const texts = distinguishing(distinct.map((file) => wordsOf(withoutEnding(file))));
  const taken = new Set<string>();
  return new Map(
    distinct.map((file, i) => {
      const base = cut(texts[i] || 'file');
      let badge = base;
      for (let n = 2; taken.has(badge); n++) badge = `${base} ${n}`;
      taken.add(badge);
      return [file, badge];
    }),
  );
}

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
