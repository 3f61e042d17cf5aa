/** Where a mesh cannot be printed: each hole, each bad edge, shell, self-intersection and thin wall, as lines and a box to look at. */
import type { Positions } from '../mesh/mesh-input.ts';
import { connectedVertices } from '../mesh/shells.ts';
import { weld } from '../mesh/weld.ts';
import { lengthText } from './depth-text.ts';
import { groupBy } from './group-by.ts';
import { type PrintVerdict, shellsOf } from './print-check.ts';
import { counted } from './text.ts';

export const PRINT_FAULTS = [
  'open',
  'misoriented',
  'non-manifold',
  'inside out',
  'inside another',
  'self-intersection',
  'thin wall',
] as const;
export type PrintFault = (typeof PRINT_FAULTS)[number];

export interface PrintMark {
  /** As the verdict numbers it. */
  readonly object: number;
  readonly kind: PrintFault;
  readonly text: string;
  /** Of a thin wall. */
  readonly thickness?: number;
  /** Six numbers for each line. */
  readonly lines: readonly number[];
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

export interface MarkedMesh {
  readonly positions: Positions;
  readonly indices: Uint32Array;
  readonly unit: string | undefined;
  /** Six numbers for each line in which triangles of one place meet, a list for each place. */
  readonly crossings: readonly (readonly number[])[];
}

/** The box around points, three numbers each. */
function boundsOf(points: readonly number[]): PrintMark['bounds'] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const [i, value] of points.entries()) {
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  }
  return { min, max };
}

interface BadEdge {
  readonly kind: keyof typeof EDGE_WORDS;
  readonly from: number;
  readonly to: number;
}

/** Edges of one triangle, of two that face opposite ways, and of more than two; vertices of equal coordinates are one. */
function badEdges(corners: Uint32Array, vertexCount: number): BadEdge[] {
  const edges = new Map<number, { readonly from: number; readonly to: number; times: number; forward: number }>();
  for (let corner = 0; corner < corners.length; corner++) {
    const [p, q] = [corners[corner], corners[corner % 3 === 2 ? corner - 2 : corner + 1]];
    if (p === q) continue;
    const [from, to] = [Math.min(p, q), Math.max(p, q)];
    const edge = edges.get(from * vertexCount + to) ?? { from, to, times: 0, forward: 0 };
    edges.set(from * vertexCount + to, edge);
    edge.times++;
    edge.forward += Number(p < q);
  }
  return [...edges.values()].flatMap(({ from, to, times, forward }): BadEdge[] => {
    if (times === 1) return [{ kind: 'open', from, to }];
    if (times > 2) return [{ kind: 'non-manifold', from, to }];
    return forward === 1 ? [] : [{ kind: 'misoriented', from, to }];
  });
}

const EDGE_WORDS = {
  open: 'hole',
  misoriented: 'faces turned the wrong way',
  'non-manifold': 'more than two triangles at an edge',
} as const;

/** Connected edges of one kind are one mark. */
function edgeMarks(object: number, { positions, indices }: MarkedMesh): PrintMark[] {
  const { targets, sources } = weld(positions);
  const corners = indices.map((vertex) => targets[vertex]);
  const point = (vertex: number) => [0, 1, 2].map((axis) => positions[3 * sources[vertex] + axis]);
  const bad = badEdges(corners, sources.length);
  return (['open', 'misoriented', 'non-manifold'] as const).flatMap((kind) => {
    const edges = bad.filter((edge) => edge.kind === kind);
    // A triangle with two equal corners stands for an edge.
    const pieces = connectedVertices(Uint32Array.from(edges.flatMap(({ from, to }) => [from, to, to])), sources.length);
    const groups = groupBy(edges, ({ from }) => String(pieces.find(from)));
    return [...groups.values()].map((group): PrintMark => {
      const lines = group.flatMap(({ from, to }) => [...point(from), ...point(to)]);
      return {
        object,
        kind,
        text: `${EDGE_WORDS[kind]}, ${counted(group.length, 'edge')}`,
        lines,
        bounds: boundsOf(lines),
      };
    });
  });
}

/** The twelve edges of a box. */
function boxLines({ min, max }: PrintMark['bounds']): number[] {
  const corner = (i: number) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? max[axis] : min[axis]));
  const pairs = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) =>
    [1, 2, 4].filter((bit) => (i & bit) === 0).map((bit) => [...corner(i), ...corner(i | bit)]),
  );
  return pairs.flat();
}

function shellMarks(object: number, { positions, indices }: MarkedMesh, { shells = [] }: PrintVerdict): PrintMark[] {
  if (shells.every(({ role }) => role === 'solid' || role === 'void')) return [];
  // In the order of the verdict's.
  const found = shellsOf(positions, indices);
  return shells.flatMap(({ role, triangles }, i): PrintMark[] => {
    if (role !== 'inside out' && role !== 'inside another') return [];
    const bounds = { min: found[i].box.slice(0, 3), max: found[i].box.slice(3) };
    return [
      { object, kind: role, text: `shell ${role}, ${counted(triangles, 'triangle')}`, lines: boxLines(bounds), bounds },
    ];
  });
}

/** In the order of `PRINT_FAULTS`; within a kind the largest first, of walls the thinnest. */
export function printMarks(mesh: MarkedMesh, verdict: PrintVerdict): PrintMark[] {
  const { object } = verdict;
  const crossings = mesh.crossings.map((lines): PrintMark => {
    const text = `meets itself, ${counted(lines.length / 6, 'pair')} of triangles`;
    return { object, kind: 'self-intersection', text, lines, bounds: boundsOf(lines) };
  });
  const walls = (verdict.walls?.places ?? []).map(({ thickness, from, to }): PrintMark => {
    const lines = [...from, ...to];
    return {
      object,
      kind: 'thin wall',
      text: `wall of ${lengthText(thickness, mesh.unit)}`,
      thickness,
      lines,
      bounds: boundsOf(lines),
    };
  });
  const sizeOf = ({ bounds: { min, max } }: PrintMark) => Math.hypot(...max.map((high, axis) => high - min[axis]));
  const marks = [...edgeMarks(object, mesh), ...shellMarks(object, mesh, verdict), ...crossings];
  marks.sort((p, q) => PRINT_FAULTS.indexOf(p.kind) - PRINT_FAULTS.indexOf(q.kind) || sizeOf(q) - sizeOf(p));
  return [...marks, ...walls];
}
