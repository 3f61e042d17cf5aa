/** Turns a pattern into a test of whole names: `*` is any text, `?` one character, `[abc]` one of these. */
export function globTest(pattern: string): (name: string) => boolean {
  const source = pattern.replace(/\[([^\]]+)\]|[\\^$.*+?()[\]{}|]/g, (found, set: string | undefined) => {
    if (set !== undefined) return `[${set.replace(/[\\\]^]/g, '\\$&').replace(/^\\?[!^]/, '^')}]`;
    return found === '*' ? '.*' : found === '?' ? '.' : `\\${found}`;
  });
  const test = new RegExp(`^${source}$`, 'su');
  return (name) => test.test(name);
}
