/** What the examples share: a three.js scene on the stage's canvas that can be orbited, and controls that start out moving on their own. */
import {
  AmbientLight,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** A scene that is drawn when `draw` is called, or when somebody turns it. */
export function openView(stage, { distance = 6, at = [0, 0, 0] } = {}) {
  const { canvas } = stage;
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(40, 1, 0.1, 100);
  camera.position.set(0.4 * distance, 0.5 * distance, 0.77 * distance);
  const orbit = new OrbitControls(camera, canvas);
  orbit.target.set(...at);
  orbit.enableZoom = false; // the wheel scrolls the page
  orbit.update();
  canvas.style.touchAction = 'pan-y';
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
  orbit.addEventListener('change', draw);
  const close = () => {
    stage.isClosed = true;
    watcher.disconnect();
    orbit.dispose();
    renderer.dispose();
  };
  return { scene, camera, renderer, orbit, draw, close };
}

/** What an example returns: how to end it. */
export const ending = (view, engine) => () => {
  engine.dispose();
  view.close();
};

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

/**
 * A slider with a label; `onInput` is called with its value. It goes to and fro by itself, `seconds` for both ways, until somebody
 * takes it.
 */
export function slider(stage, text, { min = 0, max = 1, step = 0.01, value = min, seconds = 8 }, onInput) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  Object.assign(input, { type: 'range', min, max, step, value });
  input.addEventListener('input', () => onInput(Number(input.value)));
  label.append(text, input);
  stage.controls.append(label);
  const sway = () => {
    const middle = (min + max) / 2;
    const began =
      performance.now() / 1000 - (seconds / (2 * Math.PI)) * Math.asin((2 * (value - middle)) / (max - min));
    let isTaken = false;
    for (const name of ['pointerdown', 'keydown']) input.addEventListener(name, () => (isTaken = true), { once: true });
    return () => {
      if (isTaken) return undefined;
      const angle = (2 * Math.PI * (performance.now() / 1000 - began)) / seconds;
      const before = input.value;
      input.value = middle + ((max - min) / 2) * Math.sin(angle);
      return input.value === before ? undefined : onInput(Number(input.value));
    };
  };
  if (seconds > 0) everyFrame(stage, sway());
  return input;
}

/** Lets the user choose a file; errors are shown. */
export function fileInput(stage, accept, onFile) {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept, ariaLabel: 'A model of yours' });
  input.addEventListener('change', async () => {
    const [file] = input.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    await onFile(bytes, file.name).catch(({ message }) => stage.say(message));
  });
  stage.controls.append(input);
}

/** A bar below the controls; the function it returns takes colours and where each begins and ends, from 0 to 1. */
export function colorBar({ controls }) {
  const bar = document.createElement('div');
  Object.assign(bar.style, { flexBasis: '100%', height: '8px', borderRadius: '4px' });
  controls.append(bar);
  return (ranges) => {
    const stops = ranges.map(({ color, from, to }) => `${color} ${100 * from}% ${100 * to}%`);
    bar.style.background = `linear-gradient(90deg, ${stops.join(', ')})`;
  };
}

/** Runs a task in every frame in which the canvas can be seen, one after the other, until the view is closed. */
export function everyFrame(stage, task) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let isSeen = false;
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => (isSeen = isIntersecting));
  watcher.observe(stage.canvas);
  const loop = async () => {
    if (stage.isClosed) {
      watcher.disconnect();
      return;
    }
    if (isSeen) await task();
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
}

/**
 * Drags an object across the plane y = 0: `onDrag` is called with where the pointer is. Returns a function that tells whether somebody
 * ever did.
 */
export function dragAcross({ canvas }, { camera, orbit }, object, onDrag) {
  const [ray, floor] = [new Raycaster(), new Plane(new Vector3(0, 1, 0), 0)];
  let [isDragged, isTaken] = [false, false];
  const aim = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    ray.setFromCamera(new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height), camera);
  };
  canvas.addEventListener('pointerdown', (event) => {
    aim(event);
    isDragged = ray.intersectObject(object).length > 0;
    isTaken ||= isDragged;
    orbit.enabled = !isDragged;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isDragged) return;
    aim(event);
    const point = ray.ray.intersectPlane(floor, new Vector3());
    if (point) onDrag(point);
  });
  for (const name of ['pointerup', 'pointercancel'])
    canvas.addEventListener(name, () => {
      isDragged = false;
      orbit.enabled = true;
    });
  return () => isTaken;
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
