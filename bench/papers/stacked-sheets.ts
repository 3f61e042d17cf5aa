/** Sheets that lie behind each other along z without touching, in random order: as deep as there are sheets. */
import { Random } from '../../scenes/support/random.ts';
import type { MeshInput } from '../../src/index.ts';

/** Squares along a side of a sheet. */
const SQUARES = 12;
/** How far waves reach, in parts of the distance between two sheets: less than half, so that none touch. */
const WAVES = 0.3;

function sheet(z: number, phase: number): MeshInput {
  const side = SQUARES + 1;
  const positions = new Float32Array(3 * side * side);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const wave = WAVES * ((((x + phase) % 4) - 1.5) / 1.5) * (((y + 2 * phase) % 3) - 1);
    positions.set([x / SQUARES, y / SQUARES, z + wave], 3 * at);
  }
  const indices: number[] = [];
  for (let y = 0; y < SQUARES; y++) {
    for (let x = 0; x < SQUARES; x++) {
      const corner = y * side + x;
      indices.push(corner, corner + 1, corner + side, corner + 1, corner + side + 1, corner + side);
    }
  }
  return { positions, indices: Uint32Array.from(indices) };
}

export function stackedSheets(count: number, seed: number): MeshInput[] {
  const random = new Random(seed);
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places.map((place) => sheet(place, place));
}
