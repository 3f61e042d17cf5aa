/**
 * What a preset leaves of the breaking scene's last frame, and how long it takes, by what is drawn, how often and in which order:
 * with and without the sweep and prune before it, looking along each view once or twice, beginning with x or with what pruned best.
 */

import type { Scene } from '../../src/index.ts';
import type { CullOptions, CullPreset } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { chosenTriangles, type PaperContext, type PaperTable, type SceneSize } from './paper.ts';
import { playScene, triangleCount } from './scene-frames.ts';
import { lossesOf, survivorCount, workOf } from './survivors.ts';
import { medianInTurns } from './timing.ts';

const SETTINGS: Readonly<Record<string, CullOptions>> = {
  'sweep and prune, then once along x, y, z': { sweep: true },
  'the same, all drawn': {},
  'sweep and prune, then twice along x, y, z': { sweep: true, rounds: 2 },
  'twice, all drawn': { rounds: 2 },
  'sweep and prune, views auto': { sweep: true, views: 'auto' },
};
const SECONDS = 3;
const TURNS = 5;

export interface SettingRow {
  readonly setting: string;
  readonly triangles: number;
  readonly swept: number;
  readonly left: number;
  readonly colliding: number;
  readonly lost: number;
  readonly queries: number;
  readonly renders: number;
  readonly milliseconds: number;
}

export function measureSettings(
  context: PaperContext,
  preset: CullPreset,
  sceneSize: SceneSize,
  resolution: number,
): Promise<SettingRow[]> {
  const { signal, full } = context;
  const size = chosenTriangles(context, sceneSize);
  const playing = { name: 'breaking', size, seconds: SECONDS, frames: 1, without: ['floor'], part: [1, 1] } as const;
  return context.part('settings', async () => {
    const [rows] = await playScene(context, playing, async ({ scene, mirror }) => {
      const moved = (options: CullOptions) => () => {
        mirror.updateAll();
        return papers.cull(mirror.scene as Scene, { preset, resolution, signal, ...options });
      };
      const exact = await mirror.scene.collide({ signal });
      const timed = await medianInTurns(
        Object.fromEntries(Object.entries(SETTINGS).map(([name, options]) => [name, moved(options)])),
        { warmUp: 1, measured: full ? TURNS : 1 },
      );
      return Object.entries(timed).map(([setting, { answer, milliseconds }]): SettingRow => {
        const lost = lossesOf(exact, answer).pairs;
        const counts = { left: survivorCount(answer), colliding: exact.kinds.length, lost, ...workOf(answer) };
        return { setting, triangles: triangleCount(scene), swept: answer.stats.swept, ...counts, milliseconds };
      });
    });
    return rows;
  });
}

export function settingsTable(rows: readonly SettingRow[], method: string): PaperTable {
  return {
    name: 'settings',
    title: `${method} of the breaking scene's last frame, ${rows[0].triangles} triangles: what is drawn, how often, in which order`,
    rowTitle: 'setting',
    columns: [
      { key: 'swept', title: 'left out by sweep and prune' },
      { key: 'left', title: 'triangles left' },
      { key: 'colliding', title: 'colliding pairs' },
      { key: 'lost', title: 'pairs lost' },
      { key: 'queries', title: 'queries' },
      { key: 'renders', title: 'renderings' },
      { key: 'milliseconds', title: 'time', unit: 'ms' },
      { key: 'triangleRate', title: 'triangles drawn a second', unit: 'M' },
      { key: 'queryRate', title: 'queries a second', unit: 'M' },
    ],
    rows: rows.map(({ setting, triangles: _, ...row }) => ({
      label: setting,
      paper: {},
      ours: {
        ...row,
        triangleRate: row.renders / row.milliseconds / 1000,
        queryRate: row.queries / row.milliseconds / 1000,
      },
    })),
    note: 'The other tables have the first setting. Views auto begins with the axis that pruned most in the frame before, so its set depends on what was asked before; presets keep their order.',
  };
}
