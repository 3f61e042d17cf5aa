// A bridge to Rapier: a ring falls over a peg and comes to rest on a plate. Rapier moves the ring by forces; Collidescope tells it where
// the real meshes touch, and lets no step go through anything. To Rapier the ring has no shape at all: as a convex piece its hole
// would be shut. Needs: npm install collidescope @dimforge/rapier3d-compat
import RAPIER from '@dimforge/rapier3d-compat';
import { createEngine } from 'collidescope';

const GAP = 0.01; // what surfaces are kept apart by
const REACH = 0.1; // distance below which contacts are reported
const SECONDS = 1 / 60;
const INERTIA = 0.05; // the same about every axis
const GRAVITY = { x: 0, y: -9.8, z: 0 };

await RAPIER.init();
const world = new RAPIER.World(GRAVITY);
world.timestep = SECONDS;
const axes = { x: INERTIA, y: INERTIA, z: INERTIA };
const body = world.createRigidBody(
  RAPIER.RigidBodyDesc.dynamic()
    .setTranslation(0.06, 1.6, 0.03)
    .setRotation({ x: 0.08, y: 0, z: 0, w: Math.sqrt(1 - 0.08 ** 2) })
    .setLinearDamping(1)
    .setAngularDamping(2)
    .setAdditionalMassProperties(1, { x: 0, y: 0, z: 0 }, axes, { x: 0, y: 0, z: 0, w: 1 }),
);

const engine = await createEngine({ threads: 0, prepare: ['contacts', 'impacts'] });
const scene = engine.createScene();
scene.add({ name: 'plate', ...box(2, 0.2, 2, -0.1) });
scene.add({ name: 'peg', ...box(0.2, 1, 0.2, 0.51) });
const ring = scene.add({ name: 'ring', ...torus(0.5, 0.15, 48, 16) });
scene.place(ring, matrixOf(body));

/** Contacts in: impulses that end every approach before the surfaces come nearer than the gap. */
function pushOff() {
  const { features, distances, points, normals, leads } = scene.contactsSync(REACH);
  for (let round = 0; round < 12; round++)
    for (let i = 0; i < distances.length; i++) {
      if (leads[i] === 0) continue; // one of those with the same nearest points
      const isFirst = features[6 * i] === ring;
      const n = [...normals.slice(3 * i, 3 * i + 3)].map((x) => (isFirst ? x : -x)); // towards the ring
      const at = [...points.slice(6 * i + (isFirst ? 0 : 3), 6 * i + (isFirst ? 3 : 6))];
      const { x, y, z } = body.translation();
      const lever = cross([at[0] - x, at[1] - y, at[2] - z], n);
      const [v, w] = [body.linvel(), body.angvel()];
      const speed = dot([v.x, v.y + GRAVITY.y * SECONDS, v.z], n) + dot([w.x, w.y, w.z], lever);
      const room = distances[i] - GAP;
      const missing = (room > 0 ? -room : -0.2 * room) / SECONDS - speed; // gently where it is too near already
      if (missing <= 0) continue;
      const size = missing / (1 / body.mass() + dot(lever, lever) / INERTIA);
      const impulse = { x: n[0] * size, y: n[1] * size, z: n[2] * size };
      body.applyImpulseAtPoint(impulse, { x: at[0], y: at[1], z: at[2] }, true);
    }
}

/** Corrections out: the step that Rapier wants, or as much of it as is free. */
async function step() {
  pushOff();
  const from = body.rotation();
  world.step();
  for (const turned of [true, false]) {
    if (!turned) body.setRotation(from, true);
    scene.aim(ring, matrixOf(body));
    const { steps, places } = await scene.safeStep({ each: 'object', gap: GAP / 2 });
    if (turned && steps[0] < 1) continue; // part of a rotation is no rotation: go straight
    const place = places[0] ?? matrixOf(body);
    scene.place(ring, place);
    if (steps[0] < 1) body.setTranslation({ x: place[12], y: place[13], z: place[14] }, true);
    return;
  }
}

let pairs = 0;
for (let frame = 0; frame < 300; frame++) {
  await step();
  pairs += (await scene.collide({ pairs: [[0, ring], [1, ring]] })).kinds.length; // biome-ignore format: one line
}
const { x, y, z } = body.translation();
console.log(`${pairs} colliding pairs in 300 steps`);
// Its hole is 0.7 wide, the peg 0.2; half its thickness and the gap are 0.16.
console.log(
  Math.hypot(x, z) < 0.25 && Math.abs(y - 0.16) < 0.02
    ? 'the ring lies around the peg'
    : `the ring is at ${x}, ${y}, ${z}`,
);
engine.dispose();

function matrixOf(rigid) {
  const { x, y, z, w } = rigid.rotation();
  const at = rigid.translation();
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[at.x, at.y, at.z, 1],
  ];
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function box(width, height, depth, middle) {
  const positions = Float32Array.from({ length: 24 }, (_, i) => {
    const sign = (Math.floor(i / 3) >> (i % 3)) & 1 ? 0.5 : -0.5;
    return sign * [width, height, depth][i % 3] + (i % 3 === 1 ? middle : 0);
  });
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'];
  const indices = quads.flatMap((q) => [q[0], q[1], q[2], q[0], q[2], q[3]].map(Number));
  return { positions, indices: Uint32Array.from(indices) };
}

/** Around the y axis. */
function torus(radius, thickness, along, around) {
  const [positions, indices] = [[], []];
  for (let i = 0; i < along; i++)
    for (let j = 0; j < around; j++) {
      const [u, v] = [(2 * Math.PI * i) / along, (2 * Math.PI * j) / around];
      const r = radius + thickness * Math.cos(v);
      positions.push(r * Math.cos(u), thickness * Math.sin(v), r * Math.sin(u));
      const at = (a, b) => ((i + a) % along) * around + ((j + b) % around);
      indices.push(at(0, 0), at(0, 1), at(1, 0), at(1, 0), at(0, 1), at(1, 1));
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
