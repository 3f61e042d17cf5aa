/** `collidescope check`: where each mesh intersects itself. Files are processed one at a time. */
import { basename } from 'node:path';
import type { Mover, Question } from '../../report/ask.ts';
import { objectsOf } from '../../report/objects.ts';
import { findSelfRegions, sortRegions } from '../../report/self-regions.ts';
import type { Arguments } from '../input/arguments.ts';
import { weldFor } from '../input/lengths.ts';
import { checkMotion } from '../input/read-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { type ReadFile, search } from '../search.ts';

async function* eachFile(args: Arguments, read: ReadFile): AsyncGenerator<Question> {
  const merge = !args.has('parts');
  const contacts = args.has('penetrating') ? 'penetrating' : 'all';
  for (const file of args.files) {
    const source = await read(file);
    if (!source) continue;
    if (args.has('frames')) checkMotion([source]);
    const movers: Mover[] = source.motion ? [{ file, motion: source.motion, firstObject: 0, merge }] : [];
    const objects = objectsOf(source, { merge, weld: weldFor(args, source, !args.has('no-weld')) });
    const query = { self: true, between: false, contacts } as const;
    yield { objects, movers, query, continuous: args.has('continuous'), label: `checking ${basename(file)}` };
  }
}

export async function check(args: Arguments, terminal: Terminal): Promise<number> {
  return search('check', args, terminal, {
    questions: (read) => eachFile(args, read),
    onAnswer: (report, { objects }, { collisions, positions }, known) => {
      const first = report.objects.length - objects.length;
      const found = findSelfRegions(objects, positions, collisions, known);
      const numbered = first === 0 ? found : found.map((region) => ({ ...region, object: region.object + first }));
      report.regions = report.regions ? sortRegions([...report.regions, ...numbered]) : numbered;
    },
  });
}
