/** An excerpt made ready to be drawn, and the view that shows it best. */
import type { View } from '../picture/camera.ts';
import type { DrawnClash } from '../picture/clash-picture.ts';
import { type DrawnMesh, withNormals } from '../picture/drawn-mesh.ts';
import type { Vector } from '../picture/vector.ts';
import { type GridMesh, gridPositions } from './coarse-mesh.ts';
import type { Excerpt } from './excerpt.ts';

export function drawnMesh(mesh: GridMesh): DrawnMesh {
  return withNormals({ positions: gridPositions(mesh), indices: mesh.indices });
}

export function drawnExcerpt(excerpt: Excerpt, isInside: boolean, label: string): DrawnClash {
  const { first, second, context, curves, measured } = excerpt;
  return {
    first: drawnMesh(first),
    second: second.indices.length > 0 ? drawnMesh(second) : undefined,
    context: drawnMesh(context),
    curves,
    ...(measured && { measured }),
    isInside,
    label,
  };
}

/** In the excerpt's own coordinates. */
export function excerptView({ radius, half }: Pick<Excerpt, 'radius' | 'half'>, towards: Vector, up: Vector): View {
  return { target: [0, 0, 0], towards, up, radius: radius / half };
}
