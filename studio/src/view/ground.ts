/** The ground: a disc under everything that fades out, so that one sees what stands and what floats. */
import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
} from 'three';
import type { Box } from '../answer.ts';
import type { Theme } from '../theme.ts';

const COLOURS = { light: { disc: '#8b98a3', line: '#8b98a3' }, dark: { disc: '#000000', line: '#5d6b77' } } as const;
const RINGS = [0.35, 0.7, 1.05, 1.4];
const SEGMENTS = 96;

function fadingDisc(): BufferGeometry {
  const geometry = new RingGeometry(0, 1.6, SEGMENTS, 12);
  const positions = geometry.getAttribute('position');
  const colours = new Float32Array(4 * positions.count).fill(1);
  for (let i = 0; i < positions.count; i++) {
    const away = Math.hypot(positions.getX(i), positions.getY(i)) / 1.6;
    colours[4 * i + 3] = (1 - away) ** 2;
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
  return geometry;
}

function rings(): BufferGeometry {
  const points = RINGS.flatMap((radius) => {
    const circle = new CircleGeometry(radius, SEGMENTS).getAttribute('position');
    return Array.from({ length: SEGMENTS }, (_, i) =>
      [i + 1, ((i + 1) % SEGMENTS) + 1].flatMap((at) => [circle.getX(at), circle.getY(at), 0]),
    ).flat();
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
  return geometry;
}

export class Ground {
  readonly root = new Group();
  readonly #disc = new Mesh(
    fadingDisc(),
    new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.35, depthWrite: false }),
  );
  readonly #lines = new LineSegments(
    rings(),
    new LineBasicMaterial({ transparent: true, opacity: 0.22, depthWrite: false }),
  );

  constructor() {
    for (const drawn of [this.#disc, this.#lines]) drawn.renderOrder = -1;
    this.root.add(this.#disc, this.#lines);
  }

  setTheme(theme: Theme): void {
    this.#disc.material.color = new Color(COLOURS[theme].disc);
    this.#lines.material.color = new Color(COLOURS[theme].line);
  }

  /** Under a box, a little below so that it does not flicker through a floor. */
  stand({ min, max }: Box, up: 'y' | 'z'): void {
    const size = max.map((high, axis) => high - min[axis]);
    const [x, y, z] = max.map((high, axis) => (high + min[axis]) / 2);
    const radius = Math.hypot(size[0], up === 'y' ? size[2] : size[1]) / 2 || 1;
    const below = 0.004 * Math.hypot(...size);
    this.root.rotation.x = up === 'y' ? -Math.PI / 2 : 0;
    if (up === 'y') this.root.position.set(x, min[1] - below, z);
    else this.root.position.set(x, y, min[2] - below);
    this.root.scale.setScalar(radius);
  }
}
