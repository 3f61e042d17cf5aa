/** Sends the page the list of objects, the geometry of new ones, and the movements of the others. */
import type { FrameMessage, Movement } from '../protocol.ts';
import { geometryOf, shiftedPositions } from './geometry.ts';
import { aboutOrigin } from './matrices.ts';
import type { Post } from './studio.ts';
import { focusOf, objectInfos, placeOf, type World, type WorldObject } from './world.ts';

export class WorldSender {
  readonly #post: Post;
  /** What the page has, and the matrices it knows. */
  readonly #sent = new Map<number, readonly number[] | undefined>();
  #objects: readonly WorldObject[] = [];

  constructor(post: Post) {
    this.#post = post;
  }

  /** Whether objects were added or removed since the last message. */
  changed(world: World): boolean {
    return this.#objects !== world.objects;
  }

  /** `fresh`: something else was opened, so the page resets its camera. */
  send(world: World, fresh: boolean): void {
    this.#objects = world.objects;
    const { objects, origin, info, motion, up, units } = world;
    const joints = world.joints?.info;
    const present = new Set(objects.map(({ key }) => key));
    for (const key of this.#sent.keys()) if (!present.has(key)) this.#sent.delete(key);
    const bounds = focusOf(objects).about(origin);
    this.#post({
      type: 'world',
      objects: objectInfos(objects),
      bounds,
      fresh,
      scene: info,
      motion,
      up,
      ...(joints && { joints }),
      ...(units !== undefined && { units }),
    });
    for (const object of objects) {
      if (this.#sent.has(object.key)) continue;
      this.#sent.set(object.key, undefined);
      for (const piece of geometryOf(object, origin)) {
        this.#post(piece, [piece.positions.buffer, piece.indices.buffer]);
      }
    }
  }

  /** Sends movements and the answer; arrays are transferred, not copied. */
  sendFrame(world: World, frame: Omit<FrameMessage, 'type' | 'movements'>): void {
    const movements = this.#movements(world);
    const transfer: Transferable[] = movements.flatMap(({ positions }) => (positions ? [positions.buffer] : []));
    for (const { data } of frame.answer?.overlays ?? []) transfer.push(data.buffer);
    for (const { values } of frame.answer?.pictures ?? []) transfer.push(values.buffer);
    for (const { from, to } of frame.answer?.step?.movers ?? []) {
      if (from && to) transfer.push(from.buffer, to.buffer);
    }
    this.#post({ type: 'frame', ...frame, movements }, transfer);
  }

  #movements(world: World): Movement[] {
    return world.objects.flatMap((object): Movement[] => {
      const { key, deforming } = object;
      const place = placeOf(object);
      const matrix = place && [...aboutOrigin(place, world.origin)];
      const moved = matrix !== undefined && !this.#sent.get(key)?.every((value, at) => value === matrix[at]);
      if (moved) this.#sent.set(key, matrix);
      if (!deforming && !moved) return [];
      return [
        {
          key,
          ...(moved && { matrix }),
          ...(deforming && { positions: shiftedPositions(object, world.origin) }),
        },
      ];
    });
  }
}
