/** `collidescope check`: where each mesh intersects itself. Files are read, asked and forgotten one after the other. */
import { basename } from 'node:path';
import type { Arguments } from './arguments.ts';
import type { Mover, Question } from './ask.ts';
import { objectsOf } from './objects.ts';
import { checkMotion } from './read-files.ts';
import { type ReadFile, search } from './search.ts';
import type { Terminal } from './terminal.ts';

async function* eachFile(args: Arguments, read: ReadFile): AsyncGenerator<Question> {
  const merge = !args.has('parts');
  const contacts = args.has('penetrating') ? 'penetrating' : 'all';
  for (const file of args.files) {
    const source = await read(file);
    if (args.has('frames')) checkMotion([source]);
    const movers: Mover[] = source.motion ? [{ file, motion: source.motion, firstObject: 0, merge }] : [];
    const objects = objectsOf(source, { merge, weld: !args.has('no-weld') });
    yield { objects, movers, query: { self: true, between: false, contacts }, label: `checking ${basename(file)}` };
  }
}

export async function check(args: Arguments, terminal: Terminal): Promise<number> {
  return search('check', args, terminal, (read) => eachFile(args, read));
}
