/** Scenes in which triangles of very different sizes come together. */
import { FineRandom } from '../../scenes/support/random.ts';
import { type BenchMesh, boundsOf, joinMeshes, MeshBuilder } from './mesh.ts';

const SEED = 5;

/** Two triangles under the mesh (y is up) that span its box from side to side. */
export function withGround(mesh: BenchMesh): BenchMesh {
  const { low, high } = boundsOf(mesh);
  const ground = new MeshBuilder();
  const [a, b, c, d] = [
    ground.vertex(low[0], low[1], low[2]),
    ground.vertex(high[0], low[1], low[2]),
    ground.vertex(high[0], low[1], high[2]),
    ground.vertex(low[0], low[1], high[2]),
  ];
  ground.quad(a, b, c, d);
  return joinMeshes(`${mesh.name} + ground`, [mesh, ground.build()]);
}

function meanEdge({ positions, indices }: BenchMesh): number {
  let sum = 0;
  for (let corner = 0; corner < indices.length; corner++) {
    const a = 3 * indices[corner];
    const b = 3 * indices[corner % 3 === 2 ? corner - 2 : corner + 1];
    sum += Math.hypot(...[0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]));
  }
  return sum / indices.length;
}

/** Loose triangles with sides of `timesMean` mean edge lengths, at random places in the mesh's box, randomly oriented. */
export function withLargeTriangles(mesh: BenchMesh, count: number, timesMean: number): BenchMesh {
  const random = new FineRandom(SEED);
  const { low, high } = boundsOf(mesh);
  const radius = (timesMean * meanEdge(mesh)) / Math.sqrt(3);
  const loose = new MeshBuilder();
  for (let triangle = 0; triangle < count; triangle++) {
    const middle = low.map((value, axis) => random.real(value, high[axis]));
    const [u, v] = perpendicularUnits(random);
    const corners = [0, 1, 2].map((corner) => {
      const [cos, sin] = [radius * Math.cos((corner * Math.PI) / 1.5), radius * Math.sin((corner * Math.PI) / 1.5)];
      const [x, y, z] = middle.map((value, axis) => value + cos * u[axis] + sin * v[axis]);
      return loose.vertex(x, y, z);
    });
    loose.triangle(corners[0], corners[1], corners[2]);
  }
  return joinMeshes(`${mesh.name} + ${count} large`, [mesh, loose.build()]);
}

function perpendicularUnits(random: FineRandom): [number[], number[]] {
  const direction = () => unit(random.times(3, () => random.real(-1, 1)));
  const [u, other] = [direction(), direction()];
  const along = u.reduce((sum, value, axis) => sum + value * other[axis], 0);
  return [u, unit(other.map((value, axis) => value - along * u[axis]))];
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The teapot in a stadium: the mesh where it is, in a hall a thousand times as large. */
export function inHall(mesh: BenchMesh, hall: BenchMesh, timesLarger: number): BenchMesh {
  const { low, high } = boundsOf(mesh);
  const size = Math.max(...high.map((value, axis) => value - low[axis]));
  const positions = hall.positions.map(
    (value, at) => value * 0.5 * timesLarger * size + (low[at % 3] + high[at % 3]) / 2,
  );
  return joinMeshes(`${mesh.name} in a hall`, [mesh, { ...hall, positions }]);
}
