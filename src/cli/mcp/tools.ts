/** The tools of the MCP server: what each takes, and which command line answers it. */
import { OptionError } from '../../errors.ts';
import { formatTitles } from '../../io/formats.ts';
import { STARTER_NAMES } from '../../report/rules/starter-sets.ts';
import { counted } from '../../report/text.ts';
import type { ServedFolder } from './served-folder.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

/** A run of the command line. */
export interface Run {
  readonly words: readonly string[];
  /** Text of a file whose path is put after the words; deleted when the run has ended. */
  readonly points?: string;
  /** Text of a file for `--joints`; deleted as well. */
  readonly joints?: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of each input. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  plan(input: ToolInput, folder: ServedFolder): Promise<Run>;
  /** The part of the answer that belongs to the tool; all of it unless given. */
  pick?(document: Record<string, unknown>): Record<string, unknown>;
}

const POINTS_MAX = 10_000;
export const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

const FILES = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  description: `Paths relative to the served folder: ${formatTitles('or')}.`,
};
export const LIMIT = {
  type: 'integer',
  minimum: 1,
  maximum: LIMIT_MAX,
  default: LIMIT_DEFAULT,
  description: 'Entries of each list in the answer; "omitted" says how many more there are.',
};
const LENGTH_TEXT = 'A length, in the unit of the files ("0.2") or with a unit ("0.2mm", "1in").';
const UNIT = { type: 'string', enum: ['um', 'mm', 'cm', 'm', 'in', 'ft'], description: 'Unit of the files.' };
const MERGE = { type: 'boolean', default: false, description: 'Take each file as one object instead of its parts.' };
const ALLOW_OPEN = { type: 'boolean', default: false, description: 'Accept meshes that are not closed.' };

function wrong(name: string, found: unknown, expected: string): OptionError {
  const shown = JSON.stringify(found) ?? 'missing';
  return new OptionError('option-value', `${name} is ${shown.slice(0, 80)}; expected ${expected}.`, { option: name });
}

/** `--name value` for a length that was given. */
function lengthWords(input: ToolInput, name: string): string[] {
  const value = input[name];
  if (value === undefined) return [];
  const text = typeof value === 'number' ? `${value}` : value;
  if (typeof text === 'string' && /^\d*\.?\d+(e[+-]?\d+)?\s*[a-z]*$/i.test(text)) return [`--${name}`, text];
  throw wrong(name, value, 'a length, such as 0.2 or "0.2mm"');
}

function switchWords(input: ToolInput, name: string, option: string): string[] {
  const value = input[name] ?? false;
  if (typeof value !== 'boolean') throw wrong(name, value, 'true or false');
  return value ? [option] : [];
}

function unitWords({ unit }: ToolInput): string[] {
  if (unit === undefined) return [];
  if (UNIT.enum.includes(unit as string)) return ['--unit', unit as string];
  throw wrong('unit', unit, `one of ${UNIT.enum.join(', ')}`);
}

function rulesWords({ rules }: ToolInput): string[] {
  if (rules === undefined) return [];
  if (STARTER_NAMES.includes(rules as string)) return ['--rules', rules as string];
  throw wrong('rules', rules, `one of ${STARTER_NAMES.join(', ')}`);
}

/** How many entries of each list are wanted. */
export function limitOf({ limit = LIMIT_DEFAULT }: ToolInput): number {
  if (Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= LIMIT_MAX) return limit as number;
  throw wrong('limit', limit, `a whole number from 1 to ${LIMIT_MAX}`);
}

function pointsText(points: unknown): string {
  const isPoint = (each: unknown) => Array.isArray(each) && each.length === 3 && each.every(Number.isFinite);
  if (Array.isArray(points) && points.length >= 1 && points.length <= POINTS_MAX && points.every(isPoint)) {
    return points.map((point) => `${point.join(' ')}\n`).join('');
  }
  throw wrong('points', points, `a list of 1 to ${counted(POINTS_MAX, 'point')}, each [x, y, z]`);
}

/** `--name value` for a text that was given. */
function textWords(input: ToolInput, name: string): string[] {
  const value = input[name];
  if (value === undefined) return [];
  if (typeof value === 'string' && value !== '' && !value.startsWith('-')) return [`--${name}`, value];
  throw wrong(name, value, 'a text that does not begin with -');
}

/** The text of a file of joints. */
function jointsText({ joints, ignore }: ToolInput): string | undefined {
  if (joints === undefined) return undefined;
  if (!Array.isArray(joints)) throw wrong('joints', joints, 'a list of joints');
  return JSON.stringify({ joints, ...(ignore !== undefined && { ignore }) });
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'info',
    title: 'Describe mesh files',
    description:
      'Format, unit, parts, bounds, triangle counts, volume and area of mesh files, and whether each part is closed, manifold and well oriented. Start here.',
    properties: { files: FILES },
    required: ['files'],
    plan: async ({ files }, folder) => ({ words: ['info', ...(await folder.files(files, 1))] }),
  },
  {
    name: 'check',
    title: 'Find self-intersections',
    description: 'Where each mesh intersects itself, exactly: regions with place and number of triangle pairs.',
    properties: {
      files: FILES,
      parts: { type: 'boolean', default: false, description: 'Check the parts of each file one by one.' },
    },
    required: ['files'],
    plan: async (input, folder) => ({
      words: ['check', ...(await folder.files(input.files, 1)), ...switchWords(input, 'parts', '--parts')],
    }),
  },
  {
    name: 'clash',
    title: 'Find clashes between parts',
    description:
      'Which parts interfere with each other: penetrating, contained, duplicate or touching, the worst first, with depth, place and normal. The check to run on any generated or edited assembly.',
    properties: {
      files: FILES,
      tolerance: { type: ['string', 'number'], description: `No deeper than this only touches. ${LENGTH_TEXT}` },
      clearance: { type: ['string', 'number'], description: `Also parts nearer than this. ${LENGTH_TEXT}` },
      rules: {
        type: 'string',
        enum: STARTER_NAMES,
        description: 'Sorts out what is meant to be (byDesign, with the reason) and gives severities.',
      },
      unit: UNIT,
      merge: MERGE,
    },
    required: ['files'],
    plan: async (input, folder) => ({
      words: [
        'clash',
        ...(await folder.files(input.files, 1)),
        ...lengthWords(input, 'tolerance'),
        ...lengthWords(input, 'clearance'),
        ...rulesWords(input),
        ...unitWords(input),
        ...switchWords(input, 'merge', '--merge'),
      ],
    }),
  },
  {
    name: 'within',
    title: 'Find parts that are too close',
    description:
      'Pairs of parts that are nearer to each other than a distance, with their least distance and where it is.',
    properties: {
      files: FILES,
      distance: { type: ['string', 'number'], description: LENGTH_TEXT },
      unit: UNIT,
      merge: MERGE,
    },
    required: ['files', 'distance'],
    plan: async (input, folder) => {
      const words = lengthWords({ clearance: input.distance }, 'clearance');
      if (words.length === 0) throw wrong('distance', input.distance, 'a length, such as 0.2 or "0.2mm"');
      const merge = switchWords(input, 'merge', '--merge');
      return { words: ['clash', ...(await folder.files(input.files, 1)), ...words, ...unitWords(input), ...merge] };
    },
    pick: ({ objects, clearance, error }) => ({ objects, clearance, ...(error !== undefined && { error }) }),
  },
  {
    name: 'volume',
    title: 'Measure an overlap',
    description:
      'Volume that two closed meshes have in common, or that one mesh covers more than once, with a guaranteed bound of the error.',
    properties: {
      files: { ...FILES, maxItems: 2, description: 'One path or two, relative to the served folder.' },
      tolerance: { type: 'number', exclusiveMinimum: 0, description: 'Refine until the error is at most this volume.' },
      allowOpen: ALLOW_OPEN,
    },
    required: ['files'],
    plan: async (input, folder) => {
      const { tolerance } = input;
      if (tolerance !== undefined && !(typeof tolerance === 'number' && tolerance > 0 && tolerance < Infinity)) {
        throw wrong('tolerance', tolerance, 'a volume greater than 0');
      }
      const words = tolerance === undefined ? [] : ['--tolerance', `${tolerance}`];
      const files = await folder.files(input.files, 1, 2);
      return { words: ['volume', ...files, ...words, ...switchWords(input, 'allowOpen', '--allow-open')] };
    },
  },
  {
    name: 'inside',
    title: 'Test points',
    description: 'Which points lie inside a closed mesh, outside, or on its surface, exactly.',
    properties: {
      files: { ...FILES, maxItems: 1, description: 'The path of the mesh, relative to the served folder.' },
      points: {
        type: 'array',
        maxItems: POINTS_MAX,
        items: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
        description: 'Coordinates, in the unit of the file. The answer has "places", in the same order.',
      },
      allowOpen: ALLOW_OPEN,
    },
    required: ['files', 'points'],
    plan: async (input, folder) => ({
      words: ['inside', ...(await folder.files(input.files, 1, 1)), ...switchWords(input, 'allowOpen', '--allow-open')],
      points: pointsText(input.points),
    }),
  },
  {
    name: 'closest',
    title: 'Measure distances',
    description:
      'How far each two parts are apart, exactly, and where they are nearest; 0 when they meet. The nearest first.',
    properties: {
      files: FILES,
      below: { type: ['string', 'number'], description: `Only parts nearer than this. ${LENGTH_TEXT}` },
      unit: UNIT,
      merge: MERGE,
    },
    required: ['files'],
    plan: async (input, folder) => ({
      words: [
        'closest',
        ...(await folder.files(input.files, 1)),
        ...lengthWords({ clearance: input.below }, 'clearance'),
        ...unitWords(input),
        ...switchWords(input, 'merge', '--merge'),
      ],
    }),
  },
  {
    name: 'sweep',
    title: 'Prove a motion free, or find where it jams',
    description:
      'Moves hinges, slides, robot joints or animation clips through their whole range and proves where they are free, not by sampling; tells where and between what they jam. Give joints for a model, or a glTF with clips, or a URDF.',
    properties: {
      files: FILES,
      joints: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            type: { type: 'string', enum: ['revolute', 'continuous', 'prismatic', 'fixed'] },
            parent: { type: 'string', description: 'Name of the part that it hangs on; none for the world.' },
            child: { type: 'string', description: 'Name of the part that it moves.' },
            axis: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
            pivot: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
            limits: {
              type: 'array',
              items: { type: 'number' },
              minItems: 2,
              maxItems: 2,
              description: 'Degrees, or lengths of a prismatic joint; 0 is where the files have the parts.',
            },
          },
          required: ['type', 'child'],
        },
        description: 'How parts of the model move. Leave out for a glTF with clips or a URDF.',
      },
      ignore: {
        type: 'array',
        items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
        description: 'Pairs of names of parts that need not be looked at; with joints.',
      },
      at: { type: 'string', description: 'Where other joints are while one moves: "elbow=30,slide=5".' },
      clip: { type: 'string', description: 'Name or number of the animation clip; all unless given.' },
      clearance: { type: ['string', 'number'], description: `How far parts are to stay apart. ${LENGTH_TEXT}` },
      unit: UNIT,
    },
    required: ['files'],
    plan: async (input, folder) => {
      const joints = jointsText(input);
      return {
        words: [
          'motion',
          ...(await folder.files(input.files, 1)),
          ...textWords(input, 'at'),
          ...textWords(input, 'clip'),
          ...lengthWords(input, 'clearance'),
          ...unitWords(input),
        ],
        ...(joints !== undefined && { joints }),
      };
    },
    // Pairs that are free throughout say nothing more than that, and there may be thousands.
    pick: ({ motions, ...rest }) => ({
      ...rest,
      ...(Array.isArray(motions) && { motions: motions.map(shortMotion) }),
    }),
  },
];

function shortMotion({ pairs, ...row }: { pairs: readonly { intervals: readonly { state: string }[] }[] }) {
  const isFree = ({ intervals }: (typeof pairs)[number]) => intervals.every(({ state }) => state === 'free');
  return { ...row, freePairs: pairs.filter(isFree).length, pairs: pairs.filter((pair) => !isFree(pair)) };
}
