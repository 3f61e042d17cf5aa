/**
 * Portraits of clashes: for each its surroundings, from which side they are seen best, and pictures of them.
 *
 * Portraits are made one at a time, so that a thousand of them need little more memory than one. From which side a clash is seen
 * does not depend on how many triangles are kept of it.
 */
import type { ReportClash } from '../clash-list.ts';
import { measureText } from '../depth-text.ts';
import type { View } from '../picture/camera.ts';
import { type DrawnClash, PictureMaker } from '../picture/clash-picture.ts';
import { encodePng } from '../picture/png.ts';
import type { SectionPlane } from '../picture/section.ts';
import { across, add, cross, dot, lengthOf, scale, subtract, unit, type Vector } from '../picture/vector.ts';
import { bestDirection } from '../picture/view-direction.ts';
import { loadSimplifier, type Simplifier } from './coarse-mesh.ts';
import { drawnExcerpt, excerptView } from './drawn-excerpt.ts';
import type { Evidence } from './evidence.ts';
import { type Excerpt, excerptOf, reducedExcerpt } from './excerpt.ts';
import { ObjectIndex } from './object-index.ts';

/** How a clash is looked at, in the coordinates of its excerpt. */
export interface Aspect {
  readonly excerpt: Pick<Excerpt, 'centre' | 'half' | 'measured'>;
  readonly view: View;
  /** Through the place of the contact, facing the viewer as far as it holds what is measured. */
  readonly section: SectionPlane;
  /** Nearer, and facing the section. */
  readonly sectionView: View;
  /** Whether the contact can hardly be seen from outside, so that the section says more. */
  readonly isHidden: boolean;
  readonly isInside: boolean;
}

export const PICTURES = ['view', 'section'] as const;
export type PictureName = (typeof PICTURES)[number];

export const PICTURE_SIZE = { width: 640, height: 440 };

/** Below this share of the contact, it counts as hidden. */
const SEEN_LEAST = 0.35;
/** A section shows what matters close to its place. */
const SECTION_ZOOM = 0.7;
/** How much of the direction of view is kept when the section is faced. */
const SECTION_SLANT = 0.35;

export const UPRIGHT: Readonly<Record<Evidence['up'], Vector>> = { y: [0, 1, 0], z: [0, 0, 1] };

/** A plane through the deepest place that holds the direction of what is measured and faces the viewer. */
export function sectionPlane({ measured }: Pick<Excerpt, 'measured'>, towards: Vector, up: Vector): SectionPlane {
  const along = measured ? subtract(measured[1], measured[0]) : [0, 0, 0];
  const place: Vector = measured
    ? ([0, 1, 2].map((k) => (measured[0][k] + measured[1][k]) / 2) as unknown as Vector)
    : [0, 0, 0];
  const held = lengthOf(along) > 0 ? unit(along) : up;
  // What is left of the direction of view without what lies along the measure.
  const facing = subtract(
    towards,
    held.map((value) => value * dot(held, towards)),
  );
  const normal = lengthOf(facing) > 1e-3 ? unit(facing) : unit(cross(held, across(held)));
  return { normal, offset: dot(normal, place) };
}

/** Maximum number of triangles of a picture; more triangles than pixels show nothing more. */
const PICTURE_TRIANGLES = 150_000;
/** Enough to determine from which side a contact is hidden. */
const TRIAL_TRIANGLES = 1_500;

/**
 * One for all output of a run: the data that pictures need of the objects is prepared once, and a picture that the page and BCF both
 * have is drawn once.
 */
export class Portrayer {
  readonly #evidence: Evidence;
  readonly #simplifier: Simplifier;
  readonly #maker = new PictureMaker(PICTURE_SIZE);
  readonly #aspects = new Map<string, Aspect>();
  readonly #pictures = new Map<string, Uint8Array>();
  readonly #wanted: readonly PictureName[];
  /** The one that was asked for last, at full resolution. */
  #whole: { readonly id: string; readonly excerpt: Excerpt } | undefined;
  readonly indexes: readonly ObjectIndex[];

  private constructor(evidence: Evidence, simplifier: Simplifier, wanted: readonly PictureName[]) {
    this.#evidence = evidence;
    this.#simplifier = simplifier;
    this.#wanted = wanted;
    this.indexes = evidence.objects.map((object) => new ObjectIndex(object));
  }

  /** `wanted`: pictures that will be asked for of every clash that has one; they are drawn together. */
  static async of(evidence: Evidence, wanted: readonly PictureName[] = []): Promise<Portrayer> {
    return new Portrayer(evidence, await loadSimplifier(), wanted);
  }

  #wholeOf(clash: ReportClash): Excerpt {
    if (this.#whole?.id !== clash.id) {
      const known = this.#evidence.clashes.get(clash.id) ?? { curves: [] };
      this.#whole = { id: clash.id, excerpt: excerptOf(clash, known, this.indexes) };
    }
    return this.#whole.excerpt;
  }

  #drawn(clash: ReportClash, trianglesMost: number): DrawnClash {
    const excerpt = reducedExcerpt(this.#wholeOf(clash), trianglesMost, this.#simplifier);
    return drawnExcerpt(excerpt, clash.kind === 'contained', measureText(clash, this.#evidence.report.unit));
  }

  /** With few triangles, as it is kept. */
  excerptOf(clash: ReportClash, trianglesMost: number): Excerpt {
    return reducedExcerpt(this.#wholeOf(clash), trianglesMost, this.#simplifier);
  }

  aspectOf(clash: ReportClash): Aspect {
    const known = this.#aspects.get(clash.id);
    if (known) return known;
    const { centre, half, radius, measured } = this.#wholeOf(clash);
    const upright = UPRIGHT[this.#evidence.up];
    const { towards, seen } = bestDirection(this.#drawn(clash, TRIAL_TRIANGLES), upright, radius / half);
    const view = excerptView({ radius, half }, towards, upright);
    const section = sectionPlane({ ...(measured && { measured }) }, towards, upright);
    const facing = unit(add(section.normal, scale(towards, SECTION_SLANT)));
    const aspect = {
      excerpt: { centre, half, ...(measured && { measured }) },
      view,
      section,
      sectionView: { ...view, towards: facing, radius: SECTION_ZOOM * view.radius },
      isHidden: seen < SEEN_LEAST && clash.a !== clash.b && clash.kind !== 'near',
      isInside: clash.kind === 'contained',
    };
    this.#aspects.set(clash.id, aspect);
    return aspect;
  }

  /** As PNG, with nearly all triangles. */
  pictureOf(clash: ReportClash, name: PictureName): Uint8Array {
    const keyOf = (each: PictureName) => `${each} ${clash.id}`;
    const known = this.#pictures.get(keyOf(name));
    if (known) return known;
    const { view, section, sectionView } = this.aspectOf(clash);
    const drawn = this.#drawn(clash, PICTURE_TRIANGLES);
    for (const each of new Set([name, ...this.#wanted])) {
      const canvas = each === 'view' ? this.#maker.draw(drawn, view) : this.#maker.draw(drawn, sectionView, section);
      this.#pictures.set(keyOf(each), encodePng(canvas));
    }
    return this.#pictures.get(keyOf(name))!;
  }
}
