// What meets between two frames, although nothing collides in either.
import { createEngine } from 'collidescope';

const floor = { positions: new Float32Array([-9, -9, 0, 9, -9, 0, 0, 9, 0]) };
const above = new Float32Array([0, 0, 3, 1, 0, 4, 0, 1, 4]);
const below = above.map((value, i) => (i % 3 === 2 ? value - 8 : value));

const engine = await createEngine();
const scene = engine.createScene();
scene.add(floor);
const falling = scene.add({ positions: above });

scene.aim(falling, below);
const { features, times, points } = await scene.impacts({ first: true });
const [object, vertex, , other, triangle] = features;
console.log(`vertex ${vertex} of object ${object} meets triangle ${triangle} of object ${other}`);
console.log(`at ${times[0]} of the way, at ${points.join()}`);
engine.dispose();
