/** A real house: every pair that clashes at 1 mm is confirmed by sampling. Minutes, so only with COLLIDESCOPE_SLOW. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/io/index.ts';
import { reachesDeeper, sampledMesh } from '../support/sampled-depth.ts';
import { sharedFolder } from '../support/shared.ts';
import { isLong } from '../support/thoroughness.ts';
import { useCommandLine } from './command-line.ts';

describe.skipIf(sharedFolder === undefined || !isLong)('duplex.ifc at 1 mm', () => {
  const cli = useCommandLine();

  it('has no penetrating pair that does not reach deeper than 1 mm', async () => {
    const file = join(sharedFolder!, 'meshes/cad/duplex.ifc');
    const { stdout } = await cli.run(['clash', file, '--tolerance', '1mm', '--json']);
    const { objects, clashes } = JSON.parse(stdout);
    const penetrating = clashes.filter(({ kind }: { kind: string }) => kind === 'penetrating');
    expect(penetrating.length).toBeGreaterThan(0);
    const { parts } = await readModel(readFileSync(file), { name: file });
    expect(objects).toHaveLength(parts.length);
    const meshes = parts.map(({ positions, indices }) => sampledMesh(positions, indices));
    const unconfirmed: string[] = [];
    for (const { id, a, b, bounds, depth } of penetrating) {
      const choice = { ...bounds, deeperThan: 0.001, tries: 20_000, seed: 7 };
      if (!reachesDeeper(meshes[a], meshes[b], choice)) {
        unconfirmed.push(`${id} ${objects[a].name} × ${objects[b].name}: ${depth?.least}`);
      }
    }
    expect(unconfirmed).toEqual([]);
  });
});
