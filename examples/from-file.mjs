// Do the parts of a model clash?
import { createEngine } from 'collidescope';
import { readModel } from 'collidescope/io';

const text = `o left
v 0 0 0
v 2 0 0
v 0 2 0
f 1 2 3
o right
v 0.5 0.5 -1
v 0.5 0.5 1
v 0.5 -2 0
f 4 5 6
`;
const model = await readModel(new TextEncoder().encode(text), { name: 'two.obj' });

const engine = await createEngine();
const scene = engine.createScene();
for (const part of model.parts) scene.add({ ...part, weld: true });
const { objectPairs } = await scene.collide();
for (let i = 0; i < objectPairs.length; i += 3) {
  console.log(`${model.parts[objectPairs[i]].name} meets ${model.parts[objectPairs[i + 1]].name}`);
}
engine.dispose();
