/** Positions in a GPU buffer of the caller's, and their checks. */
import { MeshError } from '../errors.ts';
import type { GpuBuffer } from '../platform.ts';
import { describe } from './describe.ts';

/** x, y, z of each vertex in single precision, in a buffer of the device that the engine was created with. */
export interface GpuPositions {
  /** Created with `GPUBufferUsage.STORAGE`. */
  readonly buffer: GpuBuffer;
  /** Number of vertices. */
  readonly vertexCount: number;
  /**
   * From one vertex to the next: a multiple of 4, at least 12.
   * @defaultValue `12`
   */
  readonly strideBytes?: number;
  /**
   * Where the first vertex begins: a multiple of 4.
   * @defaultValue `0`
   */
  readonly offsetBytes?: number;
}

/** With defaults filled in. */
export type CheckedGpuPositions = Required<GpuPositions>;

const FIELDS = ['buffer', 'vertexCount', 'strideBytes', 'offsetBytes'];
const VERTEX_BYTES = 12;
/** GPUBufferUsage.STORAGE; Node has no such global. */
const STORAGE = 0x80;

export function isGpuPositions(positions: unknown): positions is GpuPositions {
  return typeof positions === 'object' && positions !== null && 'buffer' in positions && !ArrayBuffer.isView(positions);
}

function checkBytes(label: string, field: string, value: unknown, least: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) % 4 === 0) return value as number;
  throw new MeshError(
    'gpu-positions',
    `${label}: ${field} is ${describe(value)}; expected a multiple of 4, at least ${least}.`,
    { field },
  );
}

export function checkGpuPositions(positions: GpuPositions, label: string): CheckedGpuPositions {
  const unknown = Object.keys(positions).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) {
    throw new MeshError(
      'unknown-field',
      `${label}: positions in a buffer have no field "${unknown}"; they may have ${FIELDS.join(', ')}.`,
      { field: unknown },
    );
  }
  const { buffer, vertexCount } = positions;
  const strideBytes = checkBytes(label, 'strideBytes', positions.strideBytes ?? VERTEX_BYTES, VERTEX_BYTES);
  const offsetBytes = checkBytes(label, 'offsetBytes', positions.offsetBytes ?? 0, 0);
  if (!Number.isInteger(vertexCount) || vertexCount < 0) {
    throw new MeshError(
      'gpu-positions',
      `${label}: vertexCount is ${describe(vertexCount)}; expected a whole number from 0.`,
      { field: 'vertexCount' },
    );
  }
  if (typeof buffer?.size !== 'number' || typeof buffer.usage !== 'number') {
    throw new MeshError('gpu-positions', `${label}: buffer is ${describe(buffer)}; expected a GPUBuffer.`, {
      field: 'buffer',
    });
  }
  if ((buffer.usage & STORAGE) === 0) {
    throw new MeshError(
      'gpu-buffer-usage',
      `${label}: compute passes cannot read the buffer. Create it with GPUBufferUsage.STORAGE.`,
      { usage: buffer.usage },
    );
  }
  const bytes = vertexCount === 0 ? 0 : offsetBytes + strideBytes * (vertexCount - 1) + VERTEX_BYTES;
  if (bytes > buffer.size) {
    throw new MeshError(
      'gpu-buffer-size',
      `${label}: ${vertexCount} vertices, ${strideBytes} bytes apart from byte ${offsetBytes} on, need ${bytes} bytes; the buffer has ${buffer.size}.`,
      { bytes, size: buffer.size },
    );
  }
  return { buffer, vertexCount, strideBytes, offsetBytes };
}
