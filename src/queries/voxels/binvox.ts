/**
 * Voxels as a binvox file, version 1: a short text head, then runs of equal voxels, y fastest, then z, then x.
 *
 * The format requires the same number of voxels along each axis; a grid with fewer along some is padded with empty ones
 * at its far end, so its voxels keep their numbers. A centre is at ((x, y, z) + ½) / dim · scale + translate.
 * Source: P. Min, "BINVOX voxel file format specification".
 */
import { checkAnswer } from '../options.ts';
import { VOXEL_FIELDS } from './grid.ts';
import type { Voxels } from './voxels.ts';

const RUN_MOST = 255;

/** Runs of equal bytes, each as value and length. */
class RunWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #value = 0;
  #count = 0;

  add(value: number, count: number): void {
    if (value === this.#value) this.#count += count;
    else {
      this.#flush();
      this.#value = value;
      this.#count = count;
    }
  }

  #flush(): void {
    while (this.#count > 0) {
      const run = Math.min(RUN_MOST, this.#count);
      if (this.#length + 2 > this.#bytes.length) {
        const larger = new Uint8Array(2 * this.#bytes.length);
        larger.set(this.#bytes);
        this.#bytes = larger;
      }
      this.#bytes[this.#length++] = this.#value;
      this.#bytes[this.#length++] = run;
      this.#count -= run;
    }
  }

  done(): Uint8Array {
    this.#flush();
    return this.#bytes.subarray(0, this.#length);
  }
}

/**
 * Writes voxels as a binvox file, version 1. A grid with fewer voxels along some axis is padded with empty ones at its
 * far end.
 * @example
 * ```ts
 * const found = await voxels(scene, id);
 * await writeFile('part.binvox', voxelsToBinvox(found));
 * ```
 */
export function voxelsToBinvox(voxels: Pick<Voxels, 'resolution' | 'origin' | 'voxelSize' | 'bits'>): Uint8Array {
  checkAnswer('voxelsToBinvox', voxels, 'voxels()', VOXEL_FIELDS);
  const { resolution, origin, voxelSize, bits } = voxels;
  const [nx, ny, nz] = resolution;
  const dim = Math.max(nx, ny, nz);
  const words = Math.ceil(nx / 32);
  const runs = new RunWriter();
  for (let x = 0; x < nx; x++) {
    const mask = 1 << (x & 31);
    for (let z = 0; z < nz; z++) {
      let at = z * ny * words + (x >> 5);
      for (let y = 0; y < ny; y++, at += words) runs.add((bits[at] & mask) !== 0 ? 1 : 0, 1);
      runs.add(0, dim - ny);
    }
    runs.add(0, (dim - nz) * dim);
  }
  runs.add(0, (dim - nx) * dim * dim);
  const head = `#binvox 1\ndim ${dim} ${dim} ${dim}\ntranslate ${origin.join(' ')}\nscale ${voxelSize * dim}\ndata\n`;
  const start = new TextEncoder().encode(head);
  const data = runs.done();
  const file = new Uint8Array(start.length + data.length);
  file.set(start);
  file.set(data, start.length);
  return file;
}
