/** Public names of `collidescope/io`; holds no code. */
export { type AddPartsOptions, addParts, type PartScene } from './add-parts.ts';
export type { Deflection, GridLine, MapConversion, ModelFacts, PartFacts, Storey } from './cad/cad-job.ts';
export { detectFormat } from './detect-format.ts';
export type { Model, ModelFormat, ModelPart, PartInstance, ReadOptions } from './model.ts';
export type { ModelBytes, ModelSource } from './model-source.ts';
export { readObj } from './obj/obj.ts';
export { readOff } from './off/off.ts';
export { readPly } from './ply/ply.ts';
export { readModel } from './read-model.ts';
export { readStl } from './stl/stl.ts';
