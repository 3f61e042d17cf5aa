/** Embree, if it is installed: embree.cpp, compiled here, as a process that answers one run at a time. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BenchMesh } from '../mesh.ts';

/** How the tree comes about: built fast, built well, or kept and refitted to a mesh that deforms. */
export type EmbreeForm = 'low' | 'medium' | 'refit';

export interface EmbreeRun {
  readonly pairs: number;
  readonly clock: number;
  readonly processor: number;
}

/** A mesh at one or several moments; its indices are those of the first. */
export type Moments = readonly BenchMesh[];

/** Compiles the rival and returns where it is; undefined where compiler or library are missing. */
function compiled(source: string, folder: string): string | undefined {
  const program = join(folder, 'rival');
  const { status } = spawnSync('g++', ['-O3', '-march=native', '-std=c++17', source, '-o', program, '-lembree3'], {
    stdio: 'ignore',
  });
  return status === 0 ? program : undefined;
}

function encoded(meshes: readonly Moments[]): Uint8Array[] {
  const parts: (Uint32Array | Float32Array)[] = [Uint32Array.of(meshes.length)];
  for (const moments of meshes) {
    const [{ positions, indices }] = moments;
    parts.push(Uint32Array.of(positions.length / 3, indices.length / 3, moments.length));
    parts.push(...moments.map((moment) => moment.positions), indices);
  }
  return parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
}

export class Embree {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #folder: string;

  private constructor(program: string, folder: string, threads: number) {
    this.#folder = folder;
    this.#process = spawn(program, [join(folder, 'meshes'), String(threads)]);
    this.#process.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** One mesh for pairs within it, or two for those between them; undefined where Embree is not installed. */
  static open(source: string, meshes: readonly Moments[], threads: number): Embree | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'embree-'));
    const program = compiled(source, folder);
    if (program !== undefined) {
      writeFileSync(join(folder, 'meshes'), Buffer.concat(encoded(meshes)));
      return new Embree(program, folder, threads);
    }
    rmSync(folder, { recursive: true });
    return undefined;
  }

  async #ask(line: string): Promise<number[]> {
    this.#process.stdin.write(`${line}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`Embree's process ended at "${line}"`);
    return value.split(' ').filter(Boolean).map(Number);
  }

  async run(form: EmbreeForm, frame: number): Promise<EmbreeRun> {
    const [pairs, clock, processor] = await this.#ask(`${form} ${frame}`);
    return { pairs, clock, processor };
  }

  /** Those of the last run, two numbers each. */
  pairs(): Promise<number[]> {
    return this.#ask('pairs 0');
  }

  close(): void {
    this.#process.stdin.end();
    rmSync(this.#folder, { recursive: true });
  }
}
