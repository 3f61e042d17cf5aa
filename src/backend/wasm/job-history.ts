/**
 * Who works on a job: the workers, the calling thread with them, or the calling thread alone. Decided by how long such jobs took before.
 *
 * On a quiet machine more threads are faster. Where something else has the cores (a page that a processor renders, other programs),
 * a worker is woken late and put aside in the middle of a piece, and the others wait for it: then one thread that is awake anyway
 * is done sooner. No clock of a page can tell beforehand, so now and then a job is tried the other way.
 */

/** `workers` keeps the calling thread free from the beginning, `together` after a few milliseconds. */
export type Way = 'workers' | 'together' | 'alone';

/** Only jobs that are done within this time are ever the calling thread's: its pieces cannot be interrupted. */
const SHORT_MILLISECONDS = 100;
/** Alone must be faster by as much, because the calling thread has other things to do. */
const ALONE_PAYS = 1.25;
/** The other way is tried after 2, 4, 8, 16 jobs of a kind, then with every 32nd. */
const JOBS_PER_TRIAL = 32;
/** After a piece that held up the calling thread for longer than this, it leaves so many jobs to the workers. */
const LONG_PIECE_MILLISECONDS = 12;
const JOBS_OF_REST = 64;
/** Of each new time in the mean. Less when it is longer than before, because something else may have had the cores. */
const WEIGHT = { shorter: 0.5, longer: 0.25 };

interface Kind {
  jobs: number;
  /** Milliseconds, in the mean; undefined when it was not tried. */
  shared?: number;
  alone?: number;
  restsUntil: number;
}

/** Query and size of a job, roughly: those that are alike take about as long. */
export function kindOfJob(query: number, triangles: number): number {
  return 64 * query + Math.ceil(Math.log2(triangles + 1));
}

function mean(before: number | undefined, now: number): number {
  if (before === undefined) return now;
  return before + (now < before ? WEIGHT.shorter : WEIGHT.longer) * (now - before);
}

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0;

export class JobHistory {
  readonly #kinds = new Map<number, Kind>();

  #of(kind: number): Kind {
    const found = this.#kinds.get(kind);
    if (found) return found;
    const fresh = { jobs: 0, restsUntil: 0 };
    this.#kinds.set(kind, fresh);
    return fresh;
  }

  /** For the next job of this kind. The first two are always the workers'. */
  choose(kind: number): Way {
    const { jobs, shared, alone, restsUntil } = this.#of(kind);
    if (shared === undefined || shared > SHORT_MILLISECONDS || jobs < restsUntil) return 'workers';
    const isTrial = jobs % JOBS_PER_TRIAL === 0 || isPowerOfTwo(jobs);
    const alonePays = alone !== undefined && ALONE_PAYS * alone < shared;
    return alonePays !== isTrial ? 'alone' : 'together';
  }

  /** How long the calling thread may try alone before the workers are woken: in this time they would have been done. */
  trialMilliseconds(kind: number): number {
    return this.#of(kind).shared ?? 0;
  }

  /** Notes how a job went, and the longest time for which the calling thread could not be interrupted. */
  note(kind: number, way: Way, milliseconds: number, longestPiece: number): void {
    const of = this.#of(kind);
    // The first one compiles, links and allocates; it says nothing of the others.
    if (of.jobs++ === 0) return;
    if (way === 'alone') of.alone = mean(of.alone, milliseconds);
    else of.shared = mean(of.shared, milliseconds);
    if (longestPiece > LONG_PIECE_MILLISECONDS) of.restsUntil = of.jobs + JOBS_OF_REST;
  }
}
