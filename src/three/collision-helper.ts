/**
 * Shows hits: faces that collide in colour, and the segments in which they meet; or faces that are near each other, and
 * their nearest points, joined by lines.
 *
 * It stays in world space whatever it is added to, is ignored by raycasts, and takes no part in collisions. Coordinates are kept
 * relative to one of the points shown, so that scenes far from the origin do not jitter.
 */
import {
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { Proximities } from '../index.ts';
import type { FacePairs } from './face-pairs.ts';
import { GrowingAttribute } from './growing-attribute.ts';
import type { Hits } from './hits.ts';
import { MARK, markFaces } from './marked-faces.ts';
import type { NearFaces } from './near-faces.ts';

/** Options of {@link CollisionHelper}. */
export interface CollisionHelperOptions {
  /**
   * Colour of faces that collide with another object.
   * @defaultValue `0xd7263d`
   */
  between?: ColorRepresentation;
  /**
   * Colour of faces that collide only within their own object.
   * @defaultValue `0x1f9d55`
   */
  within?: ColorRepresentation;
  /**
   * Colour of the segments in which faces meet; they are shown when the query asked for `segments`.
   * @defaultValue `0xffd60a`
   */
  segments?: ColorRepresentation;
  /**
   * Colour of nearest points and of the lines between them.
   * @defaultValue `0x0a84ff`
   */
  points?: ColorRepresentation;
  /**
   * Show the nearest points of every pair of faces, not just of each pair of objects.
   * @defaultValue `false`
   */
  allPoints?: boolean;
  /**
   * Show faces through what hides them. Segments and points always are.
   * @defaultValue `false`
   */
  overlay?: boolean;
}

/** What {@link CollisionHelper} uses for options that you leave out. */
export const HELPER_DEFAULTS = {
  between: 0xd7263d,
  within: 0x1f9d55,
  segments: 0xffd60a,
  points: 0x0a84ff,
  allPoints: false,
  overlay: false,
} as const satisfies CollisionHelperOptions;

/** Drawn after the surfaces they lie on; segments after faces. */
const FACES_ORDER = 1000;
const SEGMENTS_ORDER = 1001;
const POINT_PIXELS = 5;

/**
 * Shows hits: colliding faces in colour and the segments in which they meet; or faces that are near each other, and lines
 * between their nearest points. It stays in world space whatever it is added to, and takes part in no ray cast and no
 * collision.
 */
export class CollisionHelper extends Group {
  /** Distinguishes it from other objects. */
  readonly isCollisionHelper = true;
  /** The name of the class, as three.js has it. */
  override readonly type: string = 'CollisionHelper';
  readonly #faces: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #segments: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #facePositions: GrowingAttribute;
  readonly #faceColors: GrowingAttribute;
  readonly #segmentPositions: GrowingAttribute;
  readonly #points: Points<BufferGeometry, PointsMaterial>;
  readonly #segmentsColor: Color;
  readonly #pointsColor: Color;
  readonly #allPoints: boolean;
  readonly #between: Color;
  readonly #within: Color;

  constructor(options: CollisionHelperOptions = {}) {
    super();
    const { between, within, segments, points, allPoints, overlay } = { ...HELPER_DEFAULTS, ...options };
    this.matrixAutoUpdate = false;
    this.#between = new Color(between);
    this.#within = new Color(within);
    this.#segmentsColor = new Color(segments);
    this.#pointsColor = new Color(points);
    this.#allPoints = allPoints;
    this.#faces = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({
        vertexColors: true,
        side: DoubleSide,
        toneMapped: false,
        fog: false,
        depthTest: !overlay,
        // Slightly nearer to the camera, so that the faces win over the surface they lie in.
        polygonOffset: true,
        polygonOffsetFactor: -4,
        polygonOffsetUnits: -16,
      }),
    );
    this.#segments = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ toneMapped: false, fog: false, depthTest: false, transparent: true }),
    );
    // The ends of the same segments; shown when they are nearest points.
    this.#points = new Points(
      this.#segments.geometry,
      new PointsMaterial({
        color: points,
        size: POINT_PIXELS,
        sizeAttenuation: false,
        toneMapped: false,
        fog: false,
        depthTest: false,
        transparent: true,
      }),
    );
    this.#facePositions = new GrowingAttribute(this.#faces.geometry, 'position');
    this.#faceColors = new GrowingAttribute(this.#faces.geometry, 'color');
    this.#segmentPositions = new GrowingAttribute(this.#segments.geometry, 'position');
    this.#faces.renderOrder = FACES_ORDER;
    this.#segments.renderOrder = SEGMENTS_ORDER;
    this.#points.renderOrder = SEGMENTS_ORDER;
    for (const child of [this.#faces, this.#segments, this.#points]) {
      child.frustumCulled = false;
      child.raycast = () => {};
      this.add(child);
    }
    this.clearHits();
  }

  /**
   * Shows these pairs in place of those before. Faces are shown where they were at the collider's last update.
   * @example
   * ```ts
   * scene.add(helper);
   * helper.update(await collider.update().collide({ segments: true }));
   * ```
   */
  update(found: Hits | NearFaces): this {
    const origin = firstCorner(found);
    this.matrix.makeTranslation(origin[0], origin[1], origin[2]);
    this.#showFaces(found, origin);
    const isNear = 'distances' in found.answer;
    if ('distances' in found.answer) this.#showSegments(this.#pointsOf(found.answer), origin);
    else this.#showSegments(found.answer.segments, origin);
    this.#segments.material.color.copy(isNear ? this.#pointsColor : this.#segmentsColor);
    this.#points.visible = isNear && this.#segments.visible;
    return this;
  }

  #pointsOf({ points, nearestPairs }: Proximities): Float64Array | undefined {
    if (!points || this.#allPoints) return points;
    const nearest = new Float64Array(6 * nearestPairs.length);
    for (const [i, pair] of nearestPairs.entries()) nearest.set(points.subarray(6 * pair, 6 * pair + 6), 6 * i);
    return nearest;
  }

  /**
   * Shows nothing until the next update.
   * @example
   * ```ts
   * helper.clearHits();
   * renderer.render(scene, camera);
   * ```
   */
  clearHits(): this {
    this.#faces.visible = false;
    this.#segments.visible = false;
    this.#points.visible = false;
    return this;
  }

  #showFaces(hits: FacePairs, origin: readonly number[]): void {
    const { marks, count } = markFaces(hits);
    const positions = this.#facePositions.reserve(3 * count);
    const colors = this.#faceColors.reserve(3 * count);
    const corners = new Float64Array(9);
    let at = 0;
    for (const [id, faces] of marks) {
      for (let triangle = 0; triangle < faces.length; triangle++) {
        if (faces[triangle] === MARK.none) continue;
        const { r, g, b } = faces[triangle] === MARK.between ? this.#between : this.#within;
        hits.readTriangle(id, triangle, corners);
        for (let k = 0; k < 9; k += 3, at += 3) {
          for (let axis = 0; axis < 3; axis++) positions[at + axis] = corners[k + axis] - origin[axis];
          colors[at] = r;
          colors[at + 1] = g;
          colors[at + 2] = b;
        }
      }
    }
    this.#facePositions.upload(3 * count);
    this.#faceColors.upload(3 * count);
    this.#faces.geometry.setDrawRange(0, 3 * count);
    this.#faces.visible = count > 0;
  }

  #showSegments(segments: Float64Array = new Float64Array(0), origin: readonly number[]): void {
    const vertexCount = segments.length / 3;
    const positions = this.#segmentPositions.reserve(vertexCount);
    for (let i = 0; i < segments.length; i++) positions[i] = segments[i] - origin[i % 3];
    this.#segmentPositions.upload(vertexCount);
    this.#segments.geometry.setDrawRange(0, vertexCount);
    this.#segments.visible = vertexCount > 0;
  }

  /**
   * Stays in world space, wherever its parent is.
   * @internal
   */
  override updateMatrixWorld(): void {
    this.matrixWorld.copy(this.matrix);
    for (const child of this.children) child.updateMatrixWorld(true);
  }

  /**
   * Stays in world space, wherever its parent is.
   * @internal
   */
  override updateWorldMatrix(_parents: boolean, children: boolean): void {
    this.matrixWorld.copy(this.matrix);
    if (children) for (const child of this.children) child.updateMatrixWorld(true);
  }

  /** Removes it from its parent and frees what it holds on the GPU. */
  override dispose(): void {
    this.removeFromParent();
    // Segments and points share a geometry.
    for (const { geometry } of [this.#faces, this.#segments]) geometry.dispose();
    for (const { material } of [this.#faces, this.#segments, this.#points]) material.dispose();
    super.dispose?.(); // not in older versions of three.js
  }
}

/** A point near everything that is shown. */
function firstCorner(hits: FacePairs): readonly number[] {
  if (hits.length === 0) return [0, 0, 0];
  const [object, triangle] = hits.answer.trianglePairs;
  return hits.readTriangle(object, triangle, new Array<number>(9));
}
