import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cos, noise, sin } from '../../scenes/support/maths.ts';
import { withoutComments } from './source-text.ts';

const folder = join(import.meta.dirname, '../../scenes');
// What measures scenes looks at the clock; it makes no positions.
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && file !== 'measure-scenes.ts',
);

/** What the language fixes to the last bit. */
const FIXED = ['PI', 'abs', 'ceil', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'];

describe('the mathematics of the scenes', () => {
  it.each(files)('%s uses nothing that engines may round as they like', (file) => {
    const code = withoutComments(readFileSync(join(folder, file), 'utf8'));
    const used = [...code.matchAll(/\bMath\.(\w+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !FIXED.includes(name))).toEqual([]);
    expect(code).not.toMatch(/\*\*|\bDate\b|performance\.now|\.toSorted\(|localeCompare/);
  });

  it('has a sine and a cosine that are good to 14 digits', () => {
    for (let step = -4000; step <= 4000; step++) {
      const angle = step * 0.0173;
      expect(sin(angle)).toBeCloseTo(Math.sin(angle), 13);
      expect(cos(angle)).toBeCloseTo(Math.cos(angle), 13);
    }
  });

  it('has smooth noise between −1 and 1', () => {
    let largest = 0;
    for (let step = 0; step < 2000; step++) {
      const [a, b] = [noise(step * 0.01, 0.3, 0.7), noise((step + 1) * 0.01, 0.3, 0.7)];
      expect(Math.abs(a)).toBeLessThanOrEqual(1);
      largest = Math.max(largest, Math.abs(b - a));
    }
    expect(largest).toBeLessThan(0.04);
  });
});
