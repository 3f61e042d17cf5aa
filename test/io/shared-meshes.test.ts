import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import { readModel } from '../../src/io/index.ts';
import { triangleCountOf } from '../support/reading.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';

const OURS = /\.(obj|stl|ply|off)$/i;
// Their readers have their own tests.
const OTHERS = /\.(gltf|glb|3mf|ifc|stp|step)$/i;

/** Triangles per file, as CGAL counted them. */
function expectedTriangles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of sharedTable('truth/self.tsv')) counts.set(row.file, Number(row.triangles));
  for (const row of sharedTable('truth/pair.tsv')) {
    counts.set(row.fileA, Number(row.trianglesA)).set(row.fileB, Number(row.trianglesB));
  }
  return counts;
}

function allFiles(): string[] {
  const folder = join(sharedFolder!, 'meshes');
  const paths = readdirSync(folder, { recursive: true }) as string[];
  return paths.filter((path) => statSync(join(folder, path)).isFile());
}

describe.skipIf(sharedFolder === undefined)('the readers on the shared meshes', () => {
  it('give exactly the triangles that CGAL counted, in every file it could read', async () => {
    const counts = new Map([...expectedTriangles()].filter(([file]) => OURS.test(file)));
    expect(counts.size).toBeGreaterThanOrEqual(873);
    const different: string[] = [];
    for (const [file, expected] of counts) {
      const found = triangleCountOf(await readModel(readShared(`meshes/${file}`), { name: file }));
      if (found !== expected) different.push(`${file}: ${found} instead of ${expected}`);
    }
    expect(different).toEqual([]);
  });

  it('give an answer or a MeshError that names the file, on every other file', async () => {
    const known = expectedTriangles();
    for (const file of allFiles().filter((path) => !known.has(path) && !OTHERS.test(path))) {
      const bytes = readShared(`meshes/${file}`);
      const outcome = await readModel(bytes, { name: file }).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) continue;
      expect(outcome, file).toBeInstanceOf(MeshError);
      expect(outcome.message).toContain(file);
    }
  });
});
