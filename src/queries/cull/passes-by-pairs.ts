/**
 * Passes over pairs of triangles whose boxes overlap: an element is fully visible unless a triangle that is drawn before it
 * hides one of its own.
 *
 * With depth intervals a pixel can only show that one of two triangles is not wholly in front of the other. Triangles that are not
 * near enough to collide do not count for each other (`boxes`, and always within one object), so it is enough to know, once per
 * view, which of two near ones may hide the other.
 */
import { HIDES_FIRST, HIDES_SECOND } from './constants.ts';
import type { Elements } from './elements.ts';
import type { CheckedCullOptions } from './options.ts';
import { makePasses, type PassPlan } from './passes.ts';
import type { Prune, Visit } from './prune.ts';
import type { RelatedPairs, TrianglePairs } from './triangle-pairs.ts';

/** Pairs of elements of a visit, and what their triangles do to each other. */
interface ElementPairs {
  readonly count: number;
  /** The elements of each pair, the lower first, and HIDES_…; an element may be paired with itself. */
  readonly lower: Uint32Array;
  readonly higher: Uint32Array;
  readonly relations: Uint8Array;
}

const NONE = 0xffffffff;
const TURNED = [0, HIDES_SECOND, HIDES_FIRST, HIDES_FIRST | HIDES_SECOND];

/** The element of every triangle of the scene; NONE for triangles that are not part of the visit. */
function elementOfTriangles(visit: Visit, starts: readonly number[], total: number): Uint32Array {
  const { elements, orders } = visit;
  const { count, object, from, to } = elements;
  const elementOf = new Uint32Array(total).fill(NONE);
  for (let i = 0; i < count; i++) {
    const order = orders[object[i]];
    const start = starts[object[i]];
    if (!order) elementOf.fill(i, start + from[i], start + to[i]);
    else for (let place = from[i]; place < to[i]; place++) elementOf[start + order[place]] = i;
  }
  return elementOf;
}

/** The pairs that concern elements of a visit. */
function pairElements({ triangles, relations }: RelatedPairs, elementOf: Uint32Array): ElementPairs {
  const most = relations.length;
  const pairs = { lower: new Uint32Array(most), higher: new Uint32Array(most), relations: new Uint8Array(most) };
  let count = 0;
  for (let i = 0; i < most; i++) {
    const relation = relations[i];
    if (relation === 0) continue;
    const first = elementOf[triangles[2 * i]];
    const second = elementOf[triangles[2 * i + 1]];
    if (first === NONE || second === NONE) continue;
    const isTurned = first > second;
    pairs.lower[count] = isTurned ? second : first;
    pairs.higher[count] = isTurned ? first : second;
    pairs.relations[count++] = isTurned ? TURNED[relation] : relation;
  }
  return { ...pairs, count };
}

/** One byte per element: not zero where something drawn before it in the pass hides it. */
function walkPairs(pairs: ElementPairs, plan: PassPlan, elements: Elements): Uint8Array {
  const hidden = new Uint8Array(elements.count);
  const { sets } = elements;
  // For each set, whether it is queried and whether it is drawn.
  const flagsOf = [0, 1, 2, 3].map((set) => ((plan.asked >>> set) & 1) | (((plan.drawn >>> set) & 1) << 1));
  const { count, lower, higher, relations } = pairs;
  const { backward } = plan;
  const hides = backward ? HIDES_FIRST : HIDES_SECOND;
  for (let i = 0; i < count; i++) {
    const front = backward ? higher[i] : lower[i];
    const behind = backward ? lower[i] : higher[i];
    if (front === behind) {
      // In the first pass an element is tested against itself, whether it is drawn or not.
      if (!backward && (flagsOf[sets[front]] & 1) !== 0) hidden[front] = 1;
    } else if ((relations[i] & hides) !== 0 && (flagsOf[sets[front]] & 2) !== 0 && (flagsOf[sets[behind]] & 1) !== 0) {
      hidden[behind] = 1;
    }
  }
  return hidden;
}

/** A further source of answers to a pass, besides the pairs. */
export type Beside = (visit: Visit, plan: PassPlan) => Promise<Uint8Array>;

/** Visits by pairs; an element is hidden, too, if `beside` says so. `starts` are the objects' first triangles. */
export function pruneByPairs(
  pairs: TrianglePairs,
  options: CheckedCullOptions,
  starts: readonly number[],
  total: number,
  beside?: Beside,
): Prune {
  return async (visit) => {
    const elementOf = elementOfTriangles(visit, starts, total);
    const related = await pairs.inView(visit.view, (triangle) => elementOf[triangle] !== NONE);
    const elementPairs = pairElements(related, elementOf);
    const outcome = await makePasses(visit, options, async (plan) => {
      const hidden = walkPairs(elementPairs, plan, visit.elements);
      const more = await beside?.(visit, plan);
      if (more) for (const [i, value] of more.entries()) hidden[i] |= value;
      return hidden;
    });
    return { ...outcome, fragments: 0, bytes: pairs.bytes };
  };
}
