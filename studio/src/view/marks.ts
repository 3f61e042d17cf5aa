/** What is wrong, marked in the view: the contact curve, the depth as a dimension, the normal as an arrow. */
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import type { ReviewClash } from '../answer.ts';
import type { Inspected } from '../protocol.ts';
import type { Theme } from '../theme.ts';
import { CLASH_COLOURS } from './clash-colours.ts';
import type { Label, Labels } from './labels.ts';
import { WideLines } from './lines.ts';

export const MARK_COLOURS = {
  light: { curve: CLASH_COLOURS.light.contact, dimension: '#1a2025', normal: '#4a148c' },
  dark: { curve: CLASH_COLOURS.dark.contact, dimension: '#ffffff', normal: '#d3b3ff' },
} as const;
/** As parts of the radius that is shown. */
const ARROW_SHARE = 0.32;
const TICK_SHARE = 0.035;
const POINT_SHARE = 0.012;
const UP = new Vector3(0, 1, 0);

function onTop(): MeshBasicMaterial {
  return new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
}

export class Marks {
  readonly root = new Group();
  readonly #labels: Labels;
  readonly #curve = new WideLines(3, 0.35, 20);
  readonly #dimension = new WideLines(2, 1, 24);
  readonly #arrow = new Group();
  readonly #points = [0, 1].map(() => new Mesh(new SphereGeometry(1, 12, 8), onTop()));
  readonly #arrowMaterial = onTop();
  #theme: Theme = 'light';

  constructor(labels: Labels) {
    this.#labels = labels;
    const shaft = new Mesh(new CylinderGeometry(0.012, 0.012, 0.8).translate(0, 0.4, 0), this.#arrowMaterial);
    const head = new Mesh(new ConeGeometry(0.045, 0.2, 20).translate(0, 0.9, 0), this.#arrowMaterial);
    this.#arrow.add(shaft, head);
    for (const mesh of [shaft, head, ...this.#points]) mesh.renderOrder = 26;
    this.root.add(this.#curve.group, this.#dimension.group, this.#arrow, ...this.#points);
    this.hide();
    this.setTheme('light');
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    const { curve, dimension, normal } = MARK_COLOURS[this.#theme];
    this.#curve.colour = curve;
    this.#dimension.colour = dimension;
    this.#arrowMaterial.color.set(normal);
    for (const point of this.#points) point.material.color.set(dimension);
  }

  hide(): void {
    this.root.visible = false;
    this.#labels.set('clash', []);
  }

  /** `depth` is the text of the dimension; `names` are those of the two objects. */
  show({ reach, normal }: ReviewClash, inspected: Inspected, depth: string, names: readonly string[]): void {
    const { centre, radius, direction, anchors } = inspected;
    this.root.visible = true;
    this.#curve.set(inspected.curve);
    const labels: Label[] = anchors.map((at, i) => ({
      text: names[i],
      at: new Vector3(...at),
      kind: i === 0 ? 'tag-a' : 'tag-b',
    }));
    const ends = reach ? [new Vector3(...reach.a), new Vector3(...reach.b)] : [];
    this.#showDimension(ends, new Vector3(...direction), radius);
    const middle = ends.length > 0 ? ends[0].clone().lerp(ends[1], 0.5) : new Vector3(...centre);
    labels.push({ text: depth, at: middle, kind: 'dimension' });
    this.#showNormal(normal ? new Vector3(...normal) : undefined, middle, radius);
    this.#labels.set('clash', labels);
  }

  /** A line between the two points with a tick at each end, across the line of sight. */
  #showDimension(ends: readonly Vector3[], direction: Vector3, radius: number): void {
    for (const [i, point] of this.#points.entries()) {
      point.visible = ends.length > 0;
      if (ends[i]) point.position.copy(ends[i]);
      point.scale.setScalar(POINT_SHARE * radius);
    }
    if (ends.length === 0) {
      this.#dimension.set(new Float32Array());
      return;
    }
    const tick = ends[1]
      .clone()
      .sub(ends[0])
      .cross(direction)
      .setLength(TICK_SHARE * radius);
    const lines = [ends[0], ends[1]];
    for (const end of ends) lines.push(end.clone().add(tick), end.clone().sub(tick));
    this.#dimension.set(Float32Array.from(lines.flatMap((point) => point.toArray())));
  }

  #showNormal(normal: Vector3 | undefined, at: Vector3, radius: number): void {
    this.#arrow.visible = normal !== undefined;
    if (!normal) return;
    this.#arrow.position.copy(at);
    this.#arrow.quaternion.setFromUnitVectors(UP, normal);
    this.#arrow.scale.setScalar(ARROW_SHARE * radius);
  }
}
