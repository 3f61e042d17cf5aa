/** Checks that joints make trees: names are known and used once, nothing hangs on itself. Parents come before their children then. */
import { OptionError } from '../../errors.ts';
import type { Joint } from './mechanism.ts';

/** `where` names the file. */
export function badJoints(where: string, joint: string, what: string, remedy: string): OptionError {
  return new OptionError('bad-joints', `${where}: ${joint}: ${what}. ${remedy}`);
}

function checkNames(where: string, joints: readonly Joint[]): void {
  const names = new Set<string>();
  const children = new Map<string, string>();
  for (const { name, child } of joints) {
    if (names.has(name)) throw badJoints(where, name, 'two joints have this name', 'Give each its own.');
    names.add(name);
    const other = children.get(child);
    if (other !== undefined)
      throw badJoints(
        where,
        name,
        `${child} is the child of ${other} too`,
        'A link hangs on one joint; leave out one.',
      );
    children.set(child, name);
  }
  for (const { name, mimic } of joints) {
    if (!mimic) continue;
    const followed = joints.find((joint) => joint.name === mimic.joint);
    if (!followed || followed.type === 'fixed')
      throw badJoints(where, name, `it follows ${mimic.joint}, which is no joint that moves`, 'Name one that does.');
  }
}

function checkFollowing(where: string, joints: readonly Joint[]): void {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  for (const { name } of joints) {
    const seen = [name];
    for (let at = byName.get(name)?.mimic?.joint; at !== undefined; at = byName.get(at)?.mimic?.joint) {
      if (seen.includes(at))
        throw badJoints(where, name, `${[...seen, at].join(', ')} follow each other in a loop`, 'Leave out one mimic.');
      seen.push(at);
    }
  }
}

/** The joints, parents first. */
export function orderedJoints(where: string, joints: readonly Joint[]): Joint[] {
  checkNames(where, joints);
  checkFollowing(where, joints);
  const byChild = new Map(joints.map((joint) => [joint.child, joint]));
  const ordered = new Set<Joint>();
  for (const joint of joints) {
    const chain: Joint[] = [];
    for (let at: Joint | undefined = joint; at && !ordered.has(at); at = byChild.get(at.parent ?? '')) {
      if (chain.includes(at)) {
        const links = [...chain, at].map(({ child }) => child).join(', ');
        throw badJoints(where, 'joints', `${links} hang on each other in a loop`, 'Leave out one joint.');
      }
      chain.push(at);
    }
    for (const at of chain.reverse()) ordered.add(at);
  }
  return [...ordered];
}
