/**
 * A plane that cuts the two objects of a clash open, with what it cuts filled in: each in its colour, and where both are,
 * in a third.
 *
 * A closed outline is filled by drawing triangles from one point to each of its segments into the stencil buffer, each
 * inverting a bit: what is covered an odd number of times is inside. Open surfaces have an outline and no filling.
 */
import {
  AlwaysStencilFunc,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  EqualStencilFunc,
  Group,
  InvertStencilOp,
  KeepStencilOp,
  Mesh,
  MeshBasicMaterial,
  Plane,
  PlaneGeometry,
  Vector3,
} from 'three';
import type { Theme } from '../theme.ts';
import { CLASH_COLOURS } from './clash-colours.ts';
import { WideLines } from './lines.ts';

const OUTLINE = { light: '#22303c', dark: '#eef4f8' } as const;
const FORWARD = new Vector3(0, 0, 1);

function stencilMaterial(bit: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side: DoubleSide,
    colorWrite: false,
    depthTest: false,
    depthWrite: false,
    transparent: true,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilWriteMask: bit,
    stencilFail: KeepStencilOp,
    stencilZFail: KeepStencilOp,
    stencilZPass: InvertStencilOp,
  });
}

function fillMaterial(bits: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side: DoubleSide,
    transparent: true,
    stencilWrite: true,
    stencilRef: bits,
    stencilFunc: EqualStencilFunc,
    stencilFuncMask: 3,
    stencilWriteMask: 0,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
}

export class SectionView {
  readonly root = new Group();
  readonly plane = new Plane();
  readonly #fans = [1, 2].map((bit) => new Mesh(new BufferGeometry(), stencilMaterial(bit)));
  readonly #fills = [1, 2, 3].map((bits) => new Mesh(new PlaneGeometry(1, 1), fillMaterial(bits)));
  readonly #outline = new WideLines(1.5, 0, 13);

  constructor() {
    for (const [i, fan] of this.#fans.entries()) {
      fan.renderOrder = 9 + i;
      fan.frustumCulled = false;
    }
    // Surfaces have counted in the stencil buffer what was drawn.
    this.#fans[0].onBeforeRender = (renderer) => renderer.clearStencil();
    for (const fill of this.#fills) fill.renderOrder = 11;
    this.root.add(...this.#fans, ...this.#fills, this.#outline.group);
    this.root.visible = false;
    this.setTheme('light');
  }

  setTheme(theme: Theme): void {
    const { cutA, cutB, contact } = CLASH_COLOURS[theme];
    for (const [i, colour] of [cutA, cutB, contact].entries()) this.#fills[i].material.color.set(colour);
    this.#outline.colour = OUTLINE[theme];
  }

  /** Everything on the side to which the normal points is cut away. */
  aim(point: Vector3, normal: Vector3): void {
    this.plane.setFromNormalAndCoplanarPoint(normal.clone().negate(), point);
  }

  /** `closed`: whether the outlines can be filled. */
  show(cuts: readonly Float32Array[], closed: boolean): void {
    this.root.visible = true;
    const bounds = { centre: new Vector3(), size: 0 };
    for (const [i, fan] of this.#fans.entries()) {
      const cut = closed ? (cuts[i] ?? new Float32Array()) : new Float32Array();
      fan.geometry.dispose();
      fan.geometry = fanOf(cut);
      fan.geometry.computeBoundingSphere();
      const sphere = fan.geometry.boundingSphere;
      if (cut.length > 0 && sphere && sphere.radius > bounds.size) {
        bounds.centre.copy(sphere.center);
        bounds.size = sphere.radius;
      }
    }
    for (const fill of this.#fills) {
      fill.position.copy(this.plane.projectPoint(bounds.centre, new Vector3()));
      fill.quaternion.setFromUnitVectors(FORWARD, this.plane.normal);
      fill.scale.setScalar(4 * bounds.size || 1);
    }
    const all = new Float32Array(cuts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const cut of cuts) {
      all.set(cut, at);
      at += cut.length;
    }
    this.#outline.set(all);
  }

  hide(): void {
    this.root.visible = false;
  }
}

/** Triangles from the first point to each segment. */
function fanOf(cut: Float32Array): BufferGeometry {
  const corners = new Float32Array(1.5 * cut.length);
  for (let i = 0; i < cut.length / 6; i++) {
    corners.set(cut.subarray(0, 3), 9 * i);
    corners.set(cut.subarray(6 * i, 6 * i + 6), 9 * i + 3);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  return geometry;
}
