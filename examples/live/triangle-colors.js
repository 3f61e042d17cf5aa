/** Meshes whose triangles have colours of their own, and pictures of them. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NearestFilter,
  OrthographicCamera,
  PlaneGeometry,
  Vector3,
  WebGLRenderTarget,
} from 'three';

/** A mesh that shows positions and indices, three vertices a triangle; `paint(triangle, [r, g, b])` colours one. */
export function paintedMesh({ positions, indices }, { color = [0.78, 0.82, 0.86], opacity = 1 } = {}) {
  const corners = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * corners.length), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * corners.length), 3));
  const material = new MeshStandardMaterial({
    vertexColors: true,
    flatShading: true,
    side: DoubleSide,
    transparent: opacity < 1,
    opacity,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  const { position, color: colors } = geometry.attributes;
  const move = (now) => {
    for (const [i, vertex] of corners.entries()) position.setXYZ(i, ...now.subarray(3 * vertex, 3 * vertex + 3));
    position.needsUpdate = true;
  };
  const paint = (triangle, rgb) => {
    for (const corner of [0, 1, 2]) colors.setXYZ(3 * triangle + corner, ...rgb);
    colors.needsUpdate = true;
  };
  const clear = () => {
    for (let triangle = 0; triangle < corners.length / 3; triangle++) paint(triangle, color);
  };
  move(positions);
  clear();
  return { mesh, triangleCount: corners.length / 3, move, paint, clear };
}

const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };

/**
 * What a pass sees: the function it returns draws the scene along an axis, in as many pixels as culling has, and hangs the picture
 * behind it.
 */
export function passPicture(view, resolution) {
  const target = new WebGLRenderTarget(resolution, resolution, { minFilter: NearestFilter, magFilter: NearestFilter });
  const screen = new Mesh(new PlaneGeometry(1, 1), new MeshBasicMaterial({ map: target.texture, side: DoubleSide }));
  view.scene.add(screen);
  return function show(axis, { min, max }) {
    const center = new Vector3().addVectors(min, max).multiplyScalar(0.5);
    const half = 0.5 * Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    const direction = AXES[axis];
    const camera = new OrthographicCamera(-half, half, half, -half, 0, 8 * half);
    camera.up.set(0, Number(axis !== 'y'), Number(axis === 'y'));
    camera.position.copy(center).addScaledVector(direction, -4 * half);
    camera.lookAt(center);
    screen.visible = false;
    view.renderer.setRenderTarget(target);
    view.renderer.setClearColor(0xdfe4ea, 1);
    view.renderer.clear();
    view.renderer.render(view.scene, camera);
    view.renderer.setRenderTarget(null);
    view.renderer.setClearColor(0x000000, 0);
    screen.visible = true;
    screen.position.copy(center).addScaledVector(direction, -1.25 * half);
    screen.quaternion.copy(camera.quaternion);
    screen.scale.setScalar(2 * half);
  };
}
