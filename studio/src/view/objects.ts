/** The drawn objects: pieces of geometry that arrive one by one, with changing positions and matrices. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  type Intersection,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Raycaster,
  Sphere,
} from 'three';
import type { GeometryMessage, Movement, ObjectInfo } from '../protocol.ts';
import { boxOf } from './camera-rig.ts';

export interface ObjectLook {
  readonly opacity: number;
  readonly wireframe: boolean;
}

const PALETTE = {
  light: ['#b4c3d2', '#d8c9ac', '#b9cbb4', '#cdbcd0', '#d3b9a8', '#a9cbc9', '#c9c9c0', '#b8bfdc'],
  dark: ['#7f93a8', '#a89672', '#86a07f', '#9c86a1', '#a58570', '#76a09d', '#93938a', '#838cb5'],
} as const;

interface Drawn {
  readonly group: Group;
  readonly material: MeshLambertMaterial;
  readonly info: ObjectInfo;
}

export class Objects {
  readonly root = new Group();
  readonly #drawn = new Map<number, Drawn>();
  #theme: 'light' | 'dark' = 'light';
  #look: ObjectLook = { opacity: 1, wireframe: false };
  #selected: number | undefined;

  /** Keeps what stays and drops what is gone; geometry of new objects arrives later. */
  setObjects(infos: readonly ObjectInfo[]): void {
    const present = new Set(infos.map(({ key }) => key));
    for (const [key, drawn] of this.#drawn) if (!present.has(key)) this.#drop(key, drawn);
    for (const [place, info] of infos.entries()) {
      if (this.#drawn.has(info.key)) continue;
      const material = new MeshLambertMaterial({
        flatShading: true,
        side: DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      material.userData.place = place;
      const group = new Group();
      group.matrixAutoUpdate = false;
      group.userData.key = info.key;
      this.root.add(group);
      this.#drawn.set(info.key, { group, material, info });
    }
    this.#dress();
  }

  #drop(key: number, { group, material }: Drawn): void {
    for (const mesh of group.children) (mesh as Mesh).geometry.dispose();
    material.dispose();
    this.root.remove(group);
    this.#drawn.delete(key);
  }

  addPiece({ key, positions, indices, bounds }: GeometryMessage): void {
    const drawn = this.#drawn.get(key);
    if (!drawn) return;
    const geometry = new BufferGeometry();
    const attribute = new BufferAttribute(positions, 3);
    if (drawn.info.deforming) attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', attribute);
    geometry.setIndex(new BufferAttribute(indices, 1));
    geometry.boundingBox = boxOf(bounds);
    geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere());
    const mesh = new Mesh(geometry, drawn.material);
    mesh.frustumCulled = !drawn.info.deforming;
    drawn.group.add(mesh);
  }

  move({ key, positions, matrix }: Movement): void {
    const group = this.#drawn.get(key)?.group;
    if (!group) return;
    if (matrix) this.#place(group, new Matrix4().fromArray(matrix));
    const mesh = group.children[0] as Mesh | undefined;
    if (!positions || !mesh) return;
    const attribute = mesh.geometry.getAttribute('position') as BufferAttribute;
    attribute.array = positions;
    attribute.needsUpdate = true;
  }

  /** Shows an object at another place until the worker confirms it. */
  preview(key: number, matrix: Matrix4): void {
    const group = this.#drawn.get(key)?.group;
    if (group) this.#place(group, matrix);
  }

  #place(group: Group, matrix: Matrix4): void {
    group.matrix.copy(matrix);
    group.matrixWorldNeedsUpdate = true;
  }

  matrixOf(key: number): Matrix4 | undefined {
    return this.#drawn.get(key)?.group.matrix.clone();
  }

  info(key: number): ObjectInfo | undefined {
    return this.#drawn.get(key)?.info;
  }

  /** The centre of an object at its current place. */
  sphereOf(key: number): Sphere | undefined {
    const group = this.#drawn.get(key)?.group;
    if (!group?.children.length) return undefined;
    const sphere = new Sphere().makeEmpty();
    for (const child of group.children) {
      const { geometry } = child as Mesh;
      if (geometry.boundingSphere) sphere.union(geometry.boundingSphere);
    }
    return sphere.applyMatrix4(group.matrix);
  }

  pick(raycaster: Raycaster): number | undefined {
    this.root.updateMatrixWorld();
    const hits: Intersection[] = raycaster.intersectObjects(this.root.children, true);
    return hits[0]?.object.parent?.userData.key as number | undefined;
  }

  select(key: number | undefined): void {
    this.#selected = key;
    this.#dress();
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#theme = theme;
    this.#dress();
  }

  setLook(look: ObjectLook): void {
    this.#look = look;
    this.#dress();
  }

  #dress(): void {
    const { opacity, wireframe } = this.#look;
    const palette = PALETTE[this.#theme];
    for (const [key, { material, group }] of this.#drawn) {
      const seeThrough = opacity < 1;
      if (material.transparent !== seeThrough) material.needsUpdate = true;
      material.transparent = seeThrough;
      material.opacity = opacity;
      material.depthWrite = !seeThrough || opacity > 0.6;
      material.wireframe = wireframe;
      material.color = new Color(palette[(material.userData.place as number) % palette.length]);
      material.emissive = new Color(
        key === this.#selected ? (this.#theme === 'light' ? '#1b3d70' : '#2a5ca8') : '#000',
      );
      material.emissiveIntensity = 0.45;
      group.visible = opacity > 0;
    }
  }
}
