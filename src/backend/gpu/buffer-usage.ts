/** The flags of the WebGPU specification. Node has no global `GPUBufferUsage`, and we add no globals. */
export const MAP_READ = 0x0001;
export const COPY_SRC = 0x0004;
export const COPY_DST = 0x0008;
export const UNIFORM = 0x0040;
export const STORAGE = 0x0080;
export const INDIRECT = 0x0100;
export const QUERY_RESOLVE = 0x0200;

/** What passes read and write: can be filled, copied and bound. */
export const STORAGE_USAGE = STORAGE | COPY_SRC | COPY_DST;

/** A value of `GPUMapMode`. */
export const MAP_MODE_READ = 0x0001;
/** A value of `GPUShaderStage`. */
export const COMPUTE_STAGE = 0x4;
