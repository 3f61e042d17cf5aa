/**
 * Portraits of clashes: for each its surroundings, from which side they are seen best, and pictures of them.
 *
 * What pictures need of the objects is prepared once; portraits are made one at a time, so that a thousand of them need no more
 * memory than one.
 */
import type { ReportClash } from '../clash-list.ts';
import { measureText } from '../depth-text.ts';
import type { View } from '../picture/camera.ts';
import type { DrawnClash } from '../picture/clash-picture.ts';
import type { SectionPlane } from '../picture/section.ts';
import { across, add, cross, dot, lengthOf, scale, subtract, unit, type Vector } from '../picture/vector.ts';
import { bestDirection } from '../picture/view-direction.ts';
import { loadSimplifier, type Simplifier } from './coarse-mesh.ts';
import { drawnExcerpt, excerptView } from './drawn-excerpt.ts';
import type { Evidence } from './evidence.ts';
import { type Excerpt, excerptOf, reducedExcerpt } from './excerpt.ts';
import { ObjectIndex } from './object-index.ts';

export interface Portrait {
  /** With few triangles, as it is kept. */
  readonly excerpt: Excerpt;
  readonly drawn: DrawnClash;
  /** With nearly all triangles, for a picture. */
  readonly fine: () => DrawnClash;
  readonly view: View;
  /** Through the place of the contact, facing the viewer as far as it holds what is measured. */
  readonly section: SectionPlane;
  /** Nearer, and facing the section. */
  readonly sectionView: View;
  /** Whether the contact can hardly be seen from outside, so that the section says more. */
  readonly isHidden: boolean;
}

/** Below this share of the contact, it counts as hidden. */
const SEEN_LEAST = 0.35;
/** A section shows what matters close to its place. */
const SECTION_ZOOM = 0.7;
/** How much of the direction of view is kept when the section is faced. */
const SECTION_SLANT = 0.35;

export const UPRIGHT: Readonly<Record<Evidence['up'], Vector>> = { y: [0, 1, 0], z: [0, 0, 1] };

/** A plane through the deepest place that holds the direction of what is measured and faces the viewer. */
export function sectionPlane({ measured }: Pick<DrawnClash, 'measured'>, towards: Vector, up: Vector): SectionPlane {
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

/** What a picture is made from at most; more triangles than pixels show nothing more. */
const PICTURE_TRIANGLES = 150_000;
/** Enough to tell from which side a contact is hidden. */
const TRIAL_TRIANGLES = 1_500;

export class Portrayer {
  readonly #evidence: Evidence;
  readonly #simplifier: Simplifier;
  readonly indexes: readonly ObjectIndex[];

  private constructor(evidence: Evidence, simplifier: Simplifier) {
    this.#evidence = evidence;
    this.#simplifier = simplifier;
    this.indexes = evidence.objects.map((object) => new ObjectIndex(object));
  }

  static async of(evidence: Evidence): Promise<Portrayer> {
    return new Portrayer(evidence, await loadSimplifier());
  }

  /** `trianglesMost`: of what is kept. */
  portray(clash: ReportClash, trianglesMost: number): Portrait {
    const { clashes, report, up } = this.#evidence;
    const known = clashes.get(clash.id) ?? { curves: [] };
    const whole = excerptOf(clash, known, this.indexes);
    const drawnOf = (excerpt: Excerpt) =>
      drawnExcerpt(excerpt, clash.kind === 'contained', measureText(clash, report.unit));
    const excerpt = reducedExcerpt(whole, trianglesMost, this.#simplifier);
    const drawn = drawnOf(excerpt);
    const upright = UPRIGHT[up];
    const trial = drawnOf(reducedExcerpt(excerpt, TRIAL_TRIANGLES, this.#simplifier));
    const { towards, seen } = bestDirection(trial, upright, excerpt.radius / excerpt.half);
    const view = excerptView(excerpt, towards, upright);
    const section = sectionPlane(drawn, towards, upright);
    const facing = unit(add(section.normal, scale(towards, SECTION_SLANT)));
    return {
      excerpt,
      drawn,
      fine: () => drawnOf(reducedExcerpt(whole, PICTURE_TRIANGLES, this.#simplifier)),
      view,
      section,
      sectionView: { ...view, towards: facing, radius: SECTION_ZOOM * view.radius },
      isHidden: seen < SEEN_LEAST && clash.a !== clash.b && clash.kind !== 'near',
    };
  }
}
