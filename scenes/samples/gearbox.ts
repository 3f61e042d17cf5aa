/**
 * A gearbox of two shafts, in millimetres, upright along z.
 *
 * Our own. Shafts fit their bearings and gears to the last bit, so they only touch. Three things are wrong: the gears stand
 * 1.2 mm too close, the guard is too low for the large gear, and the studs of the bearing blocks have no holes in the base.
 */
import type { ModelPart } from '../../src/io/index.ts';
import type { SampleModel } from './sample.ts';
import { bar, block, boredPlate, gear, ring, type Solid } from './solids.ts';

const MODULE = 3;
const TOO_CLOSE = 1.2;
const HEIGHT = 90;

interface Shaft {
  readonly name: string;
  readonly teeth: number;
  readonly z: number;
  readonly x: number;
  readonly radius: number;
  readonly phase: number;
}

const SHAFTS: readonly Shaft[] = [
  { name: 'input', teeth: 18, x: 0, z: HEIGHT, radius: 10, phase: 0 },
  { name: 'output', teeth: 36, x: (MODULE * (18 + 36)) / 2 - TOO_CLOSE, z: HEIGHT, radius: 14, phase: 0.5 },
];

function shaftParts({ name, teeth, x, z, radius, phase }: Shaft): [string, Solid][] {
  const around = 4 * teeth;
  // Across y lie z and x, in this order.
  const centre = [z, x] as const;
  const turned = phase + teeth / 4;
  const parts: [string, Solid][] = [
    [`${name} shaft`, bar('y', centre, radius, -70, name === 'input' ? 110 : 70, around)],
    [`${name} gear`, gear('y', centre, { teeth, module: MODULE, bore: radius, phase: turned }, [-15, 15])],
  ];
  for (const [side, low] of [
    ['left', -60],
    ['right', 40],
  ] as const) {
    const outer = radius + 12;
    parts.push([`${name} bearing ${side}`, ring('y', centre, [radius, outer], [low, low + 20], around)]);
    const plate = boredPlate('y', centre, { half: 38, bore: outer }, [low, low + 20], around);
    parts.push([`${name} bearing block ${side}`, plate]);
    parts.push([`${name} pedestal ${side}`, block([x - 30, low, 10], [x + 30, low + 20, z - 38])]);
    for (const offset of [-20, 20]) {
      parts.push([`Stud M8 ${name} ${side}`, bar('z', [x + offset, low + 10], 4, 0, 10 + 1, 16)]);
    }
  }
  return parts;
}

export function sampleGearbox(): SampleModel[] {
  const parts: [string, Solid][] = [
    ['base plate', block([-70, -80, 0], [170, 80, 10])],
    ...SHAFTS.flatMap(shaftParts),
    ['guard', block([10, -20, HEIGHT + 55], [150, 20, HEIGHT + 58])],
  ];
  const named = parts.map(([name, solid]): ModelPart => ({ name, path: ['gearbox'], ...solid }));
  return [{ name: 'Gearbox.step', model: { format: 'step', unit: 'millimeter', parts: named } }];
}
