/** What lies in a plane: which of the points of a picture are inside which solid, decided exactly. */
import { CanvasTexture, DoubleSide, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from 'three';

const SIDE = 160;
const COLORS = [
  [0, 0, 0, 0], // in none
  [120, 150, 190, 255], // in the first
  [205, 180, 130, 255], // in the second
  [190, 30, 25, 255], // in both
];

/** A picture of a square at a height; `cut(scene, a, b, y)` redraws it and returns the area common to both. */
export function sectionPicture(view, size) {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const texture = Object.assign(new CanvasTexture(canvas), { colorSpace: SRGBColorSpace });
  const material = new MeshBasicMaterial({ map: texture, transparent: true, side: DoubleSide, depthTest: false });
  const square = new Mesh(new PlaneGeometry(size, size).rotateX(-Math.PI / 2), material);
  square.renderOrder = 1;
  view.scene.add(square);
  return async (scene, a, b, y) => {
    const points = new Float64Array(3 * SIDE * SIDE);
    for (let i = 0; i < SIDE * SIDE; i++) {
      const at = (n) => ((n + 0.5) / SIDE - 0.5) * size;
      points.set([at(i % SIDE), y, at(Math.floor(i / SIDE))], 3 * i);
    }
    const [inA, inB] = [await scene.inside(a, points), await scene.inside(b, points)];
    const pixels = new Uint8ClampedArray(4 * SIDE * SIDE);
    for (let i = 0; i < SIDE * SIDE; i++) pixels.set(COLORS[(inA[i] ? 1 : 0) + (inB[i] ? 2 : 0)], 4 * i);
    canvas.getContext('2d').putImageData(new ImageData(pixels, SIDE), 0, 0);
    texture.needsUpdate = true;
    square.position.y = y;
    return (inA.reduce((sum, place, i) => sum + Number(place && inB[i] > 0), 0) * size ** 2) / SIDE ** 2;
  };
}
