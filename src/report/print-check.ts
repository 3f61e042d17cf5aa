/**
 * Whether an object can be printed: closed, oriented, its shells well nested, free of self-intersections, no wall too thin.
 *
 * Shells are nested by the exact test of one of their vertices. An inside-out shell points into the matter that it encloses; a void is
 * one that does so within another shell, as it should.
 */
import type { Engine } from '../engine.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { connectedVertices } from '../mesh/shells.ts';
import { weld } from '../mesh/weld.ts';
import { POINT_PLACE } from '../queries/inside/inside.ts';
import { lengthText } from './depth-text.ts';
import { healthOf, type MeshHealth } from './mesh-health.ts';
import type { FileObject } from './objects.ts';
import { signedVolume } from './surfaces.ts';
import { counted } from './text.ts';
import { findThinWalls, type ThinWalls } from './thin-walls.ts';

export interface PrintShell {
  readonly triangles: number;
  /** With sign; negative where its faces point inwards. */
  readonly volume: number;
  /** Which of the shells it lies in. */
  readonly inside: readonly number[];
  /** `solid`, a `void` in another, `inside out`, or `inside another` that is solid there already. */
  readonly role: 'solid' | 'void' | 'inside out' | 'inside another';
}

export interface PrintVerdict {
  /** Index into the objects. */
  readonly object: number;
  readonly printable: boolean;
  /** What is wrong, a clause each. */
  readonly faults: readonly string[];
  readonly closed: boolean;
  readonly edges: MeshHealth['edges'];
  /** Of a closed mesh, the largest first. */
  readonly shells?: readonly PrintShell[];
  readonly selfIntersections: number;
  /** Where `--wall` was given, of a closed mesh. */
  readonly walls?: ThinWalls;
}

export interface PrintQuestion {
  readonly object: FileObject;
  readonly positions: Positions;
  /** Its number in the report. */
  readonly number: number;
  readonly selfIntersections: number;
  /** Walls must not be thinner, in the unit of the coordinates. */
  readonly wall: number | undefined;
  readonly unit: string | undefined;
}

interface Shell {
  readonly indices: Uint32Array;
  readonly volume: number;
  readonly box: readonly number[];
}

/** The largest first. */
export function shellsOf(positions: Positions, indices: Uint32Array): Shell[] {
  const { targets, sources } = weld(positions);
  const corners = indices.map((vertex) => targets[vertex]);
  const pieces = connectedVertices(corners, sources.length);
  const lists = new Map<number, number[]>();
  for (let at = 0; at < corners.length; at += 3) {
    const piece = pieces.find(corners[at]);
    const list = lists.get(piece) ?? [];
    list.push(indices[at], indices[at + 1], indices[at + 2]);
    lists.set(piece, list);
  }
  const shells = [...lists.values()].map((list) => {
    const own = Uint32Array.from(list);
    return { indices: own, volume: signedVolume(positions, own), box: boxOf(positions, own) };
  });
  return shells.sort((p, q) => Math.abs(q.volume) - Math.abs(p.volume));
}

function boxOf(positions: Positions, indices: Uint32Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const vertex of indices) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], positions[3 * vertex + axis]);
      box[3 + axis] = Math.max(box[3 + axis], positions[3 * vertex + axis]);
    }
  }
  return box;
}

const isWithin = (p: readonly number[], q: readonly number[]) =>
  [0, 1, 2].every((axis) => p[axis] >= q[axis] && p[3 + axis] <= q[3 + axis]);

/** For each shell, those that it lies in. One that meets another is in neither. */
async function nestingOf(engine: Engine, positions: Positions, shells: readonly Shell[]): Promise<number[][]> {
  const scene = engine.createScene();
  try {
    const nested: number[][] = shells.map(() => []);
    for (const [outer, { indices, box }] of shells.entries()) {
      const inner = shells.flatMap((shell, i) => (i !== outer && isWithin(shell.box, box) ? [i] : []));
      if (inner.length === 0) continue;
      const id = scene.add({ positions, indices, weld: true });
      const points = Float64Array.from(
        inner.flatMap((i) => [0, 1, 2].map((axis) => positions[3 * shells[i].indices[0] + axis])),
      );
      const places = await scene.inside(id, points);
      for (const [k, i] of inner.entries()) if (places[k] === POINT_PLACE.inside) nested[i].push(outer);
      scene.remove(id);
    }
    return nested;
  } finally {
    scene.dispose();
  }
}

function roleOf(volume: number, depth: number): PrintShell['role'] {
  if (depth % 2 === 0) return volume > 0 ? 'solid' : 'inside out';
  return volume > 0 ? 'inside another' : 'void';
}

async function printShells(engine: Engine, positions: Positions, indices: Uint32Array): Promise<PrintShell[]> {
  const shells = shellsOf(positions, indices);
  const nested = await nestingOf(engine, positions, shells);
  return shells.map(({ volume, indices: own }, i) => ({
    triangles: own.length / 3,
    volume,
    inside: nested[i],
    role: roleOf(volume, nested[i].length),
  }));
}

function faultsOf(
  health: MeshHealth,
  shells: readonly PrintShell[],
  rest: Omit<PrintQuestion, 'object' | 'positions' | 'number'>,
  walls: ThinWalls | undefined,
): string[] {
  const { boundary, misoriented, nonManifold } = health.edges;
  const count = (role: PrintShell['role']) => shells.filter((shell) => shell.role === role).length;
  const [inverted, swallowed] = [count('inside out'), count('inside another')];
  const thin =
    walls && walls.count > 0
      ? `${counted(walls.count, 'wall')} thinner than ${lengthText(walls.limit, rest.unit)}, the thinnest ${lengthText(walls.least!, rest.unit)}`
      : '';
  return [
    boundary > 0 ? `open: ${counted(boundary, 'edge')} of one triangle` : '',
    misoriented > 0 ? `misoriented: ${counted(misoriented, 'edge')} where triangles face opposite ways` : '',
    !health.closed && boundary === 0 && misoriented === 0 ? 'not closed' : '',
    nonManifold > 0 ? `${counted(nonManifold, 'edge')} of more than two triangles` : '',
    inverted > 0 ? `${counted(inverted, 'shell')} inside out` : '',
    swallowed > 0 ? `${counted(swallowed, 'shell')} inside another` : '',
    rest.selfIntersections > 0 ? counted(rest.selfIntersections, 'self-intersection') : '',
    thin,
    walls?.limited ? 'walls not all measured: too many features are near each other; give a smaller --wall' : '',
  ].filter(Boolean);
}

export async function printVerdict(engine: Engine, question: PrintQuestion): Promise<PrintVerdict> {
  const { object, positions, number, selfIntersections, wall } = question;
  const { indices } = object.mesh;
  const health = healthOf({ ...object, mesh: { ...object.mesh, positions } });
  const shells = health.closed ? await printShells(engine, positions, indices) : undefined;
  const walls = health.closed && wall !== undefined ? await findThinWalls(engine, positions, indices, wall) : undefined;
  const faults = faultsOf(health, shells ?? [], question, walls);
  return {
    object: number,
    printable: faults.length === 0,
    faults,
    closed: health.closed,
    edges: health.edges,
    ...(shells && { shells }),
    selfIntersections,
    ...(walls && { walls }),
  };
}
