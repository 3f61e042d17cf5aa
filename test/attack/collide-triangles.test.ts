/** Loose triangles of every bad kind: `collide` equals the second oracle. */
import { describe } from 'vitest';
import { attackKind } from './attack-kind.ts';
import { wasmEngines } from './engines.ts';
import { TRIANGLES } from './scenes/kinds.ts';

const engines = wasmEngines();

describe.each(Object.entries(TRIANGLES))('collide with 0, 1 and 2 threads = second oracle on %s', (name, generator) => {
  attackKind(engines, name, generator);
});
