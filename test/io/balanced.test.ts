/** Brackets of STEP and IFC files: what makes no sense is refused in one pass, before a package sees it. */
import { expect, it } from 'vitest';
import { checkBrackets } from '../../src/io/cad/balanced.ts';
import { processorMilliseconds } from '../support/processor-time.ts';

const check = (text: string) => {
  try {
    checkBrackets('bad-ifc', new TextEncoder().encode(text), { name: 'x.ifc' });
  } catch (error) {
    return (error as Error).message;
  }
  return 'fine';
};

it.each([
  ["#1=IFCWALL('a',(1.,(2.)),$);", 'fine'],
  ["#1=IFCWALL('it''s ((( here;');", 'fine'],
  ["#1=A(/* ((( ; ' */ 1);", 'fine'],
  ['#1=A(1); /* no end (', 'found more'],
  ['#1=A((1);', 'byte 8: found the end of a statement within 1 open bracket'],
  ['#1=A(1));', 'byte 7: found a closing bracket'],
  ["#1=A('text);", 'byte 5: found a text without its closing quote'],
])('%s: %s', (text, expected) => {
  // A comment that never ends is none; what follows counts.
  const given = expected === 'found more' ? text + '('.repeat(200) : text;
  expect(check(given)).toContain(expected);
});

it.each(['(', ')', "'", "(''", '/*', '/* ', '/**', '*/', '();', "'("])(
  'takes no long time for a lot of %j',
  (piece) => {
    const time = (count: number) => {
      const began = processorMilliseconds();
      check(piece.repeat(count));
      return processorMilliseconds() - began;
    };
    time(10_000);
    // Quadratic time would be minutes.
    expect(time(3_000_000)).toBeLessThan(5000);
  },
);
