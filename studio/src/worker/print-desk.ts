/** Whether each open object can be printed, and marks of what is wrong: the verdicts of `check --print --parts`. */
import type { Engine } from '../../../src/index.ts';
import { knowObjects } from '../../../src/report/clash-list.ts';
import { readLength, resolveLength } from '../../../src/report/lengths.ts';
import { printVerdict } from '../../../src/report/print-check.ts';
import { type PrintMark, printMarks } from '../../../src/report/print-marks.ts';
import { findRegionPairs } from '../../../src/report/self-regions.ts';
import type { Box, Triple } from '../answer.ts';
import type { PrintedMark } from '../protocol.ts';
import { fileObject } from './clash-search.ts';
import type { Vector } from './matrices.ts';
import { placedPositions } from './placed.ts';
import { QuietProgress } from './quiet-progress.ts';
import type { DeskSubject } from './review-desk.ts';
import type { Post } from './studio.ts';
import type { WorkQueue } from './work-queue.ts';
import type { World, WorldObject } from './world.ts';

/** More marks than this are counted and not drawn. */
const MARKS_MOST = 5000;

export class PrintDesk {
  readonly #subject: () => DeskSubject;
  readonly #queue: WorkQueue;
  readonly #post: Post;

  constructor(subject: () => DeskSubject, queue: WorkQueue, post: Post) {
    this.#subject = subject;
    this.#queue = queue;
    this.#post = post;
  }

  /** `wall`: as in `0.8mm`, or empty. */
  check(wall: string): void {
    this.#queue.add('the print check', async () => {
      const { engine, world, signal } = this.#subject();
      if (!engine || !world) return;
      const progress = new QuietProgress(this.#post, 'checking for print');
      try {
        const least = wallOf(world, wall);
        const marks: PrintMark[] = [];
        const bad: number[] = [];
        for (const [i, object] of world.objects.entries()) {
          signal.throwIfAborted();
          progress.report(i / world.objects.length);
          const found = await marksOf(engine, world, object, i, least);
          if (!found.printable) bad.push(i);
          marks.push(...found.marks);
        }
        const shown = marks.slice(0, MARKS_MOST).map((mark) => drawn(mark, world.origin));
        const left = marks.length - shown.length;
        this.#post({ type: 'printed', objects: world.objects.length, bad, marks: shown, left });
      } finally {
        progress.end();
      }
    });
  }
}

function wallOf(world: World, wall: string): number | undefined {
  if (wall.trim() === '') return undefined;
  const length = readLength('wall', wall.trim(), (value) => value > 0, 'a length above 0');
  return resolveLength(length, world.modelFiles ?? [], world.unit);
}

async function marksOf(engine: Engine, world: World, told: WorldObject, number: number, wall: number | undefined) {
  const object = fileObject(told);
  const positions = placedPositions(told);
  const { unit } = world;
  const { indices } = object.mesh;
  const scene = engine.createScene();
  try {
    scene.add({ positions, indices, weld: true });
    const collisions = await scene.collide({ self: true, between: false, segments: true });
    const regions = findRegionPairs([object], [positions], collisions, knowObjects([object], [positions]));
    const crossings = regions.map(({ pairs }) =>
      pairs.flatMap((pair) => Array.from(collisions.segments!.subarray(6 * pair, 6 * pair + 6))),
    );
    const question = { object, positions, number, selfIntersections: regions.length, wall, unit };
    const verdict = await printVerdict(engine, question);
    return { printable: verdict.printable, marks: printMarks({ positions, indices, unit, crossings }, verdict) };
  } finally {
    scene.dispose();
  }
}

/** Relative to the origin, in single precision. */
function drawn({ object, kind, text, thickness, lines, bounds }: PrintMark, origin: Vector): PrintedMark {
  const moved = (point: readonly number[]) => point.map((value, axis) => value - origin[axis]) as unknown as Triple;
  const box: Box = { min: moved(bounds.min), max: moved(bounds.max) };
  const wall = thickness === undefined ? {} : { thickness };
  const moved32 = Float32Array.from(lines, (value, i) => value - origin[i % 3]);
  return { object, kind, text, ...wall, lines: moved32, bounds: box };
}
