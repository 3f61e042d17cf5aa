/**
 * Types of the platform that our signatures name, so that a project compiles without them: each is the platform's own type
 * where the project has it (from the DOM library, @types/node or @webgpu/types), and its bare outline where it has not.
 */

/** The platform's `AbortSignal`. */
export type CancelSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : {
      readonly aborted: boolean;
      throwIfAborted(): void;
      addEventListener(type: 'abort', listener: () => void): void;
      removeEventListener(type: 'abort', listener: () => void): void;
    };

/** The platform's `Blob`; a `File` is one. */
export type BinaryFile = typeof globalThis extends { Blob: { prototype: infer File } }
  ? File
  : { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> };

/** The platform's `Response`, as `fetch` returns it. */
export type FetchResponse = typeof globalThis extends { Response: { prototype: infer Answer } }
  ? Answer
  : { readonly ok: boolean; readonly status: number; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> };

/** WebGPU's `GPUDevice`. */
export type GpuDevice = typeof globalThis extends { GPUDevice: { prototype: infer Device } }
  ? Device
  : { readonly lost: Promise<unknown>; createBuffer(descriptor: never): unknown; destroy(): void };

/** WebGPU's `GPUBuffer`. */
export type GpuBuffer = typeof globalThis extends { GPUBuffer: { prototype: infer Buffer } }
  ? Buffer
  : { readonly size: number; readonly usage: number; destroy(): void };
