/** Joints of the open files: those of a URDF, or of a file of joints that was opened with them. */
import { OptionError } from '../../../src/index.ts';
import type { Mechanism } from '../../../src/report/motion/mechanism.ts';
import { parseJoints } from '../../../src/report/motion/parse-joints.ts';
import type { SourceFile } from '../protocol.ts';
import type { FileWorld } from './file-world.ts';
import { Jointed } from './jointed.ts';
import { type Notify, noticeOf } from './notices.ts';
import { isJoints, textOf } from './read-source.ts';

export interface JointsText {
  readonly name: string;
  readonly text: string;
}

const TWICE = 'A URDF has its own joints; those of the other file are not used.';

/** The text of a file of joints among the files. */
export async function jointsAmong(sources: readonly SourceFile[]): Promise<JointsText | undefined> {
  const source = sources.find(isJoints);
  return source && { name: source.name, text: await textOf(source) };
}

function parsed({ name, text }: JointsText, { objects }: FileWorld): Mechanism {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new OptionError('bad-joints', `${name}: cannot be read as JSON (${(error as Error).message}).`);
  }
  return parseJoints(name, found, objects);
}

/** The joints of a robot among the files, its objects as places in the world's list. */
function ofRobot(world: FileWorld): Mechanism | undefined {
  const robot = world.files.find(({ mechanism }) => mechanism);
  if (!robot?.mechanism) return undefined;
  const places = new Map(world.objects.map((object, place) => [world.partOf(robot.name, object), place]));
  const links = [...robot.mechanism.linkObjects].map(([link, parts]): [string, number[]] => [
    link,
    parts.flatMap((part) => places.get(part) ?? []),
  ]);
  return { ...robot.mechanism, linkObjects: new Map(links) };
}

/** Gives a world its joints, in their old places if the same joints existed before. If they are invalid, that is reported, and there are none. */
export function openJoints(
  world: FileWorld,
  text: JointsText | undefined,
  before: Jointed | undefined,
  notify: Notify,
) {
  world.jointsText = text;
  try {
    const robot = ofRobot(world);
    if (robot && text) notify({ type: 'notice', level: 'note', code: 'joints', text: TWICE });
    const mechanism = robot ?? (text && parsed(text, world));
    world.joints = mechanism && new Jointed(mechanism, world.objects, robot ? 'm' : (world.unit ?? 'units'));
    world.joints?.adopt(before);
    world.placeJoints();
  } catch (error) {
    world.joints = undefined;
    notify(noticeOf(error, text?.name ?? 'the joints'));
  }
}
