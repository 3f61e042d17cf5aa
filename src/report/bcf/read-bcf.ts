/**
 * Reads what people have decided from a BCF file of any version from 2.0 on: the status of each topic and its comments.
 *
 * Promise: a damaged or hostile file is refused with a message that says where; no entities are expanded.
 */
import { asElement, parseXmlText, type XmlElement } from '../../io/xml.ts';
import { DECISIONS, type Decision } from '../baseline.ts';
import { BcfArchive } from './bcf-archive.ts';
import { AUTHOR, dateText } from './topic.ts';

export interface BcfTopic {
  /** In small letters. */
  readonly guid: string;
  readonly title: string;
  /** As the file has it. */
  readonly status: string;
  /** Undefined for a status that means none of the decisions. */
  readonly state: Decision['state'] | undefined;
  /** All comments, the oldest first, each with its author unless we wrote it. */
  readonly comment: string;
  readonly assignee: string | undefined;
  /** A day. */
  readonly due: string | undefined;
  /** Of the latest change: as ISO 8601 has it. */
  readonly date: string | undefined;
}

/** What programs call the states of a topic. */
const STATES: Readonly<Record<Decision['state'], readonly string[]>> = {
  open: ['open', 'new', 'active', 'assigned', 'reopened', 'unresolved', 'todo', 'to do', 'pending', ''],
  reviewed: ['reviewed', 'in progress', 'inprogress', 'in review', 'review', 'ongoing', 'waiting', 'on hold'],
  approved: ['approved', 'accepted', 'ignored', 'not an issue', 'no issue', 'wontfix', "won't fix", 'rejected'],
  resolved: ['resolved', 'closed', 'done', 'fixed', 'solved', 'completed'],
};

export function stateOfStatus(status: string): Decision['state'] | undefined {
  const word = status.trim().toLowerCase().replaceAll(/[_-]+/g, ' ');
  return DECISIONS.find((state) => STATES[state].includes(word));
}

/** Elements that may come several times. */
const LISTS = ['Comment', 'Label', 'Labels', 'Viewpoints', 'ViewPoint'];

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const text = asElement(value)['#text'];
  return typeof text === 'string' ? text : '';
};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function parse(xml: string, where: string, archive: BcfArchive): XmlElement {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw archive.bad('it declares a document type, which no BCF does', where);
  try {
    return parseXmlText(xml, { lists: LISTS, attributePrefix: '@' });
  } catch (error) {
    throw archive.bad(`it is not XML (${(error as Error).message})`, where);
  }
}

interface Said {
  readonly author: string;
  readonly text: string;
  readonly date: string | undefined;
}

/** In 2.1 a comment is an element of that name with one of the same name in it; in 3.0 there is a list around them. */
function commentsOf(markup: XmlElement, topic: XmlElement): Said[] {
  const nodes = [...asList(markup.Comment), ...asList(asElement(topic.Comments).Comment)].map(asElement);
  const said = nodes.map((comment) => ({
    author: asText(comment.Author),
    text: asList(comment.Comment).map(asText).join('\n').trim(),
    date: dateText(asText(comment.ModifiedDate)) ?? dateText(asText(comment.Date)),
  }));
  return said
    .filter(({ text }) => text !== '')
    .map((one, i) => ({ one, i }))
    .sort((p, q) => (p.one.date ?? '').localeCompare(q.one.date ?? '') || p.i - q.i)
    .map(({ one }) => one);
}

function topicOf(xml: string, where: string, archive: BcfArchive): BcfTopic {
  const markup = asElement(parse(xml, where, archive).Markup);
  const topic = asElement(markup.Topic);
  const guid = asText(topic['@Guid']).toLowerCase();
  if (guid === '') throw archive.bad('it has no topic with a GUID', where);
  const said = commentsOf(markup, topic);
  const texts = said.map(({ author, text }) => (author === '' || author === AUTHOR ? text : `${author}: ${text}`));
  const dates = [asText(topic.ModifiedDate), asText(topic.CreationDate), ...said.map(({ date }) => date ?? '')];
  const status = asText(topic['@TopicStatus']);
  return {
    guid,
    title: asText(topic.Title),
    status,
    state: stateOfStatus(status),
    comment: [...new Set(texts)].join('\n'),
    assignee: asText(topic.AssignedTo).trim() || undefined,
    due: dateText(asText(topic.DueDate))?.slice(0, 10),
    date: dates
      .flatMap((date) => dateText(date) ?? [])
      .sort()
      .at(-1),
  };
}

/** `name` is for messages. */
export function readBcf(bytes: Uint8Array, name: string): BcfTopic[] {
  const archive = new BcfArchive(bytes, name);
  const markups = archive.names.filter((entry) => /(^|\/)markup\.bcf$/i.test(entry));
  const version = archive.names.find((entry) => /(^|\/)bcf\.version$/i.test(entry));
  if (markups.length === 0 && version === undefined) {
    throw archive.bad(`it is a zip archive without "bcf.version" and without topics (${archive.names.length} files)`);
  }
  return markups.map((entry) => topicOf(archive.text(entry)!, `"${entry}"`, archive));
}
