/** A thousand bolts side by side, of which ten are placed and aimed again and again. */
import type { Engine, Scene } from '../../src/index.ts';
import { bolt } from './bolts-scene.ts';

const COUNT = 1000;
const ACROSS = 32;
const PITCH = 1.2;
const MOVING = Array.from({ length: 10 }, (_, i) => (97 * i + 40) % COUNT);

export interface AimedBolts {
  readonly scene: Scene;
  readonly triangles: number;
  /** Places those that move, a little elsewhere in each round. */
  place(round: number): void;
  /** Aims them at their neighbours. */
  aim(): void;
}

/** Each with its own rotation and slightly up or down; or all exactly in line. */
export function aimedBolts(engine: Engine, inLine: boolean): AimedBolts {
  const scene = engine.createScene();
  const mesh = bolt(18, 12);
  const placeOf = (i: number, dx: number, dy: number): number[] => {
    const turn = inLine ? 0 : 0.7 * i;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const at = [PITCH * (i % ACROSS) + dx, PITCH * Math.floor(i / ACROSS) + dy, inLine ? 0 : 0.05 * Math.sin(i)];
    return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, ...at, 1];
  };
  const first = scene.add(mesh);
  const ids = Array.from({ length: COUNT }, (_, i) => (i === 0 ? first : scene.addInstance(first)));
  for (const [i, id] of ids.entries()) scene.place(id, placeOf(i, 0, 0));
  return {
    scene,
    triangles: (COUNT * mesh.indices!.length) / 3,
    place(round) {
      for (const i of MOVING) scene.place(ids[i], placeOf(i, 0.01 * Math.sin(round), 0));
    },
    aim() {
      for (const i of MOVING) scene.aim(ids[i], placeOf(i, 0.3, inLine ? 0 : 0.02));
    },
  };
}
