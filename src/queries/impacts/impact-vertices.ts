/** The four vertices of an impact, for those who push them: a solver, a shader, a picture. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { checkAnswer } from '../options.ts';
import { IMPACT_KIND, type Impacts } from './impacts.ts';

/** Four numbers, one per vertex. */
export type FourNumbers = readonly [number, number, number, number];

/** What {@link impactVertices} gives. */
export interface ImpactVertices {
  /** The object of each vertex. */
  readonly objects: FourNumbers;
  /** Their numbers: the vertex and the three corners of the face, or the ends of edge A and those of edge B. */
  readonly vertices: FourNumbers;
  /**
   * The weight of each, those of A above zero and those of B below: the sum of weight times position is what leads from the point
   * of B to the point of A, and that of weight times velocity is how A moves against B there.
   */
  readonly weights: FourNumbers;
}

/** What a list of impacts or contacts must have to be decoded. */
export type FeatureList = Pick<Impacts, 'kinds' | 'features' | 'vertices' | 'coordinates'>;

/**
 * The four vertices of an impact, their objects, and their weights. Needs `points`, which is on by default.
 * @example
 * ```ts
 * const answer = await scene.impacts();
 * console.log(impactVertices(answer, 0));
 * ```
 */
export function impactVertices(answer: FeatureList, index: number): ImpactVertices {
  checkAnswer('impactVertices', answer, 'scene.impacts() or scene.contacts()', ['kinds', 'features', 'vertices']);
  const { kinds, features, vertices, coordinates } = answer;
  if (!Number.isInteger(index) || index < 0 || index >= kinds.length) {
    throw new OptionError(
      'option-range',
      `impactVertices: index is ${describe(index)}; expected a whole number below ${kinds.length}, the number of impacts.`,
    );
  }
  if (!coordinates) {
    throw new OptionError(
      'option-value',
      'impactVertices: the answer has no coordinates. Ask for it without points: false.',
    );
  }
  const a = features[6 * index];
  const b = features[6 * index + 3];
  const four = 4 * index;
  const [x, y] = [coordinates[2 * index], coordinates[2 * index + 1]];
  const isFace = kinds[index] === IMPACT_KIND.vertexFace;
  return {
    objects: isFace ? [a, b, b, b] : [a, a, b, b],
    vertices: [vertices[four], vertices[four + 1], vertices[four + 2], vertices[four + 3]],
    weights: isFace ? [1, x + y - 1, -x, -y] : [1 - x, x, y - 1, -y],
  };
}
