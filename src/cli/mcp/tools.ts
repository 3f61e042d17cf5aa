/** The tools of the MCP server: what each takes, and which command line answers it. */
import { formatTitles } from '../../io/formats.ts';
import { counted } from '../../report/text.ts';
import type { OptionSpec } from '../input/offer.ts';
import { VERBS } from '../verb-table.ts';
import { inputName, inputSchema, inputWords, LENGTH_TEXT, lengthText, type ToolInput, wrong } from './inputs.ts';
import type { ServedFolder } from './served-folder.ts';

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
  /** What it answers, for docs/mcp.md. */
  readonly answers: string;
  /** The verb that answers. Those of its options that speak to language models are inputs. */
  readonly verb: string;
  /** JSON Schema of inputs that are not options of the verb, `files` first. */
  readonly own: Readonly<Record<string, object>>;
  /** Options of the verb that this tool does not offer, or offers under another name. */
  readonly others?: readonly string[];
  /** How many files it takes; left out: any number. */
  readonly filesMost?: number;
  readonly required: readonly string[];
  /** Handles inputs that are not options of the verb: words to add, and texts of files. */
  more?(input: ToolInput): Partial<Run>;
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

/** The options of its verb that a tool has as inputs. */
function inputsOf({ verb, others = [] }: Tool): OptionSpec[] {
  const { options } = VERBS.find(({ name }) => name === verb)!;
  return options.filter(({ name, tool }) => tool !== undefined && !others.includes(name));
}

/** JSON Schema of every input of a tool but `limit`. */
export function propertiesOf(tool: Tool): Record<string, object> {
  const fromVerb = inputsOf(tool).map((spec) => [inputName(spec), inputSchema(spec)]);
  return { ...tool.own, ...Object.fromEntries(fromVerb) };
}

/** The command line that answers: the verb, the files, and the options that were given. */
export async function planRun(tool: Tool, input: ToolInput, folder: ServedFolder): Promise<Run> {
  const files = await folder.files(input.files, 1, tool.filesMost);
  const { words = [], ...texts } = tool.more?.(input) ?? {};
  const options = inputsOf(tool).flatMap((spec) => inputWords(spec, input));
  return { words: [tool.verb, ...files, ...options, ...words], ...texts };
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
    answers: 'format, unit, parts, bounds, volume, area; whether it is closed, manifold and well oriented',
    verb: 'info',
    own: { files: FILES },
    required: ['files'],
  },
  {
    name: 'check',
    title: 'Find self-intersections',
    description: 'Where each mesh intersects itself, exactly: regions with place and number of triangle pairs.',
    answers: 'regions in which a mesh intersects itself',
    verb: 'check',
    own: { files: FILES },
    required: ['files'],
  },
  {
    name: 'clash',
    title: 'Find clashes between parts',
    description:
      'Which parts interfere with each other: penetrating, contained, duplicate or touching, the worst first, with depth, place and normal. The check to run on any generated or edited assembly.',
    answers:
      'clashes, worst first: names with class, storey and system; kind, depth, location in the coordinates of the files, normal; with `rules` severity and what is by design',
    verb: 'clash',
    own: { files: FILES },
    required: ['files'],
  },
  {
    name: 'within',
    title: 'Find parts that are too close',
    description:
      'Pairs of parts that are nearer to each other than a distance, with their least distance and where it is.',
    answers: 'pairs of parts closer than that, with their distance',
    verb: 'clash',
    others: ['clearance', 'tolerance', 'rules'],
    own: { files: FILES, distance: { type: ['string', 'number'], description: LENGTH_TEXT } },
    required: ['files', 'distance'],
    more: ({ distance }) => ({ words: ['--clearance', lengthText('distance', distance)] }),
    pick: ({ objects, clearance, error }) => ({ objects, clearance, ...(error !== undefined && { error }) }),
  },
  {
    name: 'volume',
    title: 'Measure an overlap',
    description:
      'Volume that two closed meshes have in common, or that one mesh covers more than once, with a guaranteed bound of the error.',
    answers: 'the volume they share, with an error bound',
    verb: 'volume',
    own: { files: { ...FILES, maxItems: 2, description: 'One path or two, relative to the served folder.' } },
    required: ['files'],
    filesMost: 2,
  },
  {
    name: 'inside',
    title: 'Test points',
    description: 'Which points lie inside a closed mesh, outside, or on its surface, exactly.',
    answers: 'whether each point is inside, outside or on the surface',
    verb: 'inside',
    own: {
      files: { ...FILES, maxItems: 1, description: 'The path of the mesh, relative to the served folder.' },
      points: {
        type: 'array',
        maxItems: POINTS_MAX,
        items: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
        description: 'Coordinates, in the unit of the file. The answer has "places", in the same order.',
      },
    },
    required: ['files', 'points'],
    filesMost: 1,
    more: ({ points }) => ({ points: pointsText(points) }),
  },
  {
    name: 'closest',
    title: 'Measure distances',
    description:
      'How far each two parts are apart, exactly, and where they are nearest; 0 when they meet. The nearest first.',
    answers: 'how far each two parts are apart, and where; the nearest first',
    verb: 'closest',
    own: { files: FILES },
    required: ['files'],
  },
  {
    name: 'sweep',
    title: 'Prove a motion free, or find where it jams',
    description:
      'Moves hinges, slides, robot joints or animation clips through their whole range and proves where they are free, not by sampling; tells where and between what they jam. Give joints for a model, or a glTF with clips, or a URDF.',
    answers:
      'where joints, clips or a robot are proven free, and where they jam ([motion.md](motion.md)); pairs that are free throughout are counted, not listed',
    verb: 'motion',
    own: {
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
    },
    required: ['files'],
    more: (input) => {
      const joints = jointsText(input);
      return joints === undefined ? {} : { joints };
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
