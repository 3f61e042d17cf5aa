/** A layered depth image as something to look at: a point for every layer, a line for every stretch in two objects. */
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';

const AXES = ['x', 'y', 'z'];

/** Where the ray of a pixel is at a depth. Rows run along the axis after that of the image. */
export function placeOf({ axis, across, down, box }, pixel, depth) {
  const k = AXES.indexOf(axis);
  const [u, v] = [(k + 1) % 3, (k + 2) % 3];
  const at = [];
  at[k] = depth;
  at[u] = box.min[u] + ((box.max[u] - box.min[u]) * ((pixel % across) + 0.5)) / across;
  at[v] = box.min[v] + ((box.max[v] - box.min[v]) * (Math.floor(pixel / across) + 0.5)) / down;
  return at;
}

/** Full colour where the ray enters, pale where it leaves. */
export function layerPoints(image, color) {
  const [positions, colors] = [[], []];
  const [enters, leaves] = [new Color(color), new Color(color).lerp(new Color(0xffffff), 0.55)];
  for (let pixel = 0; pixel < image.starts.length - 1; pixel++)
    for (let i = image.starts[pixel]; i < image.starts[pixel + 1]; i++) {
      positions.push(...placeOf(image, pixel, image.depths[i]));
      colors.push(...(image.enters[i] ? enters : leaves).toArray());
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  return new Points(geometry, new PointsMaterial({ size: 4, sizeAttenuation: false, vertexColors: true }));
}

export function overlapLines(image, { pixels, from, to }) {
  const positions = [];
  for (const [i, pixel] of pixels.entries())
    positions.push(...placeOf(image, pixel, from[i]), ...placeOf(image, pixel, to[i]));
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: 0xb3261e }));
}
