/**
 * A few hundred machined parts that touch as parts do, with three real clashes hidden among them.
 *
 * Our own, not from a paper. Stations of nine parts stand side by side. Faces that meet lie in one plane to the last
 * bit and a shaft has the very corners of its bore, so parts that fit only touch or lie in each other's planes; only
 * the three clashes have triangles that cross. Nothing moves.
 */
import { type AnimatedScene, fixedObject, kinematicScene, type SceneOptions } from '../animated-scene.ts';
import { type Mesh, moved } from '../support/mesh.ts';
import { Random } from '../support/random.ts';
import { box, cylinder, turnedRing, turnedSolid } from '../support/shapes.ts';

export const ASSEMBLY_SIZE = 120_000;

/** Stations stand in a square; small scenes have fewer. */
const STATIONS_ACROSS_MOST = 6;
/** Parts of revolution have 44 triangles in all for each step around; boxes and nut add 72. */
const TRIANGLES_PER_STEP = 44;
const TRIANGLES_APART = 72;
const STEPS_LEAST = 16;
const SHAFT_RADIUS = 0.25;
const CLEARANCE = 1 / 64;
/** How far parts that clash reach into each other; less than the clearance, so that only those two do. */
const CLASH_DEPTH = 1 / 128;

type Flaw = 'thick shaft' | 'sunk washer' | 'low cover';

/** A pair of parts that clash, by name. */
export type Clash = readonly [string, string];

export interface AssemblyScene extends AnimatedScene {
  /** The three pairs that really clash, in the order of the objects. */
  readonly clashes: readonly Clash[];
}

const CLASHING: Readonly<Record<Flaw, Clash>> = {
  'thick shaft': ['bushing', 'shaft'],
  'sunk washer': ['bushing', 'washer'],
  'low cover': ['shaft', 'cover'],
};

function ring(around: number, inner: number, outer: number, low: number, high: number): Mesh {
  return turnedRing(around, [
    [inner, low],
    [outer, low],
    [outer, high],
    [inner, high],
  ]);
}

/** A screw without thread: shank below, head above, standing on y = low. */
function stud(around: number, low: number): Mesh {
  return turnedSolid(around, [
    [1 / 16, low],
    [1 / 16, low + 1 / 4],
    [1 / 8, low + 1 / 4],
    [1 / 8, low + 3 / 8],
  ]);
}

/** The parts of a station, standing on y = 0 around the origin; a flaw makes one of them clash. */
function stationParts(around: number, flaw: Flaw | undefined): Record<string, Mesh> {
  const shaftRadius = SHAFT_RADIUS + (flaw === 'thick shaft' ? CLASH_DEPTH : 0);
  const washerLow = 1 - (flaw === 'sunk washer' ? CLASH_DEPTH : 0);
  const coverLow = 3 / 2 - (flaw === 'low cover' ? CLASH_DEPTH : 0);
  return {
    block: box([0, 1 / 4, 0], [2, 1 / 2, 2]),
    bushing: ring(around, SHAFT_RADIUS, 1 / 2, 1 / 2, 1),
    shaft: cylinder(around, shaftRadius, 1 / 2, 3 / 2),
    washer: ring(around, SHAFT_RADIUS + CLEARANCE, 7 / 16, washerLow, washerLow + 1 / 16),
    nut: ring(6, 3 / 8, 1 / 2, 17 / 16, 5 / 4),
    cover: box([0, coverLow + 1 / 8, 0], [3 / 2, 1 / 4, 3 / 2]),
    'stud one': moved(stud(around, 1 / 2), 3 / 4, 0, 3 / 4),
    'stud two': moved(stud(around, 1 / 2), -3 / 4, 0, 3 / 4),
    'stud three': moved(stud(around, 1 / 2), 0, 0, -3 / 4),
  };
}

/** Three different stations, each with another flaw. */
function hideFlaws(stations: number, random: Random): Map<number, Flaw> {
  const flaws = new Map<number, Flaw>();
  for (const flaw of Object.keys(CLASHING) as Flaw[]) {
    let station = random.integer(0, stations - 1);
    while (flaws.has(station)) station = (station + 1) % stations;
    flaws.set(station, flaw);
  }
  return flaws;
}

export async function assemblyScene({ seed = 1, size = ASSEMBLY_SIZE }: SceneOptions = {}): Promise<AssemblyScene> {
  const smallest = TRIANGLES_APART + STEPS_LEAST * TRIANGLES_PER_STEP;
  const across = Math.max(2, Math.min(STATIONS_ACROSS_MOST, Math.floor(Math.sqrt(size / smallest))));
  const stations = across * across;
  const around = Math.max(STEPS_LEAST, Math.round((size / stations - TRIANGLES_APART) / TRIANGLES_PER_STEP));
  const flaws = hideFlaws(stations, new Random(seed));
  const clashes: Clash[] = [];
  const objects = Array.from({ length: stations }, (_, station) => {
    const flaw = flaws.get(station);
    if (flaw) clashes.push([`${CLASHING[flaw][0]} ${station}`, `${CLASHING[flaw][1]} ${station}`]);
    const x = 2 * (station % across) - across + 1;
    const z = 2 * Math.floor(station / across) - across + 1;
    const parts = Object.entries(stationParts(around, flaw));
    return parts.map(([part, mesh]) => fixedObject(`${part} ${station}`, moved(mesh, x, 0, z)));
  });
  const scene = kinematicScene({ name: 'assembly', seed, objects: objects.flat(), selfCollisions: false, pose() {} });
  return { ...scene, clashes };
}
