// Which parts clash, and how deep: a peg that reaches into a plate, and a box that rests on it.
import { createEngine } from 'collidescope';

function box([x0, y0, z0], [x1, y1, z1]) {
  const positions = [];
  for (const z of [z0, z1]) for (const y of [y0, y1]) for (const x of [x0, x1]) positions.push(x, y, z);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
  };
}

const engine = await createEngine();
const scene = engine.createScene();
const names = ['plate', 'peg', 'box'];
scene.add({ name: 'plate', ...box([0, 0, 0], [10, 10, 2]) });
scene.add({ name: 'peg', ...box([2, 2, 1.5], [3, 3, 6]) });
scene.add({ name: 'box', ...box([6, 6, 2], [8, 8, 3]) });

const { clashes } = await scene.clashes({ tolerance: 0.001 });
for (const { a, b, kind, depth, normal } of clashes) {
  const how = depth ? `${depth.least.toFixed(3)} to ${depth.most.toFixed(3)} deep` : 'no deeper than its surface';
  console.log(`${names[a]} and ${names[b]}: ${kind}, ${how}, normal ${normal}`);
}
engine.dispose();
