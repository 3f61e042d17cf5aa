/** How an element is described everywhere: its name first, then class, type, storey, system and GlobalId, and its file as a badge. */
import type { FileObject } from './objects.ts';
import type { Report, ReportObject } from './report.ts';
import { fileName, plainText } from './text.ts';

/** Its own name, with the number that tells it from others of that name, and without the file. */
export function elementName({ label, name, file }: Pick<ReportObject, 'label' | 'name' | 'file'>): string {
  const text = label ?? name;
  const before = [file, fileName(file)].map((each) => `${each}:`).find((each) => text.startsWith(each));
  return plainText(before === undefined ? text : text.slice(before.length));
}

/** The badge of its file; none where there is only one. */
export function badgeOf({ models = [] }: Pick<Report, 'models'>, { file }: Pick<ReportObject, 'file'>): string {
  return models.length > 1 ? plainText(models.find((model) => model.file === file)?.badge ?? '') : '';
}

/** The assemblies that a part is in, the topmost first: `as1 › rod-assembly`; undefined for none. */
export function assemblyText({ path }: Pick<ReportObject, 'path'>): string | undefined {
  return path?.map(plainText).join(' › ');
}

/** Names of the assemblies above a part. Above an element of a building are its storey and the building, which are described elsewhere. */
export function assemblyPath(object: Pick<FileObject, 'path' | 'class'>): { path?: readonly string[] } {
  return object.path && object.class === undefined ? { path: object.path } : {};
}

/** What a file says of an element besides its name: `IfcBeam, W410X60, Level 2, Frame`. */
export function elementFacts(object: ReportObject): string[] {
  const { class: own, type, storey, system } = object;
  const facts = [own, type, storey, system].flatMap((text) => (text === undefined ? [] : [plainText(text)]));
  const assembly = assemblyText(object);
  return assembly === undefined ? facts : [...facts, assembly];
}

/** In one line: `Wall 12 (IfcWall, Level 1)`. */
export function elementText(object: ReportObject): string {
  const facts = elementFacts({ ...object, type: undefined, path: undefined } as ReportObject);
  return facts.length > 0 ? `${elementName(object)} (${facts.join(', ')})` : elementName(object);
}
