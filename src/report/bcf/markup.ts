/**
 * `markup.bcf`: a topic as XML.
 *
 * Source: buildingSMART, BCF-XML 2.1 and 3.0, `markup.xsd`. Elements stand in the order of the schema. From 2.1 to 3.0 lists got an
 * element around them, comments and viewpoints moved into the topic, and texts must not be empty.
 */
import {
  AUTHOR,
  type BcfVersion,
  PRIORITIES,
  STATUS_NAMES,
  TOPIC_TYPE,
  type Topic,
  type TopicViewpoint,
} from './topic.ts';
import { leaf, node, xmlDocument } from './xml.ts';

function fileNodes({ files }: Topic): string[] {
  return files.map((name) => node('File', {}, leaf('Filename', name)));
}

function viewpointNode(name: string, { guid, file, snapshot }: TopicViewpoint, index: number): string {
  return node(name, { Guid: guid }, leaf('Viewpoint', file), leaf('Snapshot', snapshot), leaf('Index', index));
}

function commentNode({ comment, viewpoints }: Topic): string | undefined {
  if (!comment) return undefined;
  return node(
    'Comment',
    { Guid: comment.guid },
    leaf('Date', comment.date),
    leaf('Author', AUTHOR),
    leaf('Comment', comment.text),
    viewpoints[0] && node('Viewpoint', { Guid: viewpoints[0].guid }),
  );
}

/** What both versions have, up to the description; `labels` is what they write differently. */
function facts(topic: Topic, labels: string): (string | undefined)[] {
  return [
    leaf('Title', topic.title),
    leaf('Priority', topic.priority),
    leaf('Index', topic.index),
    labels,
    leaf('CreationDate', topic.created),
    leaf('CreationAuthor', AUTHOR),
    leaf('ModifiedDate', topic.modified),
    topic.modified === undefined ? undefined : leaf('ModifiedAuthor', AUTHOR),
    leaf('DueDate', topic.due),
    leaf('AssignedTo', topic.assignee),
    leaf('Description', topic.description),
  ];
}

function attributes({ guid, status }: Topic) {
  return { Guid: guid, TopicType: TOPIC_TYPE, TopicStatus: status };
}

function markup21(topic: Topic): string {
  return node(
    'Markup',
    {},
    node('Header', {}, ...fileNodes(topic)),
    node('Topic', attributes(topic), ...facts(topic, leaf('Labels', topic.label)!)),
    commentNode(topic),
    ...topic.viewpoints.map((viewpoint, i) => viewpointNode('Viewpoints', viewpoint, i)),
  );
}

function markup30(topic: Topic): string {
  const comment = commentNode(topic);
  return node(
    'Markup',
    {},
    node('Header', {}, node('Files', {}, ...fileNodes(topic))),
    node(
      'Topic',
      attributes(topic),
      ...facts(topic, node('Labels', {}, leaf('Label', topic.label))),
      comment && node('Comments', {}, comment),
      node('Viewpoints', {}, ...topic.viewpoints.map((viewpoint, i) => viewpointNode('ViewPoint', viewpoint, i))),
    ),
  );
}

export function markupXml(topic: Topic, version: BcfVersion): string {
  return xmlDocument(version === '2.1' ? markup21(topic) : markup30(topic));
}

export function versionXml(version: BcfVersion): string {
  return xmlDocument(
    node('Version', { VersionId: version }, version === '2.1' ? leaf('DetailedVersion', '2.1') : undefined),
  );
}

/** `project.bcfp`: which project the topics belong to. */
export function projectXml(name: string, guid: string, version: BcfVersion): string {
  const project = node('Project', { ProjectId: guid }, leaf('Name', name));
  return xmlDocument(
    version === '2.1'
      ? node('ProjectExtension', {}, project, node('ExtensionSchema', {}))
      : node('ProjectInfo', {}, project),
  );
}

/** BCF 3.0 lists in a file of its own which words topics use. */
export function extensionsXml(labels: readonly string[], people: readonly string[]): string {
  return xmlDocument(
    node(
      'Extensions',
      {},
      node('TopicTypes', {}, leaf('TopicType', TOPIC_TYPE)),
      node('TopicStatuses', {}, ...Object.values(STATUS_NAMES).map((status) => leaf('TopicStatus', status))),
      node('Priorities', {}, ...PRIORITIES.map((priority) => leaf('Priority', priority))),
      node('TopicLabels', {}, ...labels.map((label) => leaf('TopicLabel', label))),
      node('Users', {}, ...[AUTHOR, ...people].map((user) => leaf('User', user))),
      node('SnippetTypes', {}),
      node('Stages', {}),
    ),
  );
}
