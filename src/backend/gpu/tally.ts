/** What a query has cost so far: filled by the runs that are given it. */
export class Tally {
  bytesUp = 0;
  bytesDown = 0;
  dispatches = 0;
  /** Submissions to the device. */
  runs = 0;
  /** Runs that were repeated because a list was too short. */
  reruns = 0;
  /** Milliseconds per stage by the GPU's clock; empty where the device has none. */
  readonly stageTimes = new Map<string, number>();
}
