/**
 * The surfaces' materials: a few that all objects share, so that a thousand objects cost no more than one.
 *
 * Ghosts must not hide what they surround: a house has hundreds, and many faint layers are a fog. So the two objects of a clash
 * mark their pixels in the stencil buffer, where no ghost is drawn, and elsewhere ghosts count their layers there up to a few, the
 * farthest first.
 */
import {
  AlwaysStencilFunc,
  Color,
  DoubleSide,
  GreaterStencilFunc,
  IncrementStencilOp,
  KeepStencilOp,
  MeshLambertMaterial,
  type Plane,
  ReplaceStencilOp,
} from 'three';
import { GHOST, GHOST_BEHIND, hexOf, ON_DARK } from '../../../src/report/picture/style.ts';
import type { Theme } from '../theme.ts';
import { CLASH_COLOURS } from './clash-colours.ts';

export interface ObjectLook {
  readonly opacity: number;
  readonly wireframe: boolean;
}

/** How an object is drawn: as one of the two in a clash, as one of the others around it, or normally. */
export type Role = 'a' | 'b' | 'ghost';

const PALETTE = {
  light: ['#b4c3d2', '#d8c9ac', '#b9cbb4', '#cdbcd0', '#d3b9a8', '#a9cbc9', '#c9c9c0', '#b8bfdc'],
  dark: ['#7f93a8', '#a89672', '#86a07f', '#9c86a1', '#a58570', '#76a09d', '#93938a', '#838cb5'],
} as const;

const GHOST_COLOURS = { light: hexOf(GHOST), dark: hexOf(ON_DARK.ghost) } as const;
/** How many layers of ghosts are drawn in a pixel, and the mark of a pixel that shows the clash: any greater number. */
const GHOST_LAYERS = 5;
const CLASH_MARK = 0x80;
/** Of one layer: all of them together are as strong as the report's single one. */
const GHOST_OPACITY = 1 - (1 - GHOST_BEHIND) ** (1 / GHOST_LAYERS);
/** Of an object that stands before its clash. */
const SEE_THROUGH = 0.28;
const CHOSEN = { light: '#1b3d70', dark: '#2a5ca8' } as const;

export class Materials {
  readonly #made = new Map<string, MeshLambertMaterial>();
  #theme: Theme = 'light';
  #look: ObjectLook = { opacity: 1, wireframe: false };
  #planes: Plane[] | null = null;

  set theme(theme: Theme) {
    this.#theme = theme;
    this.#paint();
  }

  set look(look: ObjectLook) {
    this.#look = look;
    this.#paint();
  }

  get look(): ObjectLook {
    return this.#look;
  }

  /** Surfaces are cut away behind these planes. */
  set planes(planes: Plane[] | null) {
    this.#planes = planes;
    for (const material of this.#made.values()) material.clippingPlanes = planes;
  }

  /** Of an object that is not part of a clash; without a colour, one of a few by its place. */
  plain(place: number, colour: string | undefined, chosen: boolean): MeshLambertMaterial {
    return this.#get(`plain ${place % PALETTE.light.length} ${chosen} ${colour ?? ''}`);
  }

  role(role: Role, seeThrough: boolean): MeshLambertMaterial {
    return this.#get(`${role} ${seeThrough}`);
  }

  #get(name: string): MeshLambertMaterial {
    const known = this.#made.get(name);
    if (known) return known;
    const material = new MeshLambertMaterial({
      flatShading: true,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      clippingPlanes: this.#planes,
    });
    this.#made.set(name, material);
    this.#dress(name, material);
    return material;
  }

  #paint(): void {
    for (const [name, material] of this.#made) this.#dress(name, material);
  }

  #dress(name: string, material: MeshLambertMaterial): void {
    const [kind, second, third, own] = name.split(' ');
    const { opacity, wireframe } = this.#look;
    const theme = this.#theme;
    material.wireframe = wireframe && kind !== 'ghost';
    if (kind !== 'plain') this.#mark(material, kind === 'ghost');
    if (kind === 'ghost') {
      material.color = new Color(GHOST_COLOURS[theme]);
      this.#fade(material, GHOST_OPACITY);
    } else if (kind === 'a' || kind === 'b') {
      material.color = new Color(CLASH_COLOURS[theme][kind]);
      this.#fade(material, second === 'true' ? Math.min(opacity, SEE_THROUGH) : opacity);
    } else {
      material.color = new Color(own ? `#${own}` : PALETTE[theme][Number(second)]);
      material.emissive = new Color(third === 'true' ? CHOSEN[theme] : '#000');
      material.emissiveIntensity = 0.45;
      this.#fade(material, opacity);
    }
  }

  /** In the stencil buffer. */
  #mark(material: MeshLambertMaterial, isGhost: boolean): void {
    material.stencilWrite = true;
    material.stencilRef = isGhost ? GHOST_LAYERS : CLASH_MARK;
    material.stencilFunc = isGhost ? GreaterStencilFunc : AlwaysStencilFunc;
    material.stencilFail = KeepStencilOp;
    material.stencilZFail = KeepStencilOp;
    material.stencilZPass = isGhost ? IncrementStencilOp : ReplaceStencilOp;
  }

  #fade(material: MeshLambertMaterial, opacity: number): void {
    const seeThrough = opacity < 1;
    if (material.transparent !== seeThrough) material.needsUpdate = true;
    material.transparent = seeThrough;
    material.opacity = opacity;
    material.depthWrite = opacity > 0.6;
    material.visible = opacity > 0;
  }
}
