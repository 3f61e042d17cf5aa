/** Calls of whole-number arithmetic in JavaScript (src/exact/whole-impact.ts), and their number. */
import { reserveScratch } from '../../../memory/kernels/scratch';

/**
 * The tick at which the features first meet, or −1. `numbers` is the address of 24 numbers: four points at the start,
 * then at the end.
 */
// @external('env', 'wholeImpact')
declare function wholeImpact(kind: u32, numbers: usize): f64;

/** The sign of the cubic at the beginning of a tick. */
// @external('env', 'wholePlaneSign')
declare function wholePlaneSign(kind: u32, numbers: usize, tick: f64): i32;

/** For features that meet at the start: the tick at which they meet again, −1 when never, 0 when they do not part. */
// @external('env', 'wholeReturn')
declare function wholeReturn(kind: u32, numbers: usize): f64;

/** The sign of the cubic right after the start; 0 when it is zero all the time. */
// @external('env', 'wholePlaneSignAfterStart')
declare function wholePlaneSignAfterStart(kind: u32, numbers: usize): i32;

/** Calls by this thread since the job began. */
export let wholeQuestions: u64 = 0;

const numbers = reserveScratch(24 * 8);

export function openWholeNumbers(): void {
  wholeQuestions = 0;
}

function pack(q0: usize, q1: usize, q2: usize, q3: usize): void {
  for (let end: usize = 0; end < 2; end++) {
    for (let k: usize = 0; k < 3; k++) {
      const at = numbers + 96 * end + 8 * k;
      const from = 16 * k + 8 * end;
      store<f64>(at, load<f64>(q0 + from));
      store<f64>(at, load<f64>(q1 + from), 24);
      store<f64>(at, load<f64>(q2 + from), 48);
      store<f64>(at, load<f64>(q3 + from), 72);
    }
  }
  wholeQuestions++;
}

export function askImpact(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  pack(q0, q1, q2, q3);
  return wholeImpact(kind, numbers);
}

export function askPlaneSign(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize, tick: f64): i32 {
  pack(q0, q1, q2, q3);
  return wholePlaneSign(kind, numbers, tick);
}

export function askReturn(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  pack(q0, q1, q2, q3);
  return wholeReturn(kind, numbers);
}

export function askPlaneSignAfterStart(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): i32 {
  pack(q0, q1, q2, q3);
  return wholePlaneSignAfterStart(kind, numbers);
}
