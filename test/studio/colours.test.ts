import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLASH_COLOURS } from '../../studio/src/view/clash-colours.ts';

const css = readFileSync(new URL('../../studio/src/style/base.css', import.meta.url), 'utf8');
const [light, dark] = css.split(':root[data-theme="dark"]');

it.each([
  ['light', light, CLASH_COLOURS.light],
  ['dark', dark, CLASH_COLOURS.dark],
] as const)('the %s page has the colours of a clash that the view and the report have', (_name, rules, colours) => {
  const colourOf = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(rules)?.[1];
  expect({ a: colourOf('pair-a'), b: colourOf('pair-b'), contact: colourOf('clash') }).toEqual({
    a: colours.a,
    b: colours.b,
    contact: colours.contact,
  });
});
