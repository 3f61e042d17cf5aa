/** Surfaces with awkward joints, in one plane or nearly: `collide` equals the second oracle. */
import { describe } from 'vitest';
import { attackKind } from './attack-kind.ts';
import { wasmEngines } from './engines.ts';
import { SURFACES } from './scenes/kinds.ts';

const engines = wasmEngines();

describe.each(Object.entries(SURFACES))('collide with 0, 1 and 2 threads = second oracle on %s', (name, generator) => {
  attackKind(engines, name, generator);
});
