/**
 * A small office building in three models, as an architect, a structural engineer and a services engineer would hand them over.
 *
 * Our own. Three storeys of 18 m × 12 m; most of it fits, and some of it does not: the duct of Level 1 hangs too high and passes
 * through the beams, risers go through slabs without an opening, and a sprinkler pipe crosses a duct. Sockets are set into walls,
 * as they are meant to be.
 */
import type { Model, ModelPart } from '../../src/io/index.ts';
import type { SampleModel } from './sample.ts';
import { bar, block, type Corner, type Solid, wallWithDoor } from './solids.ts';

type Facts = Pick<ModelPart, 'class' | 'type' | 'storey' | 'host' | 'materials'> & { readonly system?: string };

const STOREYS = ['Ground floor', 'Level 1', 'Level 2'];
const STOREY_HEIGHT = 3.2;
const [LENGTH, WIDTH] = [18, 12];
const SLAB = 0.25;
/** Free height below the slab above. */
const CEILING = STOREY_HEIGHT - SLAB;
const COLUMNS_X = [0.6, 6, 12, 17.4];
const COLUMNS_Y = [0.6, 5, 11.4];
const CORRIDOR = [5.3, 7];
const OUTER = 0.3;
const INNER = 0.12;

/** The parts of a model; IFC files are read with y up. */
class Discipline {
  readonly parts: ModelPart[] = [];
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(name: string, { positions, indices }: Solid, facts: Facts): string {
    const turned = new Float64Array(positions.length);
    for (let at = 0; at < positions.length; at += 3) {
      turned.set([positions[at], positions[at + 2], -positions[at + 1]], at);
    }
    const guid = `${this.#prefix}${String(this.parts.length).padStart(21 - this.#prefix.length, '0')}X`;
    this.parts.push({ name, guid, positions: turned, indices, ...facts });
    return guid;
  }

  model(): Model {
    return { format: 'ifc', unit: 'meter', parts: this.parts };
  }
}

function structure(): Model {
  const made = new Discipline('struct');
  for (const [i, x] of COLUMNS_X.entries()) {
    for (const [j, y] of COLUMNS_Y.entries()) {
      const name = `Footing ${'ABCD'[i]}${j + 1}`;
      made.add(name, block([x - 0.6, y - 0.6, -0.9], [x + 0.6, y + 0.6, -SLAB]), {
        class: 'IfcFooting',
        type: 'Pad footing 1200',
        storey: STOREYS[0],
      });
    }
  }
  for (const [level, storey] of [...STOREYS, 'Roof'].entries()) {
    const floor = level * STOREY_HEIGHT;
    const name = level < STOREYS.length ? `Slab ${storey}` : 'Roof slab';
    made.add(name, block([0, 0, floor - SLAB], [LENGTH, WIDTH, floor]), {
      class: 'IfcSlab',
      type: 'Concrete slab 250',
      storey: storey === 'Roof' ? STOREYS[2] : storey,
      materials: ['Concrete C30/37'],
    });
    if (storey === 'Roof') break;
    frame(made, storey, floor);
  }
  return made.model();
}

function frame(made: Discipline, storey: string, floor: number): void {
  const beamLow = floor + CEILING - 0.4;
  for (const [i, x] of COLUMNS_X.entries()) {
    for (const [j, y] of COLUMNS_Y.entries()) {
      made.add(`Column ${'ABCD'[i]}${j + 1}`, block([x - 0.15, y - 0.15, floor], [x + 0.15, y + 0.15, beamLow]), {
        class: 'IfcColumn',
        type: 'Concrete column 300 × 300',
        storey,
      });
    }
    const span: [Corner, Corner] = [
      [x - 0.15, 0.45, beamLow],
      [x + 0.15, 11.55, floor + CEILING],
    ];
    made.add(`Beam ${'ABCD'[i]} cross`, block(...span), { class: 'IfcBeam', type: 'Concrete beam 300 × 400', storey });
  }
}

function architecture(): Model {
  const made = new Discipline('arch');
  for (const [level, storey] of STOREYS.entries()) {
    const floor = level * STOREY_HEIGHT;
    const top = floor + CEILING;
    outerWalls(made, storey, floor, top);
    const [from, to] = CORRIDOR;
    for (const [side, y] of [
      ['south', from - INNER],
      ['north', to],
    ] as const) {
      corridorWall(made, { side, y, storey, floor });
    }
    for (const [room, x] of [7.5, 13.5].entries()) {
      made.add(`Partition ${room + 1}`, block([x, to + INNER, floor], [x + INNER, WIDTH - OUTER, top - 0.4]), {
        class: 'IfcWall',
        type: 'Partition 120',
        storey,
      });
    }
    for (const [desk, x] of [2.5, 9, 15].entries()) {
      made.add(`Desk ${level + 1}.${desk + 1}`, block([x, 8.4, floor], [x + 1.6, 9.2, floor + 0.74]), {
        class: 'IfcFurniture',
        type: 'Desk 1600',
        storey,
      });
    }
  }
  return made.model();
}

function outerWalls(made: Discipline, storey: string, floor: number, top: number): void {
  const facts = { class: 'IfcWall', type: 'Outer wall 300', storey, materials: ['Brick', 'Insulation'] };
  made.add('Outer wall south', block([0, 0, floor], [LENGTH, OUTER, top]), facts);
  made.add('Outer wall north', block([0, WIDTH - OUTER, floor], [LENGTH, WIDTH, top]), facts);
  made.add('Outer wall west', block([0, OUTER, floor], [OUTER, WIDTH - OUTER, top]), facts);
  made.add('Outer wall east', block([LENGTH - OUTER, OUTER, floor], [LENGTH, WIDTH - OUTER, top]), facts);
}

interface CorridorWall {
  readonly side: string;
  readonly y: number;
  readonly storey: string;
  readonly floor: number;
}

/** In three pieces between the cross beams, each with a door. */
function corridorWall(made: Discipline, { side, y, storey, floor }: CorridorWall): void {
  for (let bay = 0; bay < 3; bay++) {
    const [low, high] = [COLUMNS_X[bay] + 0.15, COLUMNS_X[bay + 1] - 0.15];
    const door = { from: low + 2, to: low + 3, height: 2.1 };
    const wall = made.add(
      `Corridor wall ${side} ${bay + 1}`,
      wallWithDoor([low, y, floor], [high, y + INNER, floor + CEILING], door),
      { class: 'IfcWall', type: 'Partition 120', storey },
    );
    made.add(`Door ${side} ${bay + 1}`, block([door.from, y, floor], [door.to, y + INNER, floor + door.height]), {
      class: 'IfcDoor',
      type: 'Door 1000 × 2100',
      storey,
      host: wall,
    });
  }
}

function services(): Model {
  const made = new Discipline('mep');
  for (const [level, storey] of STOREYS.entries()) {
    const floor = level * STOREY_HEIGHT;
    // Level 1 was drawn before the beams were made deeper.
    const ductLow = floor + (level === 1 ? 2.4 : 2.2);
    made.add(`Supply duct ${level + 1}`, block([1, 5.8, ductLow], [17, 6.3, ductLow + 0.3]), {
      class: 'IfcDuctSegment',
      type: 'Rectangular duct 500 × 300',
      storey,
      system: 'Supply air',
    });
    for (const x of [3, 9, 15]) {
      made.add('Air terminal', block([x - 0.15, 5.9, ductLow - 0.06], [x + 0.15, 6.2, ductLow]), {
        class: 'IfcAirTerminal',
        type: 'Diffuser 300',
        storey,
        system: 'Supply air',
      });
    }
    const pipeHeight = floor + (level === 2 ? 2.45 : 2.05);
    made.add(`Sprinkler main ${level + 1}`, bar('y', [pipeHeight, 10.5], 0.04, 1, 11), {
      class: 'IfcPipeSegment',
      type: 'Steel pipe DN80',
      storey,
      system: 'Sprinkler',
    });
    lights(made, storey, floor, level);
  }
  risers(made);
  return made.model();
}

function lights(made: Discipline, storey: string, floor: number, level: number): void {
  for (const x of [3, 9, 15]) {
    const under = floor + CEILING;
    made.add('Luminaire', block([x - 0.6, 9.4, under - 0.08], [x + 0.6, 9.6, under]), {
      class: 'IfcLightFixture',
      type: 'Linear luminaire 1200',
      storey,
      system: 'Lighting',
    });
    const low: Corner = [x + 0.5, WIDTH - OUTER - 0.01, floor + 0.3];
    made.add('Socket', block(low, [x + 0.58, WIDTH - OUTER + 0.04, floor + 0.38]), {
      class: 'IfcOutlet',
      type: 'Socket double',
      storey,
      system: `Power ${level + 1}`,
    });
  }
}

/** Through all storeys; nobody asked for openings. The waste pipe stands in a partition. */
function risers(made: Discipline): void {
  const top = 2 * STOREY_HEIGHT + 1;
  for (const [name, x, y, system] of [
    ['Waste pipe riser', 7.56, 10.2, 'Waste water'],
    ['Cold water riser', 8.2, 10.9, 'Cold water'],
  ] as const) {
    made.add(name, bar('z', [x, y], 0.05, 0.2, top), {
      class: 'IfcPipeSegment',
      type: 'Pipe DN100',
      storey: STOREYS[0],
      system,
    });
  }
}

export function sampleBuilding(): SampleModel[] {
  return [
    { name: 'Office architecture.ifc', model: architecture() },
    { name: 'Office structure.ifc', model: structure() },
    { name: 'Office services.ifc', model: services() },
  ];
}
