/** `collidescope info`: describes this machine and the given files. */
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { version } from '../../../package.json';
import { type AdapterList, listAdapters } from '../../backend/gpu/list-adapters.ts';
import type { Engine } from '../../engine.ts';
import { MeshError, OptionError } from '../../errors.ts';
import type { PartFacts } from '../../io/cad/cad-job.ts';
import { type Box, boxOf } from '../../report/box.ts';
import { healthOf, type MeshHealth } from '../../report/mesh-health.ts';
import { objectsOf } from '../../report/objects.ts';
import type { UnreadableFile } from '../../report/report.ts';
import { plainText } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { readFileModel } from '../input/read-files.ts';
import { engineSettings, readSettings, weldFor } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { infoText } from '../output/print-info.ts';
import type { Terminal } from '../output/terminal.ts';

export interface InfoObject extends MeshHealth, PartFacts {
  readonly file: string;
  readonly name: string;
  readonly guid?: string;
  readonly path?: readonly string[];
  /** How far triangles may be from surfaces. */
  readonly deflection?: number;
  readonly format: string;
  /** Unit of length, if the file states one. */
  readonly unit?: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly degenerate: number;
  readonly bounds?: Box;
}

export interface Info {
  readonly command: 'info';
  readonly version: string;
  readonly engine: string;
  readonly threads: number;
  readonly system: {
    readonly node: string;
    readonly platform: string;
    readonly processor: string;
    readonly cores: number;
    readonly memoryBytes: number;
    readonly freeMemoryBytes: number;
  };
  /** WebGPU adapters with their limits, or why there are none. */
  readonly webgpu: AdapterList;
  readonly objects: readonly InfoObject[];
  readonly unreadable?: readonly UnreadableFile[];
  readonly milliseconds: { readonly read: number };
}

async function describeFile(engine: Engine, file: string, args: Arguments, terminal: Terminal): Promise<InfoObject[]> {
  const source = await readFileModel(file, readSettings(args), terminal);
  const { format, unit } = source.model;
  const objects = objectsOf(source, { merge: false, weld: weldFor(args, source, false) });
  const scene = engine.createScene();
  try {
    for (const { mesh } of objects) scene.add(mesh);
    const { degenerateTriangles } = await scene.collide({ self: false, between: false });
    const degenerate = objects.map(() => 0);
    for (let at = 0; at < degenerateTriangles.length; at += 2) degenerate[degenerateTriangles[at]]++;
    return objects.map((object, i) => {
      const { name, vertices, triangles, mesh: _, shared: _shared, ...facts } = object;
      const bounds = boxOf(object);
      const known = {
        ...facts,
        file,
        name,
        format,
        ...(unit && { unit }),
        vertices,
        triangles,
        degenerate: degenerate[i],
      };
      const health = healthOf(object);
      return bounds ? { ...known, bounds, ...health } : { ...known, ...health };
    });
  } finally {
    scene.dispose();
  }
}

export async function info(args: Arguments, terminal: Terminal): Promise<number> {
  const engines = await Engines.open(engineSettings(args));
  try {
    const engine = await engines.full();
    const began = performance.now();
    const objects: InfoObject[] = [];
    const unreadable: UnreadableFile[] = [];
    for (const file of args.files) {
      try {
        objects.push(...(await describeFile(engine, file, args, terminal)));
      } catch (error) {
        // With several files, a broken one does not end the run.
        if (!(error instanceof MeshError || error instanceof OptionError)) throw error;
        if (unreadable.length + 1 >= args.files.length) throw error;
        terminal.error(plainText(`${error.name} ${error.message}`));
        unreadable.push({ file, code: error.code, message: error.message });
      }
    }
    const found: Info = {
      command: 'info',
      version,
      engine: engine.backend,
      threads: engine.threads,
      system: {
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        processor: cpus()[0]?.model.trim() ?? 'unknown',
        cores: availableParallelism(),
        memoryBytes: totalmem(),
        freeMemoryBytes: freemem(),
      },
      webgpu: await listAdapters(),
      objects,
      ...(unreadable.length > 0 && { unreadable }),
      milliseconds: { read: Math.round((performance.now() - began) * 100) / 100 },
    };
    terminal.clear();
    if (args.has('json')) terminal.printJson(found);
    else if (!args.has('quiet')) terminal.print(infoText(found, terminal));
    return unreadable.length > 0 ? EXIT.badInput : EXIT.done;
  } finally {
    engines.dispose();
  }
}
