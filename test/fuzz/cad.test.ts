/** Damaged CAD and BIM files: each gives a model or a MeshError that names it, in time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import { readModel } from '../../src/io/index.ts';
import { occtFiles } from '../support/cad-package.ts';
import { type IfcBox, ifcText } from '../support/ifc-files.ts';
import { Random } from '../support/random.ts';
import { isLong } from '../support/thoroughness.ts';

/** First and last seed of each test. */
const BLOCKS = isLong ? [0, 1, 2, 3].map((block) => [500 * block + 1, 500 * block + 500] as const) : [[1, 20] as const];
const MILLISECONDS_EACH = 2000;
const BOXES: readonly IfcBox[] = [
  { id: 'wall', name: 'Wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3], material: 'Brick', layer: 'A' },
  { id: 'window', class: 'IFCWINDOW', at: [1, 0, 1], size: [1, 0.3, 1], fills: 'wall', type: 'T' },
  { id: 'beam', class: 'IFCBEAM', at: [0, 0, 3], size: [4, 0.3, 0.4], assembly: 'frame', properties: { P: 'v' } },
];

const text = (path: string) => readFileSync(join(occtFiles, path), 'latin1');
const SOURCES: readonly (readonly [string, string])[] = [
  ['a.ifc', ifcText(BOXES)],
  ['b.ifc', ifcText(BOXES, { schema: 'IFC2X3', unit: 'MILLIMETRE' })],
  ['a.step', text('cube-units/cube-mm.step')],
  ['b.step', text('conical-surface/conical-surface.step')],
  ['a.igs', text('cube-10x10mm/Cube 10x10.igs')],
];

type Next = () => number;
type Damage = (source: string, random: Next) => string;

const place = (source: string, random: Next) => Math.floor(random() * source.length);

/** Ways in which files break: bytes, numbers, references, lines. */
const DAMAGES: readonly Damage[] = [
  (s, random) => {
    const at = place(s, random);
    return s.slice(0, at) + String.fromCharCode(Math.floor(256 * random())) + s.slice(at + 1);
  },
  (s, random) => {
    const at = place(s, random);
    return s.slice(0, at) + s.slice(at + 1 + Math.floor(40 * random()));
  },
  (s, random) => {
    const lines = s.split('\n');
    lines.splice(Math.floor(random() * lines.length), 1 + Math.floor(3 * random()));
    return lines.join('\n');
  },
  (s, random) => s.replaceAll(/#(\d+)/g, (found, digits) => (random() < 0.01 ? `#${Number(digits) + 1}` : found)),
  (s, random) => s.replaceAll(/-?\d+\.\d*/g, (found) => (random() < 0.02 ? String(10 ** (40 * random() - 20)) : found)),
  (s, random) => s.replaceAll(/\b\d+\./g, (found) => (random() < 0.02 ? '0.' : found)),
  (s, random) => {
    const lines = s.split('\n');
    const [i, j] = [0, 1].map(() => Math.floor(random() * lines.length));
    [lines[i], lines[j]] = [lines[j], lines[i]];
    return lines.join('\n');
  },
  (s, random) => s.slice(0, place(s, random)),
];

async function checkDamaged(seed: number): Promise<void> {
  const generator = new Random(seed);
  const random = () => generator.next();
  const [name, source] = SOURCES[seed % SOURCES.length];
  let damaged = source;
  for (let i = 0; i <= seed % 3; i++) damaged = generator.pick(DAMAGES)(damaged, random);
  const bytes = Uint8Array.from(damaged, (letter) => letter.charCodeAt(0));
  const options = { name, secondsLimit: 20, memoryLimitBytes: 2 ** 29 };
  const outcome = await readModel(bytes, options).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expect(outcome, `seed ${seed}: ${outcome.stack}`).toBeInstanceOf(MeshError);
    expect(outcome.message, `seed ${seed}`).toContain(name);
    return;
  }
  const { parts } = outcome as Awaited<ReturnType<typeof readModel>>;
  for (const { positions, indices } of parts) {
    const largest = indices.reduce((most, index) => Math.max(most, index), -1);
    expect(largest, `seed ${seed}`).toBeLessThan(positions.length / 3);
  }
}

describe('damaged CAD and BIM files', () => {
  it.each(BLOCKS)(
    'give a model or a MeshError, seeds %i to %i',
    async (first, last) => {
      for (let seed = first; seed <= last; seed++) await checkDamaged(seed);
    },
    500 * MILLISECONDS_EACH,
  );
});
