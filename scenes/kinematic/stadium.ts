/**
 * A hall of 200 m with stands and seats, and in its middle a table with a scan on it: triangles from 200 m to 1 mm.
 *
 * Our own, not from a paper: what mixed sizes do to a method. A ball bounces through the seats; the scan turns on the
 * table and dips into it.
 */
import { type AnimatedScene, fixedObject, kinematicScene, rigidObject, type SceneOptions } from '../animated-scene.ts';
import { sin } from '../support/maths.ts';
import { joinMeshes, type Mesh, standing } from '../support/mesh.ts';
import { dragon } from '../support/models.ts';
import { Random } from '../support/random.ts';
import { resized } from '../support/resize.ts';
import { turn, writeMatrix } from '../support/rotation.ts';
import { box, cylinder, ellipsoid } from '../support/shapes.ts';

export const STADIUM_SIZE = 120_000;

const TIERS = 20;
const TABLE_HEIGHT = 0.75;

/** Floor, four walls and a roof, seen from within. */
function hall(): Mesh {
  const { positions, indices } = box([0, 20, 0], [200, 40, 120]);
  return { positions, indices: indices.map((_, at) => indices[at - (at % 3) + ((3 - (at % 3)) % 3)]) };
}

/** Steps along both long sides; each rests on the floor. */
function stands(): Mesh {
  const steps: Mesh[] = [];
  for (let tier = 0; tier < TIERS; tier++) {
    const height = 0.5 * (tier + 1);
    for (const side of [-1, 1]) steps.push(box([0, height / 2, side * (30 + tier)], [160, height, 1]));
  }
  return joinMeshes(steps);
}

/** Seat and back, in rows on the steps: 24 triangles each. */
function seats(count: number, random: Random): Mesh {
  const perRow = Math.ceil(count / (2 * TIERS));
  const parts: Mesh[] = [];
  for (let seat = 0; seat < count; seat++) {
    const row = Math.floor(seat / perRow);
    const [tier, side] = [row >> 1, row % 2 === 0 ? -1 : 1];
    const x = ((seat % perRow) + 0.5) * (156 / perRow) - 78;
    const y = 0.5 * (tier + 1);
    const z = side * (30 + tier + random.real(-0.05, 0.05));
    parts.push(box([x, y + 0.225, z], [0.4, 0.45, 0.4]), box([x, y + 0.7, z + side * 0.19], [0.4, 0.5, 0.03]));
  }
  return joinMeshes(parts);
}

function table(): Mesh {
  const legs = [-0.7, 0.7].flatMap((x) => [-0.35, 0.35].map((z) => box([x, 0.35, z], [0.06, 0.7, 0.06])));
  return joinMeshes([box([0, 0.725, 0], [1.6, 0.05, 0.9]), ...legs]);
}

function furniture(random: Random): Mesh {
  const stools: Mesh[] = [];
  for (let stool = 0; stool < 40; stool++) {
    const post = cylinder(24, 0.18, 0, 0.45);
    const [x, z] = [random.real(-25, 25), random.real(-15, 15)];
    stools.push({ ...post, positions: post.positions.map((value, at) => value + [x, 0, z][at % 3]) });
  }
  return joinMeshes(stools);
}

/** Height of a ball that bounces without losing speed. */
function bounce(seconds: number, top: number): number {
  const period = 2 * Math.sqrt((2 * top) / 9.81);
  const since = (seconds % period) - period / 2;
  return top - (9.81 / 2) * since * since;
}

export async function stadiumScene({ seed = 1, size = STADIUM_SIZE }: SceneOptions = {}): Promise<AnimatedScene> {
  const random = new Random(seed);
  const scanSize = Math.round(size * 0.4);
  const scan = rigidObject('scan', standing(await resized(await dragon(scanSize), scanSize), 0.3));
  const ball = rigidObject('ball', ellipsoid(Math.max(24, size / 60), [0.6, 0.6, 0.6]));
  return kinematicScene({
    name: 'stadium',
    seed,
    objects: [
      fixedObject('hall', hall()),
      fixedObject('stands', stands()),
      fixedObject('seats', seats(Math.round((size * 0.55) / 24), random)),
      fixedObject('furniture', furniture(random)),
      fixedObject('table', table()),
      scan,
      ball,
    ],
    pose(seconds) {
      const height = TABLE_HEIGHT + 0.02 * sin(2 * seconds);
      writeMatrix(scan.matrix, turn([0, 1, 0], 0.5 * seconds), [0, height, 0]);
      const x = 60 * sin(0.21 * seconds);
      writeMatrix(ball.matrix, turn([0, 0, 1], -x), [x, 4 + bounce(seconds, 6), 38 + 2 * sin(0.7 * seconds)]);
    },
  });
}
