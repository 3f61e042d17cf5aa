/** Shapes of a robot's links as meshes: boxes, cylinders and spheres, and whatever meshes it names. */
import type { XmlElement } from '../../io/xml.ts';
import { asElement } from '../../io/xml.ts';
import { multiply, transformed } from '../../queries/sweep/rigid.ts';
import type { FileObject } from '../objects.ts';
import { type Shape, shapeMesh } from './urdf-shapes.ts';
import { badUrdf, listOf, type Matrix, nameOf, numbers, originOf, type RobotFiles } from './urdf-text.ts';

function placed(positions: ArrayLike<number>, scale: readonly number[], frame: Matrix): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(
      transformed(
        frame,
        scale.map((factor, k) => factor * positions[i + k]),
      ),
      i,
    );
  return out;
}

/** A scale that mirrors turns triangles inside out; they are turned back. */
function oriented(indices: Uint32Array, scale: readonly number[]): Uint32Array {
  if (scale[0] * scale[1] * scale[2] > 0) return indices;
  const turnedBack = indices.slice();
  for (let i = 0; i < indices.length; i += 3) [turnedBack[i + 1], turnedBack[i + 2]] = [indices[i + 2], indices[i + 1]];
  return turnedBack;
}

async function meshesOf(
  { where, readParts }: RobotFiles,
  link: string,
  geometry: XmlElement,
): Promise<{ positions: ArrayLike<number>; indices: Uint32Array; scale: number[] }[]> {
  const shape = (['box', 'cylinder', 'sphere'] as const).find((name) => geometry[name] !== undefined);
  if (shape) {
    const element = asElement(geometry[shape]);
    const size = (text: unknown, count: number) => numbers(where, link, text ?? 'nothing', new Array(count).fill(0));
    const given: Shape =
      shape === 'box'
        ? { box: size(element.size, 3) }
        : { radius: size(element.radius, 1)[0], ...(shape === 'cylinder' && { length: size(element.length, 1)[0] }) };
    return [{ ...shapeMesh(given), scale: [1, 1, 1] }];
  }
  const mesh = asElement(geometry.mesh);
  if (typeof mesh.filename !== 'string')
    throw badUrdf(where, link, 'its geometry is none that is read', 'Expected a mesh, box, cylinder or sphere.');
  const scale = numbers(where, link, mesh.scale, [1, 1, 1]);
  if (scale.some((factor) => factor === 0))
    throw badUrdf(where, link, `the scale is ${scale.join(' ')}`, 'Expected no 0.');
  return (await readParts(link, mesh.filename)).map(({ positions, indices }) => ({ positions, indices, scale }));
}

/** The objects of a link whose frame this is. */
export async function readLink(files: RobotFiles, element: XmlElement, frame: Matrix): Promise<FileObject[]> {
  const link = nameOf(element);
  const bodies = element.collision === undefined ? element.visual : element.collision;
  const objects: FileObject[] = [];
  for (const body of listOf(bodies)) {
    const place = multiply(frame, originOf(files.where, link, body));
    for (const { positions, indices, scale } of await meshesOf(files, link, asElement(body.geometry))) {
      const mesh = {
        name: link,
        positions: placed(positions, scale, place),
        indices: oriented(indices, scale),
        weld: true,
      };
      objects.push({
        file: files.where,
        name: link,
        vertices: positions.length / 3,
        triangles: indices.length / 3,
        mesh,
      });
    }
  }
  return objects;
}
