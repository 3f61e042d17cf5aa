import { createEngine, SWEEP_STATE } from 'collidescope';
import { BoxGeometry, Group } from 'three';
import { closedMesh, colorBar, ending, latest, openView, slider, solid } from './stage.js';

const COLORS = { [SWEEP_STATE.free]: '#4f8a4a', [SWEEP_STATE.meeting]: '#b3261e', [SWEEP_STATE.open]: '#e0a030' };

/** A door that opens by 90 degrees, and a stool that stands where it wants to go. */
export async function run(stage) {
  const view = openView(stage, { distance: 5.5, at: [0.4, 0.9, 0.3] });
  const door = solid(new BoxGeometry(0.9, 2, 0.04).translate(0.47, 1, 0), 0xd8c49a);
  const stool = solid(new BoxGeometry(0.3, 0.45, 0.3).translate(0, 0.225, 0), 0x8fa8c8);
  const hinge = new Group().add(door);
  view.scene.add(hinge, stool);

  const engine = await createEngine();
  const scene = engine.createScene();
  const [swinging, standing] = [door, stool].map(({ geometry }) => scene.add(closedMesh(geometry)));
  const screw = { axis: [0, -1, 0], pivot: [0, 0, 0], angle: Math.PI / 2 };

  const bar = colorBar(stage);
  const ask = latest(async (x) => {
    stool.position.set(x, 0, 0.6);
    stool.updateMatrix();
    scene.place(standing, stool.matrix.elements);
    // One call for the whole swing: what is free is proven, not sampled.
    const { states, ends, proven } = await scene.sweep([{ object: swinging, screw }]);
    hinge.rotation.y = -proven * screw.angle;
    const [color, from, to] = [(i) => COLORS[states[i]], (i) => ends[2 * i], (i) => ends[2 * i + 1]];
    const intervals = Array.from(states, (_, i) => ({ color: color(i), from: from(i), to: to(i) }));
    bar(intervals);
    const jam = intervals[states.indexOf(SWEEP_STATE.meeting)];
    const degrees = (t) => `${(90 * t).toFixed(3)}°`;
    stage.say(jam ? `free to ${degrees(proven)}, jams up to ${degrees(jam.to)}` : 'proven free for all 90°');
    view.draw();
  });
  slider(stage, 'Move the stool', { min: 0.2, max: 1.5, value: 0.6, seconds: 12 }, ask);
  await ask(0.6);
  return ending(view, engine);
}
