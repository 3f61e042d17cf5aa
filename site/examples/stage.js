/** What the examples share: a three.js scene on the stage's canvas, and controls with labels. */
import {
  AmbientLight,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';

/** A scene that is drawn when `draw` is called. */
export function openView({ canvas }, { distance = 6 } = {}) {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(40, 1, 0.1, 100);
  camera.position.set(0.4 * distance, 0.5 * distance, 0.77 * distance);
  camera.lookAt(0, 0, 0);
  const sun = new DirectionalLight(0xffffff, 2.5);
  sun.position.set(3, 5, 4);
  scene.add(new AmbientLight(0xffffff, 1), sun);
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(1, height);
    camera.updateProjectionMatrix();
    renderer.render(scene, camera);
  };
  const watcher = new ResizeObserver(draw);
  watcher.observe(canvas);
  const close = () => {
    watcher.disconnect();
    renderer.dispose();
  };
  return { scene, camera, draw, close };
}

export const solid = (geometry, color) =>
  new Mesh(
    geometry,
    new MeshStandardMaterial({ color, side: DoubleSide, flatShading: true, transparent: true, opacity: 0.85 }),
  );

/**
 * A geometry of three.js as a closed mesh. Its seams have two vertices at nearly the same place; rounded, they are the same
 * place, and welding makes them one.
 */
export function closedMesh({ attributes, index }) {
  const positions = attributes.position.array.map((value) => Math.round(value * 1e4) / 1e4);
  return { positions, ...(index && { indices: Uint32Array.from(index.array) }), weld: true };
}

/** A slider with a label; calls `onInput` with its value. */
export function slider({ controls }, text, { min = 0, max = 1, step = 0.01, value = min }, onInput) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  Object.assign(input, { type: 'range', min, max, step, value });
  input.addEventListener('input', () => onInput(Number(input.value)));
  label.append(text, input);
  controls.append(label);
  return input;
}

/** Runs `task` with the newest value only: values that come while it runs replace each other. */
export function latest(task) {
  let running = false;
  let waiting;
  return async function ask(value) {
    if (running) {
      waiting = { value };
      return;
    }
    running = true;
    try {
      for (let next = { value }; next; ) {
        waiting = undefined;
        await task(next.value);
        next = waiting;
      }
    } finally {
      running = false;
    }
  };
}
