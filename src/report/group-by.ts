/** Members of a list by a text that each has, in the order in which the texts first come. */
export function groupBy<T>(members: Iterable<T>, textOf: (member: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const member of members) {
    const text = textOf(member);
    const group = groups.get(text);
    if (group) group.push(member);
    else groups.set(text, [member]);
  }
  return groups;
}
