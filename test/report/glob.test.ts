/** Patterns for names against a table that is filled in from its definition, and against names made to take long. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globTest } from '../../src/report/glob.ts';
import { processorMilliseconds } from '../support/processor-time.ts';

const RUNS = Number(process.env.COLLIDESCOPE_GLOB_RUNS ?? 2000);

type Part = { readonly text: string; readonly fits: (character: string) => boolean } | '*';

/** Whether the first parts fit the first characters, for all numbers of both: slow, plain, and without any choice. */
function fitsByTable(parts: readonly Part[], name: string): boolean {
  const characters = [...name];
  let row = [true, ...characters.map(() => false)];
  for (const part of parts) {
    const next = [part === '*' && row[0]];
    for (const [i, character] of characters.entries()) {
      next.push(part === '*' ? row[i + 1] || next[i] : row[i] && part.fits(character));
    }
    row = next;
  }
  return row[characters.length];
}

const letter = fc.constantFrom('a', 'b', 'A', '.', '(', '\\', '\n', '𝔸');
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.constant('*' as const),
  letter.map((text) => ({ text, fits: (found: string) => found === text })),
  fc.constant({ text: '?', fits: () => true }),
  fc.constant({ text: '[ab.]', fits: (found: string) => 'ab.'.includes(found) }),
  fc.constant({ text: '[!ab]', fits: (found: string) => !'ab'.includes(found) }),
  fc.constant({ text: '[a-c]', fits: (found: string) => 'abc'.includes(found) }),
  fc.constant({ text: '[A-Z-]', fits: (found: string) => found === 'A' }),
);

it('fits what its definition says', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.array(letter, { maxLength: 10 }), (parts, letters) => {
      const pattern = parts.map((own) => (own === '*' ? own : own.text)).join('');
      const name = letters.join('');
      expect(globTest(pattern)(name)).toBe(fitsByTable(parts, name));
    }),
    { numRuns: RUNS },
  );
});

it.each([
  ['[z-a]', 'b', false],
  ['[', '[', true],
  ['[]', '[]', true],
  ['*', '', true],
  ['', '', true],
  ['?', '𝔸', true],
])('takes %j for %j: %s', (pattern, name, fits) => {
  expect(globTest(pattern)(name)).toBe(fits);
});

it('takes no longer than the lengths of both multiplied', () => {
  const time = (length: number) => {
    const name = 'bolt'.repeat(length / 4);
    const began = processorMilliseconds();
    for (const pattern of ['*bolt*bolt*M8', '*b*o*l*t*b*o*l*t*x', `*${'bolt'.repeat(20)}M8`]) {
      expect(globTest(pattern)(name)).toBe(false);
    }
    return processorMilliseconds() - began;
  };
  time(1000);
  // Backtracking takes minutes for the longer one.
  expect(time(400_000)).toBeLessThan(10_000);
});
