/**
 * Which areas of a surface that was cut belong to its skin, and which way they face.
 *
 * Where triangles cross, and around edges that several have, the winding numbers on both sides of an area follow from those of the
 * area beyond (arc-steps.ts, edge-steps.ts). So one ray does for all areas that are connected like that; others, and those where
 * triangles lie on each other, get a ray each.
 */
import type { Areas } from './cut-areas.ts';
import type { CutSurface } from './cut-surface.ts';
import type { Step } from './edge-steps.ts';
import type { Winding } from './winding.ts';

/** For each area: 1 when it is part of the skin and faces outward, −1 when inward, 0 when it is not part of it. */
export function facingsOf(cut: CutSurface, areas: Areas): Int8Array {
  return facingsByRules(cut, areas) ?? facingsByRays(cut, areas);
}

/** The same by a ray from each area. */
export function facingsByRays(cut: CutSurface, { samples }: Areas): Int8Array {
  const windings = cut.windings(samples);
  return Int8Array.from(samples, (sample, area) => facingOf(cut, sample, windings[area]));
}

function facingOf(cut: CutSurface, sample: number, found: Winding & { readonly orientation: number }): number {
  const { winding, on, orientationOn, orientation } = found;
  const [above, below] = [winding, winding + orientationOn];
  const face = cut.faceAt(sample);
  // Where several triangles cover the place, the first stands for all.
  if ((above === 0) === (below === 0) || on !== face) return 0;
  // What counts of it faces as it does, or the other way.
  return (above === 0 ? orientation : -orientation) * (cut.weight(face) < 0 ? -1 : 1);
}

/** The same with as few rays as the rules allow; null if they contradict each other, which they do for no closed surface. */
export function facingsByRules(cut: CutSurface, { ofSmall, samples, steps }: Areas): Int8Array | null {
  const isCovered = new Uint8Array(samples.length);
  for (let t = 0; t < cut.smallCount; t++) if (cut.isCovered(cut.faceOf[t])) isCovered[ofSmall[t]] = 1;
  const tree = AreaTree.over(steps, isCovered);
  if (!tree) return null;
  const { rootOf, more } = tree;
  // What does not count is no part of the skin.
  const roots = tree.roots.filter((area) => cut.weight(cut.faceAt(samples[area])) !== 0);
  const windings = cut.windings(roots.map((area) => samples[area]));
  const inFront = new Int32Array(samples.length);
  const facings = new Int8Array(samples.length);
  for (const [i, area] of roots.entries()) {
    const found = windings[i];
    if (isCovered[area]) facings[area] = facingOf(cut, samples[area], found);
    else if (Math.abs(found.orientationOn) !== 1) return null;
    else inFront[area] = found.winding + Math.min(0, found.orientationOn);
  }
  for (let area = 0; area < samples.length; area++) {
    if (isCovered[area]) continue;
    // A triangle alone is wound round once more behind it than in front.
    const front = inFront[rootOf[area]] + more[area];
    facings[area] = front === 0 ? 1 : front === -1 ? -1 : 0;
  }
  return facings;
}

/** Areas connected by steps, each with how much more often its front is wound round than that of the root. */
class AreaTree {
  readonly roots: number[] = [];
  readonly rootOf: Int32Array;
  readonly more: Int32Array;
  /** For each area that is in some, the steps from it, either way. */
  readonly #steps = new Map<number, { readonly to: number; readonly more: number }[]>();

  private constructor(count: number) {
    this.rootOf = new Int32Array(count).fill(-1);
    this.more = new Int32Array(count);
  }

  /** No step is used at an area that is covered. Null if they contradict each other. */
  static over(steps: readonly Step[], isCovered: Uint8Array): AreaTree | null {
    const tree = new AreaTree(isCovered.length);
    for (const { from, to, more } of steps) {
      if (isCovered[from] || isCovered[to]) continue;
      tree.#note(from, to, more);
      tree.#note(to, from, -more);
    }
    for (let area = 0; area < isCovered.length; area++) {
      if (tree.rootOf[area] >= 0) continue;
      tree.roots.push(area);
      if (!tree.#reachFrom(area)) return null;
    }
    return tree;
  }

  #note(from: number, to: number, more: number): void {
    const known = this.#steps.get(from);
    if (known) known.push({ to, more });
    else this.#steps.set(from, [{ to, more }]);
  }

  #reachFrom(root: number): boolean {
    const { rootOf, more } = this;
    rootOf[root] = root;
    const waiting = [root];
    for (let area = waiting.pop(); area !== undefined; area = waiting.pop()) {
      for (const step of this.#steps.get(area) ?? []) {
        const value = more[area] + step.more;
        if (rootOf[step.to] < 0) {
          rootOf[step.to] = root;
          more[step.to] = value;
          waiting.push(step.to);
        } else if (more[step.to] !== value) return false;
      }
    }
    return true;
  }
}
