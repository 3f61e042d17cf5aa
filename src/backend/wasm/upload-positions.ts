/**
 * A caller's positions on their way into a mesh's block: copied behind the blocks, checked and bounded there, and put in their
 * place only when nothing can refuse them any more.
 */
import { FORMAT_F32, FORMAT_F64 } from '../../memory/constants.ts';
import { badCoordinate } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { WasmRuntime } from './runtime.ts';

export type PositionFormat = typeof FORMAT_F32 | typeof FORMAT_F64;

export const BYTES_PER_VERTEX = { [FORMAT_F32]: 16, [FORMAT_F64]: 24 };

export interface PositionTarget {
  readonly format: PositionFormat;
  readonly vertexCount: number;
  /** The block that says which given vertex each takes; 0 when each takes its own. */
  readonly sources: number;
  /** For messages. */
  readonly label: string;
}

export interface UploadedPositions {
  /** Low x y z, high x y z. */
  readonly box: readonly number[];
  /** Whether some are so small that products of them underflow. */
  readonly hasTiny: boolean;
  /** Whether all are numbers of single precision, in whatever form they were given. */
  readonly hasSingleValues: boolean;
  /** Puts them in their place. Nothing may be allocated before. */
  copyTo(block: number): void;
}

/** Where positions are put as given, and where as the mesh has them; grows memory up to the end of both. */
function roomFor(
  { memory }: WasmRuntime,
  { format, vertexCount, label }: Omit<PositionTarget, 'sources'>,
  { byteLength }: Positions,
): { packed: number; copy: number; bytes: number } {
  const bytes = BYTES_PER_VERTEX[format] * vertexCount;
  // Behind the blocks lies memory that only queries use; none runs now.
  const packed = Math.ceil(memory.blocks.top / 64) * 64;
  const copy = packed + Math.ceil((byteLength + 16) / 64) * 64;
  memory.ensure(copy + bytes, label);
  return { packed, copy, bytes };
}

/** Grows memory, so that uploading does not fail for want of it. */
export function reserveUpload(
  runtime: WasmRuntime,
  target: Omit<PositionTarget, 'sources'>,
  positions: Positions,
): void {
  roomFor(runtime, target, positions);
}

/** Throws when a coordinate is no number or out of range, also one of a vertex that nobody takes. */
export function uploadPositions(runtime: WasmRuntime, target: PositionTarget, positions: Positions): UploadedPositions {
  const { kernels, memory } = runtime;
  const { format, vertexCount, sources, label } = target;
  const isSingle = format === FORMAT_F32;
  const { packed, copy, bytes } = roomFor(runtime, target, positions);
  if (isSingle) memory.f32.set(positions, packed >>> 2);
  else memory.f64.set(positions, packed >>> 3);
  if (sources !== 0) {
    const firstBad = isSingle ? kernels.firstBadSingle : kernels.firstBadDouble;
    const bad = firstBad(packed, positions.length);
    if (bad >= 0) throw badCoordinate(label, positions, Math.floor(bad / 3));
  }
  const spread = isSingle ? kernels.spreadSingle : kernels.copyDouble;
  const bad = spread(packed, sources, vertexCount, copy);
  if (bad >= 0) throw badCoordinate(label, positions, bad);
  const at = kernels.positionBoxAt() >>> 3;
  const { f64 } = memory;
  return {
    box: [f64[at], f64[at + 1], f64[at + 2], f64[at + 3], f64[at + 4], f64[at + 5]],
    hasTiny: kernels.hasTiny() !== 0,
    hasSingleValues: isSingle || kernels.hasSingleValues() !== 0,
    copyTo: (block) => memory.u32.copyWithin(block >>> 2, copy >>> 2, (copy + bytes) >>> 2),
  };
}
