/** Coordinates of all magnitudes in one scene, at borders of tiles and beside 0: `collide` equals the second oracle. */
import { describe } from 'vitest';
import { attackKind } from './attack-kind.ts';
import { wasmEngines } from './engines.ts';
import { MAGNITUDES } from './scenes/kinds.ts';

const engines = wasmEngines();

describe.each(Object.entries(MAGNITUDES))(
  'collide with 0, 1 and 2 threads = second oracle on %s',
  (name, generator) => {
    attackKind(engines, name, generator);
  },
);
