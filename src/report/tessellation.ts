/** Files whose triangles only approximate curved surfaces, and what that may hide. */
import type { ModelFile } from './model-file.ts';

/** What a report says about it. */
export interface Hidden {
  /** Overlaps up to this depth may go unnoticed. */
  readonly couldHide?: number;
  /** Files were not read again with finer triangles where parts are near, and nobody chose how fine they are. */
  readonly unrefined?: boolean;
}

export function isTessellated(files: readonly Pick<ModelFile, 'model'>[]): boolean {
  return files.some(({ model }) => model.parts.some(({ deflection = 0 }) => deflection > 0));
}

/** What objects could hide, wherever they are: no two are off their surfaces by more than the coarsest two together. */
export function hiddenAnywhere(objects: readonly { readonly deflection?: number }[]): number {
  const [first = 0, second = 0] = objects.map(({ deflection = 0 }) => deflection).sort((p, q) => q - p);
  return first + second;
}

/** Additional measurements of clashes: assemblies are judged by volumes, and by which faces coincide. */
export function cadMeasures(objects: readonly { readonly deflection?: number }[]): {
  readonly volume: boolean;
  readonly area: boolean;
} {
  const isCad = hiddenAnywhere(objects) > 0;
  return { volume: isCad, area: isCad };
}
