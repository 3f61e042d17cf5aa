/**
 * Synthesis (section 3.3 of the paper): the directional sheets, whose bits run along y and along z, are joined with the one
 * along x, which has the form of the result. Blocks of 32 × 32 bits are turned at a time.
 */
import { voxelJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { currentBits } from './paper';

/** 32 words. */
const block = reserveScratch(128);

/** Exchanges rows and columns of the block (Warren, Hacker's Delight, section 7-3; here bit i of word j becomes bit j of word i). */
function turnBlock(): void {
  let mask: u32 = 0x0000ffff;
  for (let width: u32 = 16; width != 0; width >>= 1) {
    for (let k: u32 = 0; k < 32; k = (k + width + 1) & ~width) {
      const p = block + ((<usize>k) << 2);
      const q = block + ((<usize>(k + width)) << 2);
      const low = load<u32>(p);
      const high = load<u32>(q);
      const swap = ((low >> width) ^ high) & mask;
      store<u32>(q, high ^ swap);
      store<u32>(p, low ^ (swap << width));
    }
    mask ^= mask << (width >> 1);
  }
}

/** Reads 32 words that lie `stride` bytes apart; false when all are empty. */
function readBlock(from: usize, stride: usize): bool {
  let any: u32 = 0;
  for (let i: usize = 0; i < 32; i++) {
    const word = load<u32>(from + i * stride);
    store<u32>(block + (i << 2), word);
    any |= word;
  }
  return any != 0;
}

function addBlock(to: usize, stride: usize, count: u32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const word = load<u32>(block + (i << 2));
    const at = to + i * stride;
    if (word != 0) store<u32>(at, load<u32>(at) | word);
  }
}

/** Pieces of the synthesis: 32 layers by 32 rows each, so that each owns what it writes. */
export function synthesisPieces(): u32 {
  const layers = voxelJob.endLayer - voxelJob.firstLayer;
  return ((layers + 31) >> 5) * voxelJob.sheetYWords;
}

export function synthesize(piece: u32): void {
  const bits = currentBits();
  const words = <usize>voxelJob.rowWords;
  const rows = <usize>voxelJob.layerRows;
  const layers = <usize>(voxelJob.endLayer - voxelJob.firstLayer);
  const across = words << 5;
  const yWords = <usize>voxelJob.sheetYWords;
  const zWords = <usize>voxelJob.sheetZWords;
  const yGroup = <usize>piece % yWords;
  const zGroup = <usize>piece / yWords;
  const yFirst = yGroup << 5;
  const zFirst = zGroup << 5;
  const yCount = min<usize>(32, rows - yFirst);
  const zCount = min<usize>(32, layers - zFirst);
  for (let word: usize = 0; word < words; word++) {
    const x = word << 5;
    for (let z = zFirst; z < zFirst + zCount; z++) {
      if (!readBlock(voxelJob.sheetY + (((z * across + x) * yWords + yGroup) << 2), yWords << 2)) continue;
      turnBlock();
      addBlock(bits + (((z * rows + yFirst) * words + word) << 2), words << 2, <u32>yCount);
    }
    for (let y = yFirst; y < yFirst + yCount; y++) {
      if (!readBlock(voxelJob.sheetZ + (((y * across + x) * zWords + zGroup) << 2), zWords << 2)) continue;
      turnBlock();
      addBlock(bits + (((zFirst * rows + y) * words + word) << 2), (rows * words) << 2, <u32>zCount);
    }
  }
}
