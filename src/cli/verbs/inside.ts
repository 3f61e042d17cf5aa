/** `collidescope inside`: which points of a file lie inside a mesh. */
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import { GrowableFloat64 } from '../../io/growable.ts';
import { TextScanner } from '../../io/text/text-scanner.ts';
import { countOpenEdges } from '../../mesh/open-edges.ts';
import { POINT_PLACE } from '../../queries/inside/inside.ts';
import { objectsOf } from '../../report/objects.ts';
import { counted, duration, grouped, rounded } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { INSIDE } from '../input/offered.ts';
import { readBytes } from '../input/read-bytes.ts';
import { readFileModel } from '../input/read-files.ts';
import { readOffered } from '../input/read-offered.ts';
import { engineSettings, readSettings, weldFor } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';

export interface InsideReport {
  readonly command: 'inside';
  readonly version: string;
  readonly engine: string;
  readonly threads: number;
  readonly file: string;
  readonly triangles: number;
  /** 0 for a closed mesh; others are refused without --allow-open. */
  readonly openEdges: number;
  readonly points: number;
  readonly inside: number;
  readonly on: number;
  readonly milliseconds: { readonly read: number; readonly query: number };
}

/** Lines per write. */
const LINES_PER_WRITE = 65536;

function checkFiles({ files }: Arguments): readonly [string, string] {
  if (files.length === 2) return [files[0], files[1]];
  throw new OptionError(
    files.length < 2 ? 'no-files' : 'too-many-files',
    `inside expects a mesh and a file of points, as in: collidescope inside model.stl points.xyz; found ${counted(files.length, 'file')}.`,
  );
}

async function writePlaces(file: OutputFile, places: Uint8Array): Promise<void> {
  for (let from = 0; from < places.length; from += LINES_PER_WRITE) {
    const lines = places.subarray(from, from + LINES_PER_WRITE).join('\n');
    await file.write(`${lines}\n`);
  }
}

function insideText(report: InsideReport): string {
  const { triangles, openEdges, points, inside, on, engine, threads, milliseconds } = report;
  const workers = threads === 0 ? 'no threads' : counted(threads, 'thread');
  const open = `The mesh is not closed (${counted(openEdges, 'open edge')}): near its holes, inside and outside depend on the viewing direction.`;
  return [
    ...(openEdges > 0 ? [open] : []),
    `${counted(points, 'point')}, ${counted(triangles, 'triangle')}: ${grouped(inside)} inside, ${grouped(on)} on the surface, ${grouped(points - inside - on)} outside`,
    `Read in ${duration(milliseconds.read)}, answered in ${duration(milliseconds.query)} (${engine}, ${workers})`,
    '',
  ].join('\n');
}

export async function inside(args: Arguments, terminal: Terminal): Promise<number> {
  const [meshFile, pointsFile] = checkFiles(args);
  const outPath = args.text('out');
  const engines = await Engines.open(engineSettings(args));
  const out = outPath === undefined ? undefined : OutputFile.open(outPath);
  try {
    const began = performance.now();
    const model = await readFileModel(meshFile, readSettings(args), terminal);
    const [{ mesh, triangles }] = objectsOf(model, { merge: true, weld: weldFor(args, model, false) });
    const points = await readPoints(pointsFile, terminal);
    const read = performance.now();
    const engine = await engines.for(triangles + points.length / 3);
    using scene = engine.createScene();
    const onProgress = (done: number) => terminal.progress('testing points', done);
    const options = { ...readOffered(INSIDE, 'inside', args), onProgress };
    const places = await scene.inside(scene.add(mesh), points, options);
    const count = (wanted: number) => places.reduce((sum, place) => sum + Number(place === wanted), 0);
    const report: InsideReport = {
      command: 'inside',
      version,
      engine: 'wasm', // every engine tests points in wasm
      threads: engine.threads,
      file: meshFile,
      triangles,
      openEdges: options.allowOpen ? countOpenEdges(mesh.positions, mesh.indices).open : 0,
      points: places.length,
      inside: count(POINT_PLACE.inside),
      on: count(POINT_PLACE.on),
      milliseconds: { read: rounded(read - began), query: rounded(performance.now() - read) },
    };
    if (out) await writePlaces(out, places);
    out?.commit();
    terminal.clear();
    if (args.has('json')) terminal.printJson(report);
    else if (!args.has('quiet')) terminal.print(insideText(report));
    return EXIT.done;
  } finally {
    out?.discard();
    engines.dispose();
  }
}

/** Bytes between two pauses, in which an interrupt can arrive. */
const BYTES_PER_SLICE = 1 << 22;

/**
 * Reads points from a text file: x, y and z of one point per line, in double precision. The rest of a line, blank lines and
 * everything after a `#` are ignored.
 */
async function readPoints(path: string, terminal: Terminal): Promise<Float64Array> {
  const { bytes, name } = await readBytes(path);
  const scanner = new TextScanner(bytes, { name });
  const coordinates = new GrowableFloat64();
  let sliceEnds = BYTES_PER_SLICE;
  while (scanner.skipToContent()) {
    coordinates.push3(scanner.number(), scanner.number(), scanner.number());
    scanner.skipLine();
    if (scanner.position < sliceEnds) continue;
    terminal.progress(`reading ${name}`, scanner.position / scanner.end);
    await new Promise((resume) => setImmediate(resume));
    sliceEnds = scanner.position + BYTES_PER_SLICE;
  }
  return coordinates.take();
}
