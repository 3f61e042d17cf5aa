/** A view that people turn, move and zoom: by mouse, fingers and keys. */
import { cameraOf, type View } from '../../picture/camera.ts';
import { add, cross, dot, scale, unit, type Vector } from '../../picture/vector.ts';

/** Radians per height of the canvas. */
const TURN = 3.2;
const ZOOM_STEP = 1.15;
const RADIUS_LEAST = 0.005;
const RADIUS_MOST = 3;
/** How near to straight above or below the view may go. */
const STEEPEST = 0.985;

function rotated(p: Vector, axis: Vector, angle: number): Vector {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return add(add(scale(p, c), scale(cross(axis, p), s)), scale(axis, dot(axis, p) * (1 - c)));
}

/** Turned by parts of the height of the canvas, to the right and down. */
export function turned(view: View, right: number, down: number): View {
  const level = rotated(view.towards, view.up, -right * TURN);
  const side = unit(cross(view.up, level), [1, 0, 0]);
  const raised = unit(rotated(level, side, -down * TURN));
  return { ...view, towards: Math.abs(dot(raised, view.up)) > STEEPEST ? level : raised };
}

/** Moved so that what is under the finger stays there. */
export function moved(view: View, right: number, down: number): View {
  const camera = cameraOf(view, 1);
  const reach = 2 * view.radius;
  const target = add(view.target, add(scale(camera.right, -right * reach), scale(camera.up, down * reach)));
  return { ...view, target };
}

/** A factor below 1 comes nearer. */
export function zoomed(view: View, factor: number): View {
  return { ...view, radius: Math.min(RADIUS_MOST, Math.max(RADIUS_LEAST, view.radius * factor)) };
}

interface Finger {
  x: number;
  y: number;
}

/** Listens to a canvas. `change` gets a function from the view as it is to the view as it should be. */
export function listen(canvas: HTMLElement, change: (next: (view: View) => View) => void): void {
  const fingers = new Map<number, Finger>();
  let moves = false;
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moves = event.button === 2 || event.button === 1 || event.shiftKey;
  });
  canvas.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const height = canvas.clientHeight || 1;
    const [right, down] = [(event.clientX - finger.x) / height, (event.clientY - finger.y) / height];
    const before = spread(fingers);
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingers.size === 1) change((view) => (moves ? moved(view, right, down) : turned(view, right, down)));
    if (fingers.size !== 2) return;
    const factor = before / (spread(fingers) || 1);
    change((view) => zoomed(moved(view, right / 2, down / 2), Number.isFinite(factor) ? factor : 1));
  });
  const release = (event: PointerEvent) => fingers.delete(event.pointerId);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      change((view) => zoomed(view, Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400)))));
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const next = keyView(event);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    change(next);
  });
}

function spread(fingers: ReadonlyMap<number, Finger>): number {
  const [p, q] = [...fingers.values()];
  return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : 0;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-0.06, 0],
  ArrowRight: [0.06, 0],
  ArrowUp: [0, -0.06],
  ArrowDown: [0, 0.06],
};

function keyView({ key, shiftKey }: KeyboardEvent): ((view: View) => View) | undefined {
  const arrow = ARROWS[key];
  if (arrow) return (view) => (shiftKey ? moved(view, -arrow[0], -arrow[1]) : turned(view, arrow[0], arrow[1]));
  if (key === '+' || key === '=') return (view) => zoomed(view, 1 / ZOOM_STEP);
  if (key === '-') return (view) => zoomed(view, ZOOM_STEP);
  return undefined;
}
