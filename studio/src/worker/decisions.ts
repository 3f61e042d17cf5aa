/**
 * What people have decided about clashes: a baseline in memory, read from and written to the file of `clash --baseline`.
 *
 * When clashes are looked for again they are matched with it, as the command line does, so decisions stay with their
 * clashes when objects are moved.
 */
import {
  type Baseline,
  baselineText,
  type Decision,
  emptyBaseline,
  OPEN,
  parseBaseline,
} from '../../../src/report/baseline.ts';
import { withDecisions } from '../../../src/report/baseline-decide.ts';
import { type Compared, checkSameModel, compareWithBaseline } from '../../../src/report/baseline-match.ts';
import type { KnownObjects, ReportClash } from '../../../src/report/clash-list.ts';
import type { Box, Review, ReviewClash, Triple } from '../answer.ts';
import type { FoundClashes } from './clash-search.ts';
import { factsOf } from './object-facts.ts';
import type { World } from './world.ts';

/** What was read, and remarks about it. */
export interface Loaded {
  readonly review: Review | undefined;
  readonly notes: readonly string[];
}

const isDecided = ({ decision = OPEN }: ReportClash) => decision.state !== 'open' || Boolean(decision.comment);

export class Decisions {
  #baseline: Baseline = emptyBaseline(undefined);
  /** The file that was read. */
  #name: string | undefined;
  #compared: Compared = { baseline: emptyBaseline(undefined), clashes: [], gone: [] };
  #found: FoundClashes | undefined;
  /** The objects that the page knows the facts of. */
  #factsSent: World['objects'] | undefined;

  /** Something else was opened. */
  forget(): void {
    this.#baseline = emptyBaseline(undefined);
    this.#name = undefined;
    this.#found = undefined;
    this.#factsSent = undefined;
    this.#compared = { baseline: this.#baseline, clashes: [], gone: [] };
  }

  /** As a report has them: compared with a baseline only if one was read, and with a decision only if there is one. */
  get reported(): Pick<Compared, 'clashes' | 'gone'> {
    const { clashes, gone } = this.#compared;
    if (this.#name !== undefined) return { clashes, gone };
    const listed = clashes.map(({ status: _, deeper: _d, decision, ...clash }) => {
      return isDecided({ ...clash, ...(decision && { decision }) }) ? { ...clash, decision } : clash;
    });
    return { clashes: listed as ReportClash[], gone: [] };
  }

  get known(): KnownObjects | undefined {
    return this.#found?.known;
  }

  /** Takes the current clashes, and returns them with their decisions. */
  take(world: World, found: FoundClashes): Review {
    this.#remember(world);
    this.#found = found;
    this.#compared = compareWithBaseline(found.list, found.known, this.#baseline);
    return this.#reviewOf(world, found);
  }

  /** Throws an OptionError when the text is no baseline, or that of another model. */
  load(world: World, text: string, name: string): Loaded {
    const found = this.#found;
    const baseline = parseBaseline(text.replace(/^\ufeff/, ''), name);
    if (found) checkSameModel(baseline, found.known, name);
    this.#baseline = baseline;
    this.#name = name;
    if (!found) return { review: undefined, notes: [] };
    this.#compared = compareWithBaseline(found.list, found.known, baseline);
    return { review: this.#reviewOf(world, found), notes: [] };
  }

  /** Imports what a BCF file says about current clashes. Throws a MeshError when it is no BCF. */
  async takeBcf(world: World, bytes: Uint8Array, name: string): Promise<Loaded> {
    const [{ readBcf }, { bcfDecisions }, { bcfSentences }] = await Promise.all([
      import('../../../src/report/bcf/read-bcf.ts'),
      import('../../../src/report/bcf/bcf-decisions.ts'),
      import('../../../src/report/bcf/bcf-sentences.ts'),
    ]);
    const topics = readBcf(bytes, name);
    const { clashes, gone } = this.#compared;
    const read = await bcfDecisions(topics, [...clashes, ...gone]);
    this.decide(new Map(read.decisions));
    const notes = bcfSentences(read).map((sentence) => `${name}: ${sentence}`);
    return { review: this.#found && this.#reviewOf(world, this.#found), notes };
  }

  decide(decisions: ReadonlyMap<string, Decision>): void {
    const clashes = this.#compared.clashes.map((clash) => {
      const decision = decisions.get(clash.id);
      return decision ? { ...clash, decision } : clash;
    });
    this.#compared = { ...this.#compared, clashes };
  }

  /** The clash of an id, as the page knows it and as the engine does. */
  clashOf(world: World, id: string) {
    const listed = this.#compared.clashes.find((clash) => clash.id === id);
    return listed && { listed: reviewClash(world, listed, this.#found!), clash: this.#found!.clashOf(listed) };
  }

  /** Decisions are in the baseline from then on. */
  #remember({ unit }: World): void {
    if (!this.#found || this.#compared.clashes.length === 0) return;
    this.#baseline = withDecisions(this.#compared, this.#found.known, unit, isDecided);
  }

  text(world: World): string {
    this.#remember(world);
    return baselineText({ ...this.#baseline, unit: this.#baseline.unit ?? world.unit ?? null });
  }

  /** What is known of the objects, when the page does not have it yet. */
  #newFacts(world: World, found: FoundClashes): Pick<Review, 'facts'> {
    if (this.#factsSent === world.objects) return {};
    this.#factsSent = world.objects;
    return { facts: factsOf(world, found.known) };
  }

  #reviewOf(world: World, found: FoundClashes): Review {
    const { clashes, gone } = this.#compared;
    const listed = clashes.map((clash) => reviewClash(world, clash, found));
    return {
      clashes: this.#name === undefined ? listed.map(({ status: _, ...clash }) => clash) : listed,
      ...this.#newFacts(world, found),
      ...(found.strict.applied && { rules: found.rules }),
      notes: found.notes,
      labels: found.known.labels,
      ...(world.unit && { unit: world.unit }),
      tolerance: found.tolerance.value,
      ...(this.#name !== undefined && { baseline: this.#name }),
      gone: this.#name === undefined ? 0 : gone.length,
    };
  }
}

const about = (point: ArrayLike<number>, origin: Triple): Triple => [
  point[0] - origin[0],
  point[1] - origin[1],
  point[2] - origin[2],
];

/** The ends of the dimension: where it is deepest; of objects that are near, their nearest points. */
function reachOf(listed: ReportClash, found: FoundClashes, origin: Triple): ReviewClash['reach'] {
  const { kind, point, normal, distance } = listed;
  const deepest = found.clashOf(listed)?.deepest;
  if (deepest) return { a: about(deepest.a, origin), b: about(deepest.b, origin) };
  if (kind !== 'near' || !normal || distance === null) return null;
  const to = point.map((value, axis) => value + distance * normal[axis]);
  return { a: about(point, origin), b: about(to, origin) };
}

function reviewClash({ origin }: World, listed: ReportClash, found: FoundClashes): ReviewClash {
  const { min, max } = listed.bounds;
  const bounds: Box = { min: about(min, origin), max: about(max, origin) };
  const [at, reach] = [about(listed.point, origin), reachOf(listed, found, origin)];
  return { ...listed, at, bounds, decision: listed.decision ?? OPEN, reach };
}
