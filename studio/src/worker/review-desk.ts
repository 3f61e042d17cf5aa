/** What the page asks about the clashes it shows: how to look at one, how to cut it open, what was decided before. */
import { OptionError } from '../../../src/index.ts';
import type { Triple } from '../protocol.ts';
import type { Decisions } from './decisions.ts';
import { inspectClash } from './inspect.ts';
import { placedVertices } from './placed.ts';
import { sectionOf } from './section.ts';
import type { Post } from './studio.ts';
import type { World } from './world.ts';

/** Far more than a baseline of a hundred thousand clashes. */
const BASELINE_BYTES_MOST = 200_000_000;

export function inspect(world: World, decisions: Decisions, id: string, camera: Triple, post: Post): void {
  const found = decisions.clashOf(world, id);
  if (!found) return;
  const inspected = inspectClash(world, found.told, found.clash, camera, world.up);
  post({ type: 'inspected', inspected }, [inspected.curve.buffer]);
}

export function cutOpen(
  world: World,
  decisions: Decisions,
  { id, point, normal }: { readonly id: string; readonly point: Triple; readonly normal: Triple },
  post: Post,
): void {
  const told = decisions.clashOf(world, id)?.told;
  if (!told) return;
  const cuts = [...new Set([told.a, told.b])].map((index) => {
    const object = world.objects[index];
    return sectionOf({ vertices: placedVertices(object, world.origin), indices: object.indices }, { point, normal });
  });
  post(
    { type: 'sectioned', id, cuts },
    cuts.map(({ buffer }) => buffer),
  );
}

/** The text of a baseline file; throws an OptionError for one that cannot be a baseline. */
export async function baselineFrom(file: Blob, name: string): Promise<string> {
  if (file.size <= BASELINE_BYTES_MOST) return file.text();
  throw new OptionError(
    'bad-baseline',
    `baseline "${name}": it has ${file.size} bytes, more than any baseline; expected a file of clash --baseline.`,
    { path: name },
  );
}
