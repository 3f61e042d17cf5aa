/** A mesh as it is drawn: triangles with a normal for each corner, smooth across soft edges and sharp across creases. */

export interface Triangles {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export interface DrawnMesh extends Triangles {
  /** x, y, z for each corner, of length 1. */
  readonly normals: Float32Array;
}

/** Cosine of the angle from which on an edge is a crease: 35°. */
const CREASE = 0.82;

function faceNormals({ positions, indices }: Triangles): Float32Array {
  const normals = new Float32Array(indices.length);
  for (let at = 0; at < indices.length; at += 3) {
    const p = 3 * indices[at];
    const q = 3 * indices[at + 1];
    const r = 3 * indices[at + 2];
    const ux = positions[q] - positions[p];
    const uy = positions[q + 1] - positions[p + 1];
    const uz = positions[q + 2] - positions[p + 2];
    const vx = positions[r] - positions[p];
    const vy = positions[r + 1] - positions[p + 1];
    const vz = positions[r + 2] - positions[p + 2];
    normals[at] = uy * vz - uz * vy;
    normals[at + 1] = uz * vx - ux * vz;
    normals[at + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/** The corners of each vertex: those of vertex v are `corners` from `starts[v]` to `starts[v + 1]`. */
function cornersByVertex(indices: Uint32Array, vertexCount: number): { starts: Uint32Array; corners: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 1);
  for (const vertex of indices) starts[vertex + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];
  const next = starts.slice();
  const corners = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) corners[next[indices[corner]]++] = corner;
  return { starts, corners };
}

/** A vertex with more triangles than this, as in the middle of a disc, gets face normals: otherwise the time would be quadratic. */
const CORNERS_MOST = 64;

/** The normal of a corner is the sum of those faces around its vertex that meet its own face at less than the crease. */
export function withNormals({ positions, indices }: Triangles): DrawnMesh {
  const faces = faceNormals({ positions, indices });
  const sizes = new Float32Array(indices.length / 3);
  for (let face = 0; face < sizes.length; face++) {
    const [x, y, z] = [faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]];
    sizes[face] = Math.sqrt(x * x + y * y + z * z);
  }
  const { starts, corners } = cornersByVertex(indices, positions.length / 3);
  const normals = new Float32Array(3 * indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const face = Math.floor(corner / 3);
    const [x, y, z] = [faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]];
    let [sumX, sumY, sumZ] = [x, y, z];
    const [from, to] = [starts[indices[corner]], starts[indices[corner] + 1]];
    for (let i = from; i < to && to - from <= CORNERS_MOST; i++) {
      const other = Math.floor(corners[i] / 3);
      if (other === face) continue;
      const [u, v, w] = [faces[3 * other], faces[3 * other + 1], faces[3 * other + 2]];
      if (x * u + y * v + z * w <= CREASE * sizes[face] * sizes[other]) continue;
      sumX += u;
      sumY += v;
      sumZ += w;
    }
    const size = Math.sqrt(sumX * sumX + sumY * sumY + sumZ * sumZ) || 1;
    normals[3 * corner] = sumX / size;
    normals[3 * corner + 1] = sumY / size;
    normals[3 * corner + 2] = sumZ / size;
  }
  return { positions, indices, normals };
}
