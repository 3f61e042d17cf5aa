/** Every CAD and BIM file of the shared folder, against the packages alone. Half a minute, so only with COLLIDESCOPE_SLOW. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModel } from '../../../src/io/index.ts';
import { ifcParts, occtParts } from '../../support/cad-package.ts';
import { sharedFolder } from '../../support/shared.ts';
import { isLong } from '../../support/thoroughness.ts';

const FOLDERS = ['cad', 'ifc-pcert', 'ifc-pcert/isospec'];
const isSlow = sharedFolder !== undefined && isLong;
const files = isSlow
  ? FOLDERS.flatMap((folder) =>
      readdirSync(join(sharedFolder!, 'meshes', folder))
        .filter((name) => /\.(ifc|stp|step)$/i.test(name))
        .map((name) => `${folder}/${name}`),
    )
  : [];

function boxOf(positions: ArrayLike<number>): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i]);
    max[i % 3] = Math.max(max[i % 3], positions[i]);
  }
  return { min, max };
}

describe.skipIf(!isSlow)('CAD and BIM files of the shared folder', () => {
  it.each(files)('%s has the parts, classes, names and boxes that the package gives', async (path) => {
    const bytes = new Uint8Array(readFileSync(join(sharedFolder!, 'meshes', path)));
    const isIfc = path.endsWith('.ifc');
    const all = await (isIfc ? ifcParts(bytes) : occtParts(bytes, 'ReadStepFile'));
    // The only class without matter among them that the package has shapes of.
    const expected = all.filter((part) => part.class !== 'IfcSpatialZone');
    const { parts } = await readModel(bytes, { name: path });
    expect(parts.map((part) => [part.class, part.indices.length / 3, boxOf(part.positions)])).toEqual(
      expected.map(({ class: ownClass, triangles, min, max }) => [ownClass, triangles, { min, max }]),
    );
    for (const [i, { name }] of parts.entries()) expect(name).toBe(expected[i].name || expected[i].class);
  });
});
