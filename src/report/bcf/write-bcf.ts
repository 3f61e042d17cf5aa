/**
 * Clashes as a BCF file: a zip with a folder for each topic.
 *
 * Promise: valid against the schemas of BCF 2.1 or 3.0; a clash that keeps its id keeps the GUID of its topic. The worst hundred
 * topics have snapshots; all have a viewpoint, and a second one with a section through the place of the clash.
 */
import { type Zippable, zipSync } from 'fflate';
import type { ReportClash } from '../clash-list.ts';
import { type Evidence, findingsOf } from '../excerpt/evidence.ts';
import { PICTURE_SIZE, PICTURES, Portrayer } from '../excerpt/portray.ts';
import { cameraOf } from '../picture/camera.ts';
import { UNIT_SIZES } from '../units.ts';
import { guidOf, ifcGuid } from './guid.ts';
import { extensionsXml, markupXml, projectXml, versionXml } from './markup.ts';
import { type BcfVersion, type TopicViewpoint, topicOf } from './topic.ts';
import { type Component, viewpointXml } from './viewpoint.ts';

export interface BcfOptions {
  /** @defaultValue '2.1' */
  readonly version?: BcfVersion;
  /**
   * How many of the worst clashes get snapshots.
   * @defaultValue 100
   */
  readonly pictures?: number;
  /**
   * When the topics were made.
   * @defaultValue now
   */
  readonly date?: Date;
  /** What draws, where other files of the same evidence are written as well. */
  readonly portrayer?: Portrayer;
  /** Called with how much is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** Snapshots are packed already. */
const STORED = { level: 0 } as const;
/** zip holds no dates before 1980, and the same clashes should give the same file. */
const ZIP_DATE = Date.UTC(1980, 0, 1, 12);

const pause = () => new Promise((resume) => setTimeout(resume));

function metresPerUnit(unit: string | undefined): number {
  const size = unit === undefined ? undefined : UNIT_SIZES[unit];
  return size === undefined ? 1 : size / UNIT_SIZES.meter;
}

/** Makes the file. It runs in browsers as well as in Node. */
export async function bcfFile(evidence: Evidence, options: BcfOptions = {}): Promise<Uint8Array> {
  const { version = '2.1', pictures = 100, date = new Date(), onProgress } = options;
  const { report, objects } = evidence;
  const findings = findingsOf(report, evidence.listed);
  const portrayer = options.portrayer ?? (await Portrayer.of(evidence, PICTURES));
  const encoder = new TextEncoder();
  const files: Zippable = { 'bcf.version': encoder.encode(versionXml(version)) };
  const add = (path: string, text: string) => {
    files[path] = encoder.encode(text);
  };
  const people = new Set(findings.flatMap(({ decision }) => decision?.assignee ?? []));
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (version === '3.0') add('extensions.xml', extensionsXml([...kinds], [...people]));
  const project = report.models?.find((model) => model.project !== undefined)?.project;
  if (project !== undefined) add('project.bcfp', projectXml(project, await guidOf(`project ${project}`), version));
  const componentOf = (object: number): Component => {
    const guid = ifcGuid(objects[object].guid);
    return { ...(guid && { ifcGuid: guid }), key: report.objects[object].key ?? report.objects[object].name };
  };
  const addTopic = async (clash: ReportClash, i: number) => {
    const { view, section, sectionView, excerpt } = portrayer.aspectOf(clash);
    const wanted = [
      { name: 'viewpoint', picture: 'snapshot', of: 'view', from: view, plane: undefined },
      { name: 'section', picture: 'section', of: 'section', from: sectionView, plane: section },
    ] as const;
    const isDrawn = i < pictures;
    const viewpoints: TopicViewpoint[] = [];
    const contents: [string, string | Uint8Array][] = [];
    for (const { name, picture, of, from, plane } of wanted) {
      const guid = await guidOf(`${name} ${clash.id}`);
      const viewpoint = {
        guid,
        camera: cameraOf(from, PICTURE_SIZE.width / PICTURE_SIZE.height),
        excerpt,
        components: [...new Set([clash.a, clash.b])].map(componentOf),
        ...(plane && { section: plane }),
        metres: metresPerUnit(report.unit),
        isTurned: evidence.isTurned === true,
      };
      contents.push([`${name}.bcfv`, viewpointXml(viewpoint, version)]);
      if (isDrawn) contents.push([`${picture}.png`, portrayer.pictureOf(clash, of)]);
      viewpoints.push({ guid, file: `${name}.bcfv`, ...(isDrawn && { snapshot: `${picture}.png` }) });
    }
    const topic = await topicOf(report, clash, i, date.toISOString(), viewpoints);
    add(`${topic.guid}/markup.bcf`, markupXml(topic, version));
    for (const [name, content] of contents) {
      if (typeof content === 'string') add(`${topic.guid}/${name}`, content);
      else files[`${topic.guid}/${name}`] = [content, STORED];
    }
  };
  for (const [i, clash] of findings.entries()) {
    await addTopic(clash, i);
    onProgress?.((i + 1) / findings.length);
    await pause();
  }
  return zipSync(files, { level: 6, mtime: ZIP_DATE });
}
