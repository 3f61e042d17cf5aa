/** What only touches is never said to be deep: not in lists, pages, BCF files or the studio. */
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import { topicOf } from '../../src/report/bcf/topic.ts';
import { knowObjects, listClashes, type ReportClash } from '../../src/report/clash-list.ts';
import { depthText, measureText } from '../../src/report/depth-text.ts';
import type { PageData } from '../../src/report/page/page-data.ts';
import { factsOf } from '../../src/report/page/viewer/details.ts';
import { emptyReport } from '../../src/report/report.ts';
import { noteSentences } from '../../src/report/sentences.ts';
import type { ReviewClash } from '../../studio/src/answer.ts';
import { markOf, measureOf, sentenceOf } from '../../studio/src/review/wording.ts';
import { boxMesh } from '../support/box-mesh.ts';

const OVERLAP = 0.25;

async function clashWith(tolerance: number): Promise<ReportClash> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  try {
    const scene = engine.createScene();
    const meshes = [boxMesh([0, 0, 0, 2, 2, 2]), boxMesh([2 - OVERLAP, 0.5, 0.5, 4, 1.5, 1.5])];
    for (const mesh of meshes) scene.add(mesh);
    const objects = meshes.map((mesh, i) => ({
      file: 'a.obj',
      name: `box ${i}`,
      vertices: mesh.positions.length / 3,
      triangles: mesh.indices.length / 3,
      mesh,
    }));
    const positions = meshes.map((mesh) => mesh.positions);
    const [clash] = listClashes(await scene.clashes({ tolerance }), undefined, knowObjects(objects, positions));
    return clash;
  } finally {
    engine.dispose();
  }
}

/** Everything that is said of a clash, by every way there is. */
async function saidOf(clash: ReportClash): Promise<string[]> {
  const report = emptyReport('clash');
  for (const name of ['p', 'q']) report.objects.push({ file: 'a.obj', name } as (typeof report.objects)[number]);
  report.clashes = [clash];
  const { title, description } = await topicOf(report, clash, 0, '2026-01-01T00:00:00Z', []);
  const rows = [{ id: clash.id }] as unknown as PageData['rows'];
  const facts = factsOf(0, { report, rows } as PageData).map(([name, value]) => `${name}: ${value}`);
  const told = clash as unknown as ReviewClash;
  const studio = [measureOf(told, String), markOf(told, String), sentenceOf(told, String)];
  return [depthText(clash), measureText(clash, undefined), title, ...description.split('\n'), ...facts, ...studio];
}

/** How large the place is, is no depth. */
const tellsDepth = (lines: readonly string[]) =>
  lines.filter((line) => !line.startsWith('Size') && /^depth:? |deep|overlap|0\.2[45]\d*/i.test(line));

describe('a clash that only touches', () => {
  it('has no depth anywhere', async () => {
    const clash = await clashWith(2 * OVERLAP);
    expect(clash).toMatchObject({ kind: 'touching', depth: null, reason: 'touching' });
    expect(tellsDepth(await saidOf(clash))).toEqual([]);
    // So that the search above can find something: a deep one is said to be so by all of them.
    const deep = await saidOf(await clashWith(0));
    expect(tellsDepth(deep).length).toBeGreaterThan(6);
  });

  it('is said to be undecided where its depth could not be told from the tolerance', async () => {
    const clash = { ...(await clashWith(2 * OVERLAP)), undecided: true };
    const said = (await saidOf(clash)).filter((line) => line.includes('could not be told'));
    expect(said).toEqual([
      'Depth: whether they reach deeper than the tolerance could not be told',
      'No depth: they touch; whether they reach deeper than the tolerance could not be told',
      'A and B touch; whether they reach deeper than the tolerance could not be told',
    ]);
  });

  it('is named where nothing could tell whether it only touches', async () => {
    const clash = await clashWith(2 * OVERLAP);
    const report = emptyReport('clash');
    report.clashes = [clash, { ...clash, id: 'unsure', undecided: true }];
    const sentences = noteSentences(report).filter((note) => note.startsWith('Undecided'));
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(/could not be told of unsure$/);
    report.clashes = [clash];
    expect(noteSentences(report).filter((note) => note.startsWith('Undecided'))).toEqual([]);
  });
});
