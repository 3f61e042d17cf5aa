/** Which properties of a PLY element hold the coordinates, and which list holds the corners. */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import type { PlyElement, PlyProperty } from './header.ts';

const INDEX_LIST_NAMES = ['vertex_indices', 'vertex_index'];

/** The properties x, y and z of the vertices, in this order. */
export function positionPropertiesOf(element: PlyElement, options: ReadOptions): readonly PlyProperty[] {
  return ['x', 'y', 'z'].map((name) => {
    const property = element.properties.find((candidate) => candidate.name === name && !candidate.countType);
    return property ?? missing(element, `a property "${name}"`, options);
  });
}

/** The list of corners of the faces. */
export function indexListOf(element: PlyElement, options: ReadOptions): PlyProperty {
  const list = element.properties.find(({ name, countType }) => countType && INDEX_LIST_NAMES.includes(name));
  return list ?? missing(element, `a list "${INDEX_LIST_NAMES[0]}"`, options);
}

function missing(element: PlyElement, expected: string, options: ReadOptions): never {
  const names = element.properties.map(({ name }) => `"${name}"`).join(', ') || 'no properties';
  throw fileError('missing-property', options, {
    found: `element "${element.name}" has ${names}, expected ${expected}`,
    advice: 'Export the mesh again with it.',
    details: { element: element.name },
  });
}
