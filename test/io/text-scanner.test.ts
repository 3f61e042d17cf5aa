import { describe, expect, it } from 'vitest';
import { TextScanner } from '../../src/io/text/text-scanner.ts';
import { Random } from '../support/random.ts';
import { bytesOf } from '../support/reading.ts';

const readNumber = (text: string) => new TextScanner(bytesOf(text), { name: 'a.txt' }).number();

/** Decimal texts of every length and size of exponent, with and without point, sign and zeros in front. */
function randomDecimal(random: Random): string {
  const digits = random.times(random.integer(1, 24), () => random.integer(0, 9)).join('');
  const point = random.integer(0, digits.length);
  const number = random.chance(0.8) ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits;
  const exponent = random.chance(0.5) ? `${random.pick(['e', 'E', 'e+', 'e-'])}${random.integer(0, 40)}` : '';
  return `${random.pick(['', '-', '+'])}${random.chance(0.2) ? '000' : ''}${number}${exponent}`;
}

describe('TextScanner.number', () => {
  it.each([
    ['1', 1],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['+3e2', 300],
    ['1E-3', 0.001],
    ['9007199254740993', 9007199254740992], // half way between two doubles: to the even one
    ['9007199254740993.0000001', 9007199254740994],
    ['0.1000000000000000055511151231257827', 0.1],
    ['123456789012345678e-17', 1.2345678901234567],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['0e999999', 0],
    ['1e-999999', 0],
  ])('reads %s', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it('keeps the sign of minus zero', () => {
    expect(readNumber('-0.0')).toBe(-0);
  });

  it('gives what the language gives on 30 000 random decimals (seed 11)', () => {
    const random = new Random(11);
    for (let i = 0; i < 30_000; i++) {
      const text = randomDecimal(random);
      expect(readNumber(text), text).toBe(Number(text));
    }
  });

  it('gives back 30 000 random doubles written with 15 to 18 digits (seed 12)', () => {
    const random = new Random(12);
    for (let i = 0; i < 30_000; i++) {
      const text = (random.real(-1, 1) * 10 ** random.integer(-4, 6)).toPrecision(random.integer(15, 18));
      expect(readNumber(text), text).toBe(Number(text));
    }
  });

  it.each([
    'nan',
    'NaN',
    '-nan(ind)',
    'inf',
    '-Infinity',
    '1.#QNAN',
    '1e999',
    'x',
    '-',
    '.',
    '1e',
    '1e+',
    '1..2',
    '1,5',
  ])('refuses %s and names the line', (text) => {
    const scanner = new TextScanner(bytesOf(`\r\n\n  ${text} 7`), { name: 'a.txt' });
    scanner.skipToContent();
    expect(() => scanner.number()).toThrow(/^bad-number: file "a.txt", line 3: found ".*", expected a finite number/);
  });

  it('says that the file is cut off where it ends', () => {
    expect(() => readNumber('')).toThrow(/^truncated: .*line 1: found the end of the file/);
  });
});

describe('TextScanner lines', () => {
  it('count LF, CR LF and CR each as one line', () => {
    const scanner = new TextScanner(bytesOf('a\nb\r\nc\rd'));
    expect([0, 2, 5, 7].map((position) => scanner.lineAt(position))).toEqual([1, 2, 3, 4]);
  });

  it('are joined by a backslash at their end', () => {
    const scanner = new TextScanner(bytesOf('1 \\\r\n 2\\\n3'));
    expect([scanner.number(), scanner.number(), scanner.number()]).toEqual([1, 2, 3]);
  });

  it('end at a comment', () => {
    const scanner = new TextScanner(bytesOf('1 # 2\n3'));
    scanner.number();
    expect(scanner.atLineEnd()).toBe(true);
    expect(scanner.skipToContent()).toBe(true);
    expect(scanner.number()).toBe(3);
  });
});
