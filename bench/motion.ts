/**
 * Motion: what it costs to prove a turn free, and `closest` against three-mesh-bvh with kept trees: its own
 * `closestPointToGeometry`, and a walk of both trees together, which is faster.
 *
 * Exits 1 when a turn that is free by construction is not proven free, or when distances differ. Targets are printed, not enforced.
 */
import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { createEngine, type Engine, type MeshInput } from '../src/index.ts';
import { noteLoad } from './support/machine.ts';
import { measureInTurns } from './support/measure.ts';
import { OwnClosest } from './support/rival/closest-own.ts';
import { printTable, type Row } from './support/table.ts';

const TURN = 2 * Math.PI;
const PARTS = 20;
const TRIANGLES_EACH = 5000;

/** A grid on a torus-like ring around z: `around` × `along` quads of the tube that `section` describes. */
function tube(around: number, along: number, section: (angle: number, place: number) => [number, number]): MeshInput {
  const positions = new Float64Array(3 * around * along);
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const angle = (TURN * i) / around;
    for (let k = 0; k < along; k++) {
      const [radius, z] = section(angle, k / along);
      positions.set([radius * Math.cos(angle), radius * Math.sin(angle), z], 3 * (i * along + k));
      const at = (p: number, q: number) => (p % around) * along + (q % along);
      indices.push(at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k), at(i + 1, k + 1), at(i, k + 1));
    }
  }
  return { positions, indices: Uint32Array.from(indices) };
}

/** A ring with a rectangular section from radius `inner` to `outer`; waves on its inside where it has teeth. */
function ring(inner: number, outer: number, z: number, teeth: number): MeshInput {
  return tube(125, 20, (angle, place) => {
    const corner = 4 * place;
    const wave = 1 + 0.05 * (1 + Math.cos(teeth * angle));
    if (corner < 1) return [inner * wave + (outer - inner * wave) * corner, z];
    if (corner < 2) return [outer, z + (corner - 1)];
    if (corner < 3) return [outer + (inner * wave - outer) * (corner - 2), z + 1];
    return [inner * wave, z + 1 - (corner - 3)];
  });
}

/** A rotor of radius 1, a stator whose teeth reach to 1 % of it, and what stands above them. */
function machine(): MeshInput[] {
  const rotor = tube(125, 20, (angle, place) => {
    const fin = 1 - 0.1 * (1 - Math.cos(7 * angle));
    const corner = 4 * place;
    if (corner < 1) return [0.3 + (fin - 0.3) * corner, -0.5];
    if (corner < 2) return [fin, -0.5 + 2 * (corner - 1)];
    if (corner < 3) return [fin + (0.3 - fin) * (corner - 2), 1.5];
    return [0.3, 1.5 - 2 * (corner - 3)];
  });
  return [rotor, ...Array.from({ length: PARTS - 1 }, (_, i) => ring(1.01, 1.5, i === 0 ? 0 : 0.7 + 1.1 * i, 5 + i))];
}

async function proveTurn(engine: Engine): Promise<Row> {
  using scene = engine.createScene();
  const meshes = machine();
  const ids = meshes.map((mesh) => scene.add(mesh));
  const before = process.cpuUsage();
  const { states, evaluations, stats } = await scene.sweep([
    { object: ids[0], screw: { axis: [0, 0, 1], pivot: [0, 0, 0], angle: TURN } },
  ]);
  const used = process.cpuUsage(before);
  const isFree = states.every((state) => state === 0);
  if (!isFree) process.exitCode = 1;
  return {
    job: `a turn at 1 % of the radius, ${PARTS} parts, ${meshes.length * TRIANGLES_EACH} triangles, ${engine.threads} threads`,
    answer: isFree ? 'proven free' : 'NOT PROVEN',
    evaluations,
    'target evaluations': 180,
    'processor ms': Math.round((used.user + used.system) / 1000),
    'target ms': 1000,
    ms: Math.round(stats.milliseconds.total),
  };
}

/** A ball of 57 600 triangles. */
function ball(): MeshInput {
  return tube(240, 120, (_angle, place) => [2 + Math.cos(TURN * place), Math.sin(TURN * place)]);
}

async function measureClosest(engine: Engine): Promise<Row> {
  const mesh = ball();
  const matrix = new Matrix4().makeRotationX(0.7).setPosition(0.3, 6.5, 0.2);
  using scene = engine.createScene();
  const [a, b] = [scene.add(mesh), scene.add(mesh)];
  scene.place(b, matrix.elements);
  const geometry = () => {
    const made = new BufferGeometry();
    made.setAttribute('position', new BufferAttribute(mesh.positions as Float64Array, 3));
    // Making a tree sorts the indices.
    made.setIndex(new BufferAttribute(mesh.indices!.slice(), 1));
    return made;
  };
  const [first, second] = [geometry(), geometry()];
  const [tree, other] = [new MeshBVH(first), new MeshBVH(second)];
  Object.assign(second, { boundsTree: other });
  const own = new OwnClosest(geometry(), geometry());
  const [ours, theirs, walked] = await measureInTurns(
    [
      { name: 'collidescope', run: async () => (await scene.closest(a, b)).distance },
      { name: 'three-mesh-bvh', run: () => tree.closestPointToGeometry(second, matrix)?.distance ?? Number.NaN },
      { name: 'its trees, walked by us', run: () => own.distance(matrix) },
    ],
    { seconds: 10 },
  );
  const [mine] = ours.answers;
  const [rival] = theirs.answers;
  const isEqual = [rival, walked.answers[0]].every((other) => Math.abs(mine - other) <= 1e-6 * mine);
  if (!isEqual) process.exitCode = 1;
  return {
    job: `closest of 2 × ${mesh.indices!.length / 3}, ${engine.threads} threads`,
    answer: isEqual ? mine.toPrecision(9) : `${mine} and ${rival} DIFFER`,
    ms: ours.best.toFixed(2),
    closestPointToGeometry: theirs.best.toFixed(2),
    'its trees, walked by us': walked.best.toFixed(2),
    times: (ours.best / Math.min(theirs.best, walked.best)).toFixed(2),
    'target times': 2,
  };
}

noteLoad();
const rows: Row[] = [];
const distances: Row[] = [];
for (const threads of [0, 2]) {
  using engine = await createEngine({ backend: 'wasm', threads });
  rows.push(await proveTurn(engine), await proveTurn(engine));
  distances.push(await measureClosest(engine));
}
printTable('Proving a turn free', rows);
printTable('closest, against three-mesh-bvh with kept trees', distances);
