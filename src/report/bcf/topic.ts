/** A clash as a BCF topic: the facts of which both versions make their XML. */

import type { Decision } from '../baseline.ts';
import type { ReportClash } from '../clash-list.ts';
import { pointText, toTolerance, whereText } from '../clash-place.ts';
import { measureText } from '../depth-text.ts';
import { badgeOf, elementFacts, elementName } from '../elements.ts';
import { fitText } from '../fits/fit-text.ts';
import type { Report } from '../report.ts';
import { SEVERITIES, type Severity } from '../rules/rules.ts';
import { fileName, plainText } from '../text.ts';
import { unitSymbol } from '../units.ts';
import { volumeText } from '../volume-text.ts';
import { guidOf, topicGuid } from './guid.ts';

export type BcfVersion = '2.1' | '3.0';
export const BCF_VERSIONS: readonly BcfVersion[] = ['2.1', '3.0'];

export const TOPIC_TYPE = 'Clash';
export const AUTHOR = 'collidescope';

/** What a decision is called in BCF. */
export const STATUS_NAMES: Readonly<Record<Decision['state'], string>> = {
  open: 'Open',
  reviewed: 'Reviewed',
  approved: 'Approved',
  resolved: 'Resolved',
};

/** What a severity is called in BCF; the worst first. */
export const PRIORITIES: readonly string[] = SEVERITIES.toReversed().map(priorityOf);

function priorityOf(severity: Severity): string {
  return severity[0].toUpperCase() + severity.slice(1);
}

export interface TopicViewpoint {
  readonly guid: string;
  /** Names of files in the folder of the topic. */
  readonly file: string;
  readonly snapshot?: string;
}

export interface Topic {
  readonly guid: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly label: string;
  /** By the severity that rules give. */
  readonly priority?: string;
  readonly assignee?: string;
  readonly due?: string;
  readonly index: number;
  /** When it was written, and when somebody decided. */
  readonly created: string;
  readonly modified?: string;
  readonly files: readonly string[];
  readonly comment?: { readonly guid: string; readonly text: string; readonly date: string };
  readonly viewpoints: readonly TopicViewpoint[];
}

/** Programs show titles in lists, and some refuse long ones. */
const NAME_MOST = 80;
const NAME_MOST_BELOW = 2000;

function shortened(text: string, most: number): string {
  const letters = [...plainText(text)];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
}

/** One line for each element: name, class, type, storey, system, GlobalId, file. */
function elementLine(report: Report, object: number): string {
  const told = report.objects[object];
  const facts = [...elementFacts(told), told.guid, fileName(told.file)].filter((text) => text !== undefined);
  return shortened(`${elementName(told)} (${facts.join(', ')})`, NAME_MOST_BELOW);
}

function descriptionOf(report: Report, clash: ReportClash): string {
  const { unit, tolerance } = report;
  const { kind, depth, distance, point, pairs, id, status, deeper } = clash;
  const symbol = unit ? ` ${unitSymbol(unit)}` : '';
  const length = (value: number) => `${toTolerance(report, value)}${symbol}`;
  const where = plainText(whereText(report, clash));
  const lines = [
    `${kind}:`,
    ...[...new Set([clash.a, clash.b])].map((object) => elementLine(report, object)),
    clash.test && `Test: ${plainText(clash.test)}`,
    clash.byDesign && `By design: ${plainText(clash.byDesign)}`,
    depth && `Depth: ${length(depth.least)} to ${length(depth.most)}`,
    clash.volume && `Volume in common: ${volumeText(clash.volume, unit)}`,
    clash.fit && `Fit: ${fitText(clash.fit, unit)}`,
    distance !== null && `Distance: ${length(distance)}`,
    !depth && clash.reason === 'open' && kind === 'penetrating' && 'Depth: none, a surface is open',
    clash.undecided && 'Depth: whether they reach deeper than the tolerance could not be told',
    where && `Where: ${where}`,
    `At: ${pointText(report, point, ', ')}${symbol}`,
    `Triangle pairs: ${pairs}`,
    tolerance && `Tolerance: ${tolerance.value}${symbol}`,
    status && `Compared with the baseline: ${status}${deeper && deeper > 0 ? `, deeper by ${length(deeper)}` : ''}`,
    `Clash id: ${id}`,
  ];
  return lines.filter((line) => typeof line === 'string').join('\n');
}

export async function topicOf(
  report: Report,
  clash: ReportClash,
  index: number,
  created: string,
  viewpoints: readonly TopicViewpoint[],
): Promise<Topic> {
  const names = [...new Set([clash.a, clash.b])].map((object) => {
    const told = report.objects[object];
    const badge = badgeOf(report, told);
    return badge ? `${elementName(told)} [${badge}]` : elementName(told);
  });
  const { decision, kind, id, severity } = clash;
  const measure = measureText(clash, report.unit);
  const title = `${kind}${measure ? ` ${measure}` : ''}: ${names.map((name) => shortened(name, NAME_MOST)).join(' / ')}`;
  const decided = dateText(decision?.date);
  return {
    guid: await topicGuid(id),
    title: title[0].toUpperCase() + title.slice(1),
    description: descriptionOf(report, clash),
    status: STATUS_NAMES[decision?.state ?? 'open'],
    label: kind,
    ...(severity && { priority: priorityOf(severity) }),
    ...(decision?.assignee && { assignee: decision.assignee }),
    ...(decision?.due && { due: `${decision.due}T00:00:00Z` }),
    index,
    created,
    ...(decided && { modified: decided }),
    files: [...new Set([clash.a, clash.b].map((object) => shortened(fileName(report.objects[object].file), 255)))],
    ...(decision?.comment && {
      comment: { guid: await guidOf(`comment ${id}`), text: decision.comment, date: decided ?? created },
    }),
    viewpoints,
  };
}

/** As xs:dateTime has it; undefined for what is no date. */
export function dateText(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
