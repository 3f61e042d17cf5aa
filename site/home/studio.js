/** What the dance is shown with: light, a floor, a camera that turns, and a pointer that pulls at a mesh. */
import {
  CircleGeometry,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';

export const CLAY = new MeshStandardMaterial({ color: 0xe3d9c8, roughness: 0.85 });

export function openStudio(canvas, { aim = 0.84, distance = 3.5 } = {}) {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.shadowMap.enabled = true;
  const scene = new Scene();
  const camera = new PerspectiveCamera(35, 1, 0.1, 50);
  const sun = new DirectionalLight(0xfff4e0, 2.6);
  sun.position.set(2, 4, 2.5);
  sun.castShadow = true;
  Object.assign(sun.shadow.camera, { left: -1.6, right: 1.6, top: 1.8, bottom: -1.6 });
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.normalBias = 0.02;
  // Only its shadow is seen, whatever the colour of the page.
  const floor = new Mesh(new CircleGeometry(6, 48).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.22 }));
  floor.position.y = -0.02;
  floor.receiveShadow = true;
  scene.add(new HemisphereLight(0xffffff, 0x9a8f88, 1.3), sun, floor);

  let [turn, tilt] = [0.5, 0.16];
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(1, height);
    // In a wide window the figure stands beside the text, in a narrow one below it.
    camera.setViewOffset(
      width,
      height,
      width > 960 ? -0.2 * width : 0,
      width > 960 ? 0 : -0.25 * height,
      width,
      height,
    );
    const far = distance * Math.max(1, 0.8 / camera.aspect);
    camera.position.set(
      far * Math.sin(turn) * Math.cos(tilt),
      aim + far * Math.sin(tilt),
      far * Math.cos(turn) * Math.cos(tilt),
    );
    camera.lookAt(0, aim, 0);
    renderer.render(scene, camera);
  };
  const ray = new Raycaster();
  const rayAt = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    ray.setFromCamera(new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height), camera);
    return ray;
  };

  /** The pointer pulls at the mesh where it is pressed on it, and turns the view elsewhere. `pull()` tells vertex and place. */
  function pullable(mesh) {
    let pulled;
    const plane = new Plane();
    const onDown = (event) => {
      const [hit] = rayAt(event).intersectObject(mesh);
      canvas.setPointerCapture(event.pointerId);
      if (!hit) {
        pulled = { turning: true };
        return;
      }
      plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), hit.point);
      pulled = { vertex: hit.face.a, to: hit.point.toArray() };
    };
    const onMove = (event) => {
      if (pulled?.turning) {
        turn -= 0.008 * event.movementX;
        tilt = Math.min(1.2, Math.max(-0.05, tilt + 0.006 * event.movementY));
      } else if (pulled) {
        const point = rayAt(event).ray.intersectPlane(plane, new Vector3());
        if (point) pulled.to = point.toArray();
      }
    };
    const onUp = () => {
      pulled = undefined;
    };
    for (const [name, listener] of [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', onUp],
    ])
      canvas.addEventListener(name, listener);
    return () => (pulled?.to ? pulled : undefined);
  }
  return { scene, draw, pullable, close: () => renderer.dispose() };
}

/** Where the vertices of a mesh are in the world, in its pose of the moment. */
export function readPose(mesh, target = new Float32Array(3 * mesh.geometry.attributes.position.count)) {
  mesh.updateWorldMatrix(true, true);
  const point = new Vector3();
  for (let i = 0; i < target.length / 3; i++)
    mesh
      .getVertexPosition(i, point)
      .applyMatrix4(mesh.matrixWorld)
      .toArray(target, 3 * i);
  return target;
}
