/**
 * B-spline surfaces as Bézier patches, one for each pair of spans between knots.
 *
 * The control points of a span are values of the spline's blossom at its two ends (Ramshaw 1989), computed as de Boor's
 * algorithm does, with another argument at each level.
 */
import { OptionError } from '../../../errors.ts';
import type { HomogeneousPatch } from './bezier.ts';

export function checkKnots(call: string, axis: string, knots: ArrayLike<number>, degree: number): Float64Array {
  const values = Float64Array.from(knots ?? []);
  const bad = values.findIndex((value, i) => !Number.isFinite(value) || (i > 0 && value < values[i - 1]));
  if (bad >= 0) {
    throw new OptionError(
      'bad-knots',
      `${call}: knot ${bad} along ${axis} is ${values[bad]}${bad > 0 ? `, after ${values[bad - 1]}` : ''}; expected finite numbers in ascending order.`,
    );
  }
  if (values.length < 2 * degree + 2 || !(values[degree] < values[values.length - 1 - degree])) {
    throw new OptionError(
      'bad-knots',
      `${call}: ${values.length} knots along ${axis} leave nothing of a spline of degree ${degree}; expected at least ${2 * degree + 2}, and knot ${degree} below knot ${values.length - 1 - degree}.`,
    );
  }
  return values;
}

/** Value of the blossom at `args` in the span that begins at knot `span`, for control points `stride` apart from `start`. */
function blossom(
  points: Float64Array,
  start: number,
  stride: number,
  knots: Float64Array,
  span: number,
  args: readonly number[],
): number[] {
  const degree = args.length;
  const values = Array.from({ length: degree + 1 }, (_, i) => {
    const at = start + (span - degree + i) * stride;
    return [points[at], points[at + 1], points[at + 2], points[at + 3]];
  });
  for (let level = 1; level <= degree; level++) {
    for (let i = degree; i >= level; i--) {
      const knot = span - degree + i;
      const low = knots[knot];
      const high = knots[knot + degree + 1 - level];
      const part = (args[level - 1] - low) / (high - low);
      for (let c = 0; c < 4; c++) values[i][c] = (1 - part) * values[i - 1][c] + part * values[i][c];
    }
  }
  return values[degree];
}

function spansOf(knots: Float64Array, degree: number): number[] {
  const spans: number[] = [];
  for (let i = degree; i < knots.length - 1 - degree; i++) if (knots[i] < knots[i + 1]) spans.push(i);
  return spans;
}

/** Rows of control points along one direction of one span: `degree + 1` points for each of `lines` lines. */
function spanAlong(
  net: HomogeneousPatch,
  alongU: boolean,
  degree: number,
  knots: Float64Array,
  span: number,
): HomogeneousPatch {
  const acrossU = alongU ? degree + 1 : net.acrossU;
  const acrossV = alongU ? net.acrossV : degree + 1;
  const points = new Float64Array(4 * acrossU * acrossV);
  const lines = alongU ? net.acrossV : net.acrossU;
  for (let line = 0; line < lines; line++) {
    const start = alongU ? 4 * line : 4 * line * net.acrossV;
    const stride = alongU ? 4 * net.acrossV : 4;
    for (let i = 0; i <= degree; i++) {
      const args = Array.from({ length: degree }, (_, k) => (k < degree - i ? knots[span] : knots[span + 1]));
      const value = blossom(net.points, start, stride, knots, span, args);
      points.set(value, 4 * (alongU ? i * acrossV + line : line * acrossV + i));
    }
  }
  return { acrossU, acrossV, points };
}

export function bezierSpans(
  net: HomogeneousPatch,
  degrees: readonly [number, number],
  knots: readonly [Float64Array, Float64Array],
): HomogeneousPatch[] {
  return spansOf(knots[0], degrees[0]).flatMap((spanU) => {
    const strip = spanAlong(net, true, degrees[0], knots[0], spanU);
    return spansOf(knots[1], degrees[1]).map((spanV) => spanAlong(strip, false, degrees[1], knots[1], spanV));
  });
}
