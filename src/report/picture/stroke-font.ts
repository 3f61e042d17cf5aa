/**
 * Letters made of lines, for the lengths that are written into pictures: those are made where there are no fonts.
 *
 * A glyph lies in a box 4 wide and 6 high; y goes down, small letters begin at 2, tails reach 8.
 */
import type { Canvas, Colour, Line } from './canvas.ts';

/** Lines are separated by blanks; a line is a row of points, two digits each: x and y. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '103041453616050110',
  '1': '022026',
  '2': '01103041420646',
  '3': '01103041423323 334445361605',
  '4': '36300444',
  '5': '400002324345361605',
  '6': '413010010516364544331304',
  '7': '004016',
  '8': '103041423313020110 3344453616050413',
  '9': '051636454130100102133342',
  '.': '1616',
  '-': '0343',
  '+': '0343 2125',
  a: '4246 4332120305163645',
  c: '4332120305163645',
  d: '4046 4332120305163645',
  e: '04444332120305163645',
  f: '30201116 0232',
  i: '1216 1010',
  k: '0006 4204 2446',
  m: '0206 03122326 23324346',
  n: '0206 0312324346',
  o: '123243453616050312',
  p: '0208 0312324345361605',
  r: '0206 042232',
  s: '43321203143445361605',
  t: '10152636 0232',
  u: '0205163645 4246',
  x: '0246 4206',
  µ: '0208 05163645 4246',
};

const ADVANCE: Readonly<Record<string, number>> = { '.': 3, i: 3, f: 4.5, t: 4.5, r: 4.5, ' ': 3 };
const ADVANCE_USUAL = 6;
const BOX_HEIGHT = 6;

/** Whether all of a text can be written. */
export function canWrite(text: string): boolean {
  return [...text].every((letter) => letter === ' ' || letter in GLYPHS);
}

/** In pixels, for letters that are so many pixels high. */
export function writtenWidth(text: string, height: number): number {
  const boxes = [...text].reduce((sum, letter) => sum + (ADVANCE[letter] ?? ADVANCE_USUAL), 0);
  return ((boxes - 2) * height) / BOX_HEIGHT;
}

/** Writes a text from its top left on. */
export function write(canvas: Canvas, text: string, left: number, top: number, height: number, colour: Colour): void {
  const size = height / BOX_HEIGHT;
  const lines: Line[] = [];
  let x = left;
  for (const letter of text) {
    for (const row of (GLYPHS[letter] ?? '').split(' ').filter(Boolean)) {
      const at = (i: number): [number, number] => [x + Number(row[2 * i]) * size, top + Number(row[2 * i + 1]) * size];
      for (let i = 0; i + 1 < row.length / 2; i++) lines.push({ from: at(i), to: at(i + 1) });
    }
    x += (ADVANCE[letter] ?? ADVANCE_USUAL) * size;
  }
  canvas.strokes(lines, colour, Math.max(1, height / 7));
}
