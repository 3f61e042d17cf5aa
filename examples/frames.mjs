// When does the falling triangle reach the ground?
import { createEngine } from 'collidescope';

const ground = Float32Array.of(-9, -9, 0, 9, -9, 0, 0, 9, 0);
const falling = Float32Array.of(0, 0, 5, 1, 0, 5.5, 0, 1, 6);
const indices = Uint32Array.of(0, 1, 2);

const engine = await createEngine();
const scene = engine.createScene();
scene.add({ name: 'ground', positions: ground, indices });
const stone = scene.add({ name: 'stone', positions: falling, indices });

for (let frame = 0; frame < 100; frame++) {
  for (let z = 2; z < falling.length; z += 3) falling[z] -= 0.25;
  scene.move(stone, falling);
  const { kinds } = await scene.collide({ limit: 1 });
  if (kinds.length === 0) continue;
  console.log(`contact in frame ${frame}`);
  break;
}
engine.dispose();
