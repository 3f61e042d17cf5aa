/** `collidescope cull`: what may collide, by the methods of the papers. All objects of all files are in one scene. */
import { version } from '../../../package.json';
import type { Engine } from '../../engine.ts';
import { cull as cullScene } from '../../papers/scene-queries.ts';
import { CULL_SET, type CullCoverage, type Culled, type CullOptions, type CullPass } from '../../queries/cull/cull.ts';
import type { FileObject } from '../../report/objects.ts';
import { rounded } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { CULL } from '../input/offered.ts';
import { readObjects } from '../input/read-objects.ts';
import { readOffered } from '../input/read-offered.ts';
import { checkFilesGiven, engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile } from '../output/output-file.ts';
import { writePairs } from '../output/pairs-file.ts';
import { cullText } from '../output/print-cull.ts';
import { writeSurvivors } from '../output/survivors-file.ts';
import type { Terminal } from '../output/terminal.ts';

export interface CullReport {
  readonly command: 'cull';
  readonly version: string;
  readonly engine: string;
  readonly threads: number;
  readonly objects: readonly { readonly file: string; readonly name: string; readonly triangles: number }[];
  readonly method: string;
  /** `sampled`: contacts may be missing, and engines may differ. */
  readonly coverage: CullCoverage;
  readonly passes: readonly (CullPass & {
    /** With `--trace`: triangles in each set after the pass. */
    readonly sets?: { readonly nfv: number; readonly ffv: number; readonly sfv: number; readonly bfv: number };
  })[];
  /** Indices into `objects`. */
  readonly survivors: readonly number[];
  /** Number of triangles left; `--survivors` lists them. */
  readonly survivorTriangles: number;
  readonly objectPairs: readonly { readonly a: number; readonly b: number }[];
  /** With `--pairs`: the number of pairs of survivors whose boxes overlap, which the file lists. */
  readonly pairs?: number;
  /** Views in which sampling sees little or nothing of these objects; indices into `objects`. */
  readonly blind: readonly { readonly view: string; readonly objects: readonly number[] }[];
  readonly milliseconds: { readonly read: number; readonly query: number };
}

async function ask(
  engine: Engine,
  objects: readonly FileObject[],
  options: CullOptions,
  terminal: Terminal,
): Promise<Culled> {
  using scene = engine.createScene();
  for (const { mesh } of objects) scene.add(mesh);
  return await cullScene(scene, { ...options, onProgress: (done) => terminal.progress('culling', done) });
}

/** Triangles in each set. */
function setCounts(sets: ReadonlyMap<number, Uint8Array>) {
  const counts = [0, 0, 0, 0];
  for (const labels of sets.values()) for (const set of labels) counts[set]++;
  return { nfv: counts[CULL_SET.NFV], ffv: counts[CULL_SET.FFV], sfv: counts[CULL_SET.SFV], bfv: counts[CULL_SET.BFV] };
}

function reportOf(engine: Engine, objects: readonly FileObject[], culled: Culled, read: number): CullReport {
  const { objectPairs } = culled;
  return {
    command: 'cull',
    version,
    engine: culled.stats.backend,
    threads: engine.threads,
    objects: objects.map(({ file, name, triangles }) => ({ file, name, triangles })),
    method: culled.method,
    coverage: culled.coverage,
    passes: culled.passes.map((pass, i) => {
      const sets = culled.trace && setCounts(culled.trace[i].sets);
      return { ...pass, milliseconds: rounded(pass.milliseconds), ...(sets && { sets }) };
    }),
    survivors: [...culled.survivors],
    survivorTriangles: culled.sets.length,
    objectPairs: Array.from({ length: objectPairs.length / 2 }, (_, i) => {
      return { a: objectPairs[2 * i], b: objectPairs[2 * i + 1] };
    }),
    ...(culled.trianglePairs && { pairs: culled.trianglePairs.length / 4 }),
    blind: culled.stats.blind.map(({ view, objects: ids }) => ({ view, objects: [...ids] })),
    milliseconds: { read: rounded(read), query: rounded(culled.stats.milliseconds.total) },
  };
}

export async function cull(args: Arguments, terminal: Terminal): Promise<number> {
  checkFilesGiven('cull', args);
  // Only the given options: the preset, and then the defaults of the query, supply the rest.
  const options = readOffered(CULL, 'cull', args);
  const survivorsPath = args.text('survivors');
  const engines = await Engines.open(engineSettings(args));
  const pairsPath = args.text('pairs');
  const pairsFile = pairsPath === undefined ? undefined : OutputFile.open(pairsPath);
  const survivorsFile = survivorsPath === undefined ? undefined : OutputFile.open(survivorsPath);
  try {
    const began = performance.now();
    const objects = await readObjects(args, { merge: args.has('merge'), weld: !args.has('no-weld') }, terminal);
    const read = performance.now() - began;
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    const culled = await ask(engine, objects, options, terminal);
    if (pairsFile) await writePairs(pairsFile, { collisions: { trianglePairs: culled.trianglePairs! } }, 0);
    pairsFile?.commit();
    if (survivorsFile) await writeSurvivors(survivorsFile, culled.survivorTriangles);
    survivorsFile?.commit();
    const report = reportOf(engine, objects, culled, read);
    terminal.clear();
    if (args.has('json')) terminal.printJson(report);
    else if (!args.has('quiet')) terminal.print(cullText(report, terminal));
    return EXIT.done;
  } finally {
    survivorsFile?.discard();
    pairsFile?.discard();
    engines.dispose();
  }
}
