/** The results, drawn over the objects in the colours of the legend. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { Overlay, OverlayName } from '../answer.ts';
import { CLASH_COLOURS } from './clash-colours.ts';

interface Style {
  readonly title: string;
  readonly light: string;
  readonly dark: string;
  readonly opacity?: number;
  /** Covers whole surfaces, so it need not show through them. */
  readonly covers?: boolean;
  /** Points that are seen through everything. */
  readonly onTop?: boolean;
}

/** One entry per overlay; the legend shows those in use. */
export const STYLES: Readonly<Record<OverlayName, Style>> = {
  between: { title: 'between objects', light: '#d7263d', dark: '#ff4a5f' },
  within: { title: 'within one object', light: '#159a52', dark: '#35d07f' },
  'between-wide': { title: 'between objects, wide triangles', light: '#d7263d', dark: '#ff4a5f', opacity: 0.16 },
  'within-wide': { title: 'within one, wide triangles', light: '#159a52', dark: '#35d07f', opacity: 0.16 },
  'clash-points': { title: 'clashes', light: '#4a148c', dark: '#d3b3ff', onTop: true },
  contact: { title: 'where they meet', light: CLASH_COLOURS.light.contact, dark: CLASH_COLOURS.dark.contact },
  'impact-faces': { title: 'faces that are met', light: '#d98a1d', dark: '#f2b14c' },
  'impact-edges': { title: 'edges that meet', light: CLASH_COLOURS.light.contact, dark: CLASH_COLOURS.dark.contact },
  'impact-points': { title: 'vertices that meet a face', light: '#4a148c', dark: '#d3b3ff', onTop: true },
  near: { title: 'closer than the distance', light: '#d98a1d', dark: '#f2b14c' },
  segments: { title: 'where they meet', light: '#2b1055', dark: '#ffe96b' },
  closest: { title: 'closest points', light: '#0b5fb4', dark: '#7cc4ff' },
  inside: { title: 'inside', light: '#d7263d', dark: '#ff4a5f' },
  on: { title: 'on the surface', light: '#d98a1d', dark: '#f2b14c' },
  outside: { title: 'outside', light: '#5d7f9e', dark: '#6f93b5', opacity: 0.35 },
  stacks: { title: 'overlap', light: '#d7263d', dark: '#ff4a5f', opacity: 0.85 },
  voxels: { title: 'voxels', light: '#4d7cc4', dark: '#6a9ae0' },
  'shared-voxels': { title: 'shared voxels', light: '#d7263d', dark: '#ff4a5f' },
  potential: { title: 'may collide', light: '#d98a1d', dark: '#f2b14c' },
  bfv: { title: 'BFV: seen in both passes, pruned', light: '#a8bfb1', dark: '#5b7567', covers: true },
  ffv: { title: 'FFV: seen in the first', light: '#2f6fc0', dark: '#6aa8ff', covers: true },
  sfv: { title: 'SFV: seen in the second', light: '#c78a1b', dark: '#f2b14c', covers: true },
  nfv: { title: 'NFV: seen in neither', light: '#d7263d', dark: '#ff4a5f', covers: true },
};

const UNIT_BOX = new BoxGeometry(1, 1, 1);

/** Boxes are placed on the GPU, each from a centre and a size. */
function boxMaterial(opacity: number): Material {
  const material = new MeshLambertMaterial({ transparent: opacity < 1, opacity, flatShading: true });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute vec3 boxCentre;\nattribute vec3 boxSize;')
      .replace('#include <begin_vertex>', 'vec3 transformed = position * boxSize + boxCentre;');
  };
  return material;
}

function boxGeometry(data: Float32Array): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.index = UNIT_BOX.index;
  geometry.setAttribute('position', UNIT_BOX.getAttribute('position'));
  const boxes = new InstancedInterleavedBuffer(data, 6);
  geometry.setAttribute('boxCentre', new InterleavedBufferAttribute(boxes, 3, 0));
  geometry.setAttribute('boxSize', new InterleavedBufferAttribute(boxes, 3, 3));
  geometry.instanceCount = data.length / 6;
  return geometry;
}

/** An attribute that is reused while the data fits. */
function fillAttribute(geometry: BufferGeometry, data: Float32Array): void {
  const current = geometry.getAttribute('position') as BufferAttribute | undefined;
  if (current && current.array.length >= data.length) {
    (current.array as Float32Array).set(data);
    current.clearUpdateRanges();
    current.addUpdateRange(0, data.length);
    current.needsUpdate = true;
  } else {
    geometry.dispose();
    geometry.setAttribute('position', new BufferAttribute(data, 3));
  }
  geometry.setDrawRange(0, data.length / 3);
}

class Layer {
  readonly group = new Group();
  readonly #geometry = new BufferGeometry();
  readonly #materials: Material[];
  #boxes: Mesh<InstancedBufferGeometry> | undefined;
  empty = true;

  constructor(name: OverlayName, form: Overlay['form']) {
    const { opacity = 1, covers = false, onTop = false } = STYLES[name];
    this.#materials = covers ? [shadedMaterial()] : onTop ? [pointsOnTop()] : materialsOf(form, opacity);
    if (form === 'boxes') return;
    for (const [index, material] of this.#materials.entries()) {
      const made =
        form === 'triangles'
          ? new Mesh(this.#geometry, material)
          : form === 'lines'
            ? new LineSegments(this.#geometry, material)
            : new Points(this.#geometry, material);
      made.frustumCulled = false;
      // Ghosts, which show through surfaces, are drawn last.
      made.renderOrder = 2 + index;
      made.userData.ghost = index > 0;
      this.group.add(made);
    }
  }

  fill({ form, data }: Overlay): void {
    this.empty = data.length === 0;
    if (form === 'boxes') this.#fillBoxes(data);
    else fillAttribute(this.#geometry, data);
  }

  #fillBoxes(data: Float32Array): void {
    this.#boxes ??= new Mesh(new InstancedBufferGeometry(), this.#materials[0]);
    this.#boxes.geometry.dispose();
    this.#boxes.geometry = boxGeometry(data);
    this.#boxes.frustumCulled = false;
    this.#boxes.renderOrder = 1;
    this.group.add(this.#boxes);
  }

  paint(colour: string, ghosts: boolean): void {
    for (const material of this.#materials) (material as MeshBasicMaterial).color = new Color(colour);
    for (const child of this.group.children) if (child.userData.ghost) child.visible = ghosts;
  }
}

function pointsOnTop(): Material {
  return new PointsMaterial({ size: 7, sizeAttenuation: false, depthTest: false, transparent: true, opacity: 0.85 });
}

function shadedMaterial(): Material {
  return new MeshLambertMaterial({ side: DoubleSide, flatShading: true });
}

function materialsOf(form: Overlay['form'], opacity: number): Material[] {
  const ghost = { transparent: true, depthTest: false, depthWrite: false };
  switch (form) {
    case 'triangles':
      if (opacity < 1)
        return [new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity, depthWrite: false })];
      return [
        new MeshBasicMaterial({ side: DoubleSide }),
        new MeshBasicMaterial({ side: DoubleSide, opacity: 0.3, ...ghost }),
      ];
    case 'lines':
      return [new LineBasicMaterial({ ...ghost, transparent: false })];
    case 'points':
      return [
        opacity < 1
          ? new PointsMaterial({ size: 1.5, sizeAttenuation: false, transparent: true, opacity })
          : new PointsMaterial({ size: 4, sizeAttenuation: false }),
      ];
    case 'boxes':
      return [boxMaterial(opacity)];
  }
}

export class Overlays {
  readonly root = new Group();
  readonly #layers = new Map<OverlayName, Layer>();
  #theme: 'light' | 'dark' = 'light';
  readonly #left = new Set<OverlayName>();
  #ghosts = true;

  /** Shows the overlays of an answer and hides all others. Returns the names of those shown. */
  show(overlays: readonly Overlay[]): OverlayName[] {
    const names = new Set(overlays.map(({ name }) => name));
    for (const [name, layer] of this.#layers) if (!names.has(name)) layer.group.visible = false;
    for (const overlay of overlays) {
      const layer = this.#layers.get(overlay.name) ?? this.#make(overlay);
      layer.fill(overlay);
      layer.group.visible = !layer.empty && !this.#left.has(overlay.name);
    }
    return overlays.filter(({ data }) => data.length > 0).map(({ name }) => name);
  }

  /** Gives an overlay that is there other places, until the next answer. */
  refill({ name, form, data }: Overlay): void {
    const layer = this.#layers.get(name);
    if (!layer) return;
    layer.fill({ name, form, data });
    layer.group.visible = !layer.empty && !this.#left.has(name);
  }

  /** Leaves an overlay out, also of answers to come. */
  setVisible(name: OverlayName, visible: boolean): void {
    if (visible) this.#left.delete(name);
    else this.#left.add(name);
    const layer = this.#layers.get(name);
    if (layer) layer.group.visible = visible && !layer.empty;
  }

  #make({ name, form }: Overlay): Layer {
    const layer = new Layer(name, form);
    layer.paint(STYLES[name][this.#theme], this.#ghosts);
    this.#layers.set(name, layer);
    this.root.add(layer.group);
    return layer;
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#theme = theme;
    this.#paint();
  }

  /** Whether hits show through surfaces. */
  setGhosts(ghosts: boolean): void {
    this.#ghosts = ghosts;
    this.#paint();
  }

  #paint(): void {
    for (const [name, layer] of this.#layers) layer.paint(STYLES[name][this.#theme], this.#ghosts);
  }
}
