/**
 * The connected shells of an object as objects of their own: bodies that an exporter has put into one part.
 *
 * Vertices of equal coordinates are one. Shells are numbered from the one with the largest surface on; equal ones by
 * file order.
 */
import { connectedVertices } from '../mesh/shells.ts';
import { weld } from '../mesh/weld.ts';
import { shapeOf } from './object-shape.ts';
import { type FileObject, objectLabel } from './objects.ts';

/** For each triangle a number that all triangles of its shell have. */
function shellsOf({ mesh: { positions, indices } }: FileObject): Uint32Array {
  const { targets, sources } = weld(positions);
  const corners = indices.map((vertex) => targets[vertex]);
  const pieces = connectedVertices(corners, sources.length);
  return Uint32Array.from({ length: indices.length / 3 }, (_, triangle) => pieces.find(corners[3 * triangle]));
}

/** Some triangles of an object, with the vertices that they use. */
function pick({ mesh, ...facts }: FileObject, triangles: readonly number[]): FileObject {
  const numbers = new Map<number, number>();
  const indices = new Uint32Array(3 * triangles.length);
  for (const [i, triangle] of triangles.entries()) {
    for (let k = 0; k < 3; k++) {
      const vertex = mesh.indices[3 * triangle + k];
      let number = numbers.get(vertex);
      if (number === undefined) numbers.set(vertex, (number = numbers.size));
      indices[3 * i + k] = number;
    }
  }
  const positions = mesh.positions.slice(0, 3 * numbers.size);
  for (const [vertex, number] of numbers) {
    positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * number);
  }
  const counts = { vertices: numbers.size, triangles: triangles.length };
  return { ...facts, ...counts, mesh: { ...mesh, positions, indices } };
}

/** The object itself when it is in one piece. */
export function splitShells(object: FileObject): FileObject[] {
  const shells = new Map<number, number[]>();
  for (const [triangle, shell] of shellsOf(object).entries()) {
    const known = shells.get(shell);
    if (known) known.push(triangle);
    else shells.set(shell, [triangle]);
  }
  if (shells.size < 2) return [object];
  const pieces = [...shells.values()].map((triangles) => pick(object, triangles));
  const areas = new Map(pieces.map((piece) => [piece, shapeOf(piece, piece.mesh.positions).area]));
  pieces.sort((p, q) => areas.get(q)! - areas.get(p)!);
  return pieces.map((piece, i) => {
    const name = `${object.name}/${i + 1}`;
    const guid = object.guid && `${object.guid}/${i + 1}`;
    const mesh = { ...piece.mesh, name: objectLabel(object.file, name) };
    return { ...piece, name, ...(guid && { guid }), mesh };
  });
}
