/** A figure from a GLB that somebody drops on the page: scaled to the size of a person, moved by its first animation. */
import { AnimationMixer, Box3, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';

const HEIGHT = 1.75;
const MOST_TRIANGLES = 60_000;

export async function ownFigure(file) {
  const { scene: root, animations } = await new GLTFLoader().parseAsync(await file.arrayBuffer(), '');
  const meshes = [];
  root.traverse((object) => object.isMesh && meshes.push(object));
  for (const mesh of meshes) {
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    if (!mesh.geometry.index) mesh.geometry = mergeVertices(mesh.geometry);
  }
  const triangles = meshes.reduce((sum, { geometry }) => sum + geometry.index.count / 3, 0);
  if (triangles === 0) throw new Error(`${file.name} has no triangles.`);
  if (triangles > MOST_TRIANGLES)
    throw new Error(`${file.name} has ${triangles} triangles; this page takes up to ${MOST_TRIANGLES}.`);

  const mixer = new AnimationMixer(root);
  if (animations[0]) mixer.clipAction(animations[0]).play();
  mixer.setTime(0);
  const box = new Box3().setFromObject(root, true);
  const size = box.getSize(new Vector3());
  root.scale.multiplyScalar(HEIGHT / Math.max(size.y, 0.6 * size.x, 0.6 * size.z));
  const middle = new Box3().setFromObject(root, true).getCenter(new Vector3());
  root.position.x -= middle.x;
  root.position.z -= middle.z;
  root.position.y -= new Box3().setFromObject(root, true).min.y;
  const { max } = new Box3().setFromObject(root, true);
  return { root, meshes, dance: (seconds) => mixer.setTime(seconds), height: max.y + 0.12, hole: 0 };
}
