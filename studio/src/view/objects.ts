/** The drawn objects: pieces of geometry that arrive one by one, with changing positions and matrices. */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  type Intersection,
  Matrix4,
  Mesh,
  type Raycaster,
  Sphere,
} from 'three';
import type { GeometryMessage, Movement, ObjectInfo } from '../protocol.ts';
import type { Theme } from '../theme.ts';
import { boxOf } from './camera-rig.ts';
import { Materials, type ObjectLook, type Role } from './materials.ts';

interface Drawn {
  readonly group: Group;
  readonly info: ObjectInfo;
  /** In the list of objects when it came. */
  readonly place: number;
  triangles: number;
}

/** The two objects of a clash; everything else is a ghost. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly seeThrough: readonly [boolean, boolean];
}

export class Objects {
  readonly root = new Group();
  readonly materials = new Materials();
  readonly #drawn = new Map<number, Drawn>();
  readonly #hidden = new Set<number>();
  #selected: number | undefined;
  #colours: ReadonlyMap<number, string> | undefined;
  #pair: Pair | undefined;

  /** Keeps what stays and drops what is gone; geometry of new objects arrives later. */
  setObjects(infos: readonly ObjectInfo[]): void {
    const present = new Set(infos.map(({ key }) => key));
    for (const [key, drawn] of this.#drawn) if (!present.has(key)) this.#drop(key, drawn);
    for (const [place, info] of infos.entries()) {
      if (this.#drawn.has(info.key)) continue;
      const group = new Group();
      group.matrixAutoUpdate = false;
      group.userData.key = info.key;
      this.root.add(group);
      this.#drawn.set(info.key, { group, info, place, triangles: 0 });
    }
    this.#dress();
  }

  #drop(key: number, { group }: Drawn): void {
    for (const mesh of group.children) (mesh as Mesh).geometry.dispose();
    this.root.remove(group);
    this.#drawn.delete(key);
    this.#hidden.delete(key);
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
    const mesh = new Mesh(geometry);
    mesh.frustumCulled = !drawn.info.deforming;
    drawn.group.add(mesh);
    drawn.triangles += indices.length / 3;
    this.#dressOne(key, drawn);
  }

  /** How many triangles are drawn, and how many there will be. */
  get built(): { readonly drawn: number; readonly all: number } {
    const sum = (of: (drawn: Drawn) => number) => [...this.#drawn.values()].reduce((total, one) => total + of(one), 0);
    return { drawn: sum(({ triangles }) => triangles), all: sum(({ info }) => info.triangles) };
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
    mesh.geometry.boundingSphere = null;
    mesh.geometry.boundingBox = null;
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
      if (!geometry.boundingSphere) geometry.computeBoundingSphere();
      if (geometry.boundingSphere) sphere.union(geometry.boundingSphere);
    }
    return sphere.applyMatrix4(group.matrix);
  }

  /** What a ray meets first; ghosts and hidden objects are skipped. */
  hit(raycaster: Raycaster): Intersection | undefined {
    this.root.updateMatrixWorld();
    const solid = [...this.#drawn].filter(([key, { group }]) => group.visible && this.#roleOf(key) !== 'ghost');
    return raycaster.intersectObjects(
      solid.map(([, { group }]) => group),
      true,
    )[0];
  }

  pick(raycaster: Raycaster): number | undefined {
    return this.hit(raycaster)?.object.parent?.userData.key as number | undefined;
  }

  select(key: number | undefined): void {
    this.#selected = key;
    this.#dress();
  }

  /** Isolates the objects of a clash; undefined shows all objects normally. */
  isolate(pair: Pair | undefined): void {
    this.#pair = pair;
    this.#dress();
  }

  hide(keys: Iterable<number>): void {
    for (const key of keys) this.#hidden.add(key);
    this.#dress();
  }

  reveal(keys: Iterable<number>): void {
    for (const key of keys) this.#hidden.delete(key);
    this.#dress();
  }

  /** Hides all but these. */
  showOnly(keys: ReadonlySet<number>): void {
    this.#hidden.clear();
    this.hide([...this.#drawn.keys()].filter((key) => !keys.has(key)));
  }

  showAll(): void {
    this.#hidden.clear();
    this.#dress();
  }

  get hiddenCount(): number {
    return this.#hidden.size;
  }

  isHidden(key: number): boolean {
    return this.#hidden.has(key);
  }

  /** Six hexadecimal digits by key; undefined: each has a colour of its own. */
  setColours(colours: ReadonlyMap<number, string> | undefined): void {
    this.#colours = colours;
    this.#dress();
  }

  setTheme(theme: Theme): void {
    this.materials.theme = theme;
    this.#dress();
  }

  setLook(look: ObjectLook): void {
    this.materials.look = look;
    this.#dress();
  }

  #roleOf(key: number): Role | undefined {
    if (!this.#pair) return undefined;
    if (key === this.#pair.a) return 'a';
    return key === this.#pair.b ? 'b' : 'ghost';
  }

  #dress(): void {
    for (const [key, drawn] of this.#drawn) this.#dressOne(key, drawn);
  }

  #dressOne(key: number, { group, info, place }: Drawn): void {
    const role = this.#roleOf(key);
    const [a, b] = this.#pair?.seeThrough ?? [false, false];
    const material = role
      ? this.materials.role(role, role === 'a' ? a : role === 'b' && b)
      : this.materials.plain(place, this.#colours?.get(info.key), key === this.#selected);
    for (const mesh of group.children) {
      (mesh as Mesh).material = material;
      // Transparent surfaces after what shows through them, ghosts last.
      mesh.renderOrder = role === 'ghost' ? 1 : 0;
    }
    // The two of a clash are shown even if they were hidden before: the clash was asked for.
    group.visible = (!this.#hidden.has(key) || role === 'a' || role === 'b') && this.materials.look.opacity > 0;
  }
}
