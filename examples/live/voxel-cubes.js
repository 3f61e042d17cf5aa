/** Voxels as cubes. */
import { BoxGeometry, InstancedMesh, Matrix4, MeshStandardMaterial } from 'three';

const MOST = 60_000;

/**
 * Cubes of a colour in a view. The function it returns shows those at the centres of a grid's voxels; with a set of "x,y,z" only those
 * that are in it, or are not.
 */
export function cubes(view, color, opacity = 1) {
  const material = new MeshStandardMaterial({ color, transparent: opacity < 1, opacity, depthWrite: opacity === 1 });
  const mesh = new InstancedMesh(new BoxGeometry(), material, MOST);
  mesh.frustumCulled = false;
  mesh.count = 0;
  view.scene.add(mesh);
  return ({ origin, voxelSize }, centres, chosen, isIn) => {
    mesh.count = 0;
    for (let i = 0; i < centres.length && mesh.count < MOST; i += 3) {
      const at = centres.subarray(i, i + 3);
      const name = Array.from(at, (value, k) => Math.floor((value - origin[k]) / voxelSize)).join();
      if (chosen && chosen.has(name) !== isIn) continue;
      const matrix = new Matrix4().makeScale(0.92 * voxelSize, 0.92 * voxelSize, 0.92 * voxelSize);
      mesh.setMatrixAt(mesh.count++, matrix.setPosition(...at));
    }
    mesh.instanceMatrix.needsUpdate = true;
  };
}
