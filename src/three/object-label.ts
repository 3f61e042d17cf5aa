/** Names of three.js objects in messages, and errors about them. */

import type { Object3D } from 'three';
import type { ErrorCode } from '../error-codes.ts';
import { MeshError } from '../errors.ts';

/** The object's own name, or its type and number. */
export function nameOf(object: Object3D, instance?: number): string {
  const name = object.name || `${object.type} ${object.id}`;
  return instance === undefined ? name : `${name}[${instance}]`;
}

/** `found` is a sentence without its subject, `remedy` a complete one. */
export function meshError(code: ErrorCode, object: Object3D, found: string, remedy: string, details = {}): MeshError {
  return new MeshError(code, `${object.type} "${nameOf(object)}" ${found}. ${remedy}`, {
    object: nameOf(object),
    ...details,
  });
}

/** Translates the vertex number in an error of the engine to that of the geometry. */
export function withSourceVertex(error: unknown, sources: Uint32Array): unknown {
  if (!(error instanceof MeshError)) return error;
  const { vertex } = error.details;
  if (typeof vertex !== 'number' || vertex >= sources.length) return error;
  const message = error.message.slice(error.code.length + 2).replace(`vertex ${vertex}:`, `vertex ${sources[vertex]}:`);
  return new MeshError(error.code, message, { ...error.details, vertex: sources[vertex] });
}
