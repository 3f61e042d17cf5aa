/**
 * Facts of the schemas of BCF 2.1 and 3.0 (buildingSMART, BCF-XML: markup.xsd, visinfo.xsd, version.xsd, extensions.xsd), for the
 * elements that Collidescope writes or could write: which elements stand in which, in which order and how often, which attributes
 * they have and must have, and what their texts look like.
 */
import type { XmlElement } from './bcf-reader.ts';

/** `?` at most once, `*` any number, `+` once or more, nothing exactly once. `a|b` is one of two. */
interface Rule {
  readonly children?: readonly string[];
  readonly attributes?: Readonly<Record<string, RegExp>>;
  readonly required?: readonly string[];
  readonly text?: RegExp;
}

export type Schema = Readonly<Record<string, Rule>>;

const GUID = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/;
const IFC_GUID = /^[0-9A-Za-z_$]{22}$/;
const DATE = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
const ANY = /^[\s\S]*$/;
const NOT_BLANK = /\S/;
const INT = /^-?\d+$/;
const DOUBLE = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const BOOLEAN = /^(true|false|0|1)$/;
const COLOUR = /^[0-9A-F]{6}([0-9A-F]{2})?$/;

const leaf = (text: RegExp): Rule => ({ text });
const XYZ: Rule = { children: ['X', 'Y', 'Z'] };

const COMMON_VIEW: Schema = {
  Selection: { children: ['Component*'] },
  Exceptions: { children: ['Component*'] },
  Component: { children: ['OriginatingSystem?', 'AuthoringToolId?'], attributes: { IfcGuid: IFC_GUID } },
  OriginatingSystem: leaf(NOT_BLANK),
  AuthoringToolId: leaf(NOT_BLANK),
  CameraViewPoint: XYZ,
  CameraDirection: XYZ,
  CameraUpVector: XYZ,
  Lines: { children: ['Line+'] },
  Line: { children: ['StartPoint', 'EndPoint'] },
  StartPoint: XYZ,
  EndPoint: XYZ,
  ClippingPlanes: { children: ['ClippingPlane*'] },
  ClippingPlane: { children: ['Location', 'Direction'] },
  Location: XYZ,
  Direction: XYZ,
  X: leaf(DOUBLE),
  Y: leaf(DOUBLE),
  Z: leaf(DOUBLE),
};

const VIEW_INFO = (cameras: readonly string[]): Rule => ({
  children: ['Components?', ...cameras, 'Lines?', 'ClippingPlanes?'],
  attributes: { Guid: GUID },
  required: ['Guid'],
});

export const VISINFO: Readonly<Record<'2.1' | '3.0', Schema>> = {
  '2.1': {
    ...COMMON_VIEW,
    VisualizationInfo: VIEW_INFO(['OrthogonalCamera?', 'PerspectiveCamera?']),
    Components: { children: ['ViewSetupHints?', 'Selection?', 'Visibility', 'Coloring?'] },
    Selection: { children: ['Component+'] },
    Visibility: { children: ['Exceptions?'], attributes: { DefaultVisibility: BOOLEAN } },
    Coloring: { children: ['Color+'] },
    Color: { children: ['Component+'], attributes: { Color: COLOUR } },
    PerspectiveCamera: { children: ['CameraViewPoint', 'CameraDirection', 'CameraUpVector', 'FieldOfView'] },
    // 45 to 60 degrees, says its documentation.
    FieldOfView: leaf(/^(4[5-9]|5\d|60)$/),
  },
  '3.0': {
    ...COMMON_VIEW,
    VisualizationInfo: VIEW_INFO(['OrthogonalCamera|PerspectiveCamera']),
    Components: { children: ['Selection?', 'Visibility?', 'Coloring?'] },
    'Color/Components': { children: ['Component+'] },
    Visibility: { children: ['ViewSetupHints?', 'Exceptions?'], attributes: { DefaultVisibility: BOOLEAN } },
    Coloring: { children: ['Color*'] },
    Color: { children: ['Components'], attributes: { Color: COLOUR }, required: ['Color'] },
    PerspectiveCamera: {
      children: ['CameraViewPoint', 'CameraDirection', 'CameraUpVector', 'FieldOfView', 'AspectRatio'],
    },
    FieldOfView: leaf(/^(4[5-9]|5\d|60)$/),
    AspectRatio: leaf(/^(?!0*\.?0*$)\d*\.?\d+$/),
  },
};

const FACTS = ['Title', 'Priority?', 'Index?'];
const DATES = [
  'CreationDate',
  'CreationAuthor',
  'ModifiedDate?',
  'ModifiedAuthor?',
  'DueDate?',
  'AssignedTo?',
  'Stage?',
];

export const MARKUP: Readonly<Record<'2.1' | '3.0', Schema>> = {
  '2.1': {
    Markup: { children: ['Header?', 'Topic', 'Comment*', 'Viewpoints*'] },
    Header: { children: ['File+'] },
    File: {
      children: ['Filename?', 'Date?', 'Reference?'],
      attributes: { IfcProject: IFC_GUID, IfcSpatialStructureElement: IFC_GUID, isExternal: BOOLEAN },
    },
    Topic: {
      children: [
        'ReferenceLink*',
        ...FACTS,
        'Labels*',
        ...DATES,
        'Description?',
        'BimSnippet?',
        'DocumentReference*',
        'RelatedTopic*',
      ],
      attributes: { Guid: GUID, TopicType: ANY, TopicStatus: ANY },
      required: ['Guid'],
    },
    Labels: leaf(ANY),
    Viewpoints: { children: ['Viewpoint?', 'Snapshot?', 'Index?'], attributes: { Guid: GUID }, required: ['Guid'] },
    'Comment/Viewpoint': { attributes: { Guid: GUID }, required: ['Guid'] },
    'Markup/Comment': {
      children: ['Date', 'Author', 'Comment', 'Viewpoint?', 'ModifiedDate?', 'ModifiedAuthor?'],
      attributes: { Guid: GUID },
      required: ['Guid'],
    },
    'Comment/Comment': leaf(ANY),
    Viewpoint: leaf(ANY),
    Snapshot: leaf(ANY),
    Filename: leaf(ANY),
    Title: leaf(ANY),
    Index: leaf(INT),
    CreationDate: leaf(DATE),
    ModifiedDate: leaf(DATE),
    Date: leaf(DATE),
    CreationAuthor: leaf(ANY),
    ModifiedAuthor: leaf(ANY),
    Author: leaf(ANY),
    Description: leaf(ANY),
  },
  '3.0': {
    Markup: { children: ['Header?', 'Topic'] },
    Header: { children: ['Files?'] },
    Files: { children: ['File*'] },
    File: {
      children: ['Filename?', 'Date?', 'Reference?'],
      attributes: { IfcProject: IFC_GUID, IfcSpatialStructureElement: IFC_GUID, IsExternal: BOOLEAN },
    },
    Topic: {
      children: [
        'ReferenceLinks?',
        ...FACTS,
        'Labels?',
        ...DATES,
        'Description?',
        'BimSnippet?',
        'DocumentReferences?',
        'RelatedTopics?',
        'Comments?',
        'Viewpoints?',
      ],
      attributes: { Guid: GUID, ServerAssignedId: NOT_BLANK, TopicType: NOT_BLANK, TopicStatus: NOT_BLANK },
      required: ['Guid', 'TopicType', 'TopicStatus'],
    },
    Labels: { children: ['Label*'] },
    Label: leaf(NOT_BLANK),
    Comments: { children: ['Comment*'] },
    'Comments/Comment': {
      children: ['Date', 'Author', 'Comment?', 'Viewpoint?', 'ModifiedDate?', 'ModifiedAuthor?'],
      attributes: { Guid: GUID },
      required: ['Guid'],
    },
    'Comment/Comment': leaf(NOT_BLANK),
    'Comment/Viewpoint': { attributes: { Guid: GUID }, required: ['Guid'] },
    Viewpoints: { children: ['ViewPoint*'] },
    ViewPoint: { children: ['Viewpoint?', 'Snapshot?', 'Index?'], attributes: { Guid: GUID }, required: ['Guid'] },
    Viewpoint: leaf(NOT_BLANK),
    Snapshot: leaf(NOT_BLANK),
    Filename: leaf(NOT_BLANK),
    Title: leaf(NOT_BLANK),
    Index: leaf(INT),
    CreationDate: leaf(DATE),
    ModifiedDate: leaf(DATE),
    Date: leaf(DATE),
    CreationAuthor: leaf(NOT_BLANK),
    ModifiedAuthor: leaf(NOT_BLANK),
    Author: leaf(NOT_BLANK),
    Description: leaf(NOT_BLANK),
  },
};

export const VERSION: Schema = {
  Version: { children: ['DetailedVersion?'], attributes: { VersionId: /^(2\.1|3\.0)$/ }, required: ['VersionId'] },
  DetailedVersion: leaf(ANY),
};

const LISTS = ['TopicType', 'TopicStatus', 'Priority', 'TopicLabel', 'User', 'SnippetType', 'Stage'];
const PLURALS = ['TopicTypes', 'TopicStatuses', 'Priorities', 'TopicLabels', 'Users', 'SnippetTypes', 'Stages'];

export const EXTENSIONS: Schema = {
  Extensions: { children: PLURALS },
  ...Object.fromEntries(PLURALS.map((name, i) => [name, { children: [`${LISTS[i]}*`] }])),
  ...Object.fromEntries(LISTS.map((name) => [name, leaf(NOT_BLANK)])),
};

/** What is wrong with an element and all in it, as sentences. */
export function faultsOf(element: XmlElement, schema: Schema, parent = ''): string[] {
  const rule = schema[`${parent}/${element.name}`] ?? schema[element.name];
  if (!rule) return [`${parent} has an element ${element.name}, which the schema does not know`];
  const faults: string[] = [];
  const { children = [], attributes = {}, required = [], text } = rule;
  for (const [name, value] of Object.entries(element.attributes)) {
    if (!attributes[name]?.test(value)) faults.push(`${element.name} has ${name}="${value}"`);
  }
  for (const name of required) if (!(name in element.attributes)) faults.push(`${element.name} has no ${name}`);
  if (text ? !text.test(element.text) : element.text.trim() !== '')
    faults.push(`${element.name} has the text "${element.text}"`);
  const order = element.children.map(({ name }) => name).join(' ');
  const pattern = children.map((child) => {
    const [, names, often] = /^([\w|]+)([?*+]?)$/.exec(child)!;
    return `(?:(?:${names}) )${often}`;
  });
  if (!new RegExp(`^${pattern.join('')}$`).test(order === '' ? '' : `${order} `)) {
    faults.push(`${element.name} has ${order || 'nothing'}; expected ${children.join(' ')}`);
  }
  return [...faults, ...element.children.flatMap((inner) => faultsOf(inner, schema, element.name))];
}
