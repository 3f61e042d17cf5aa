/**
 * Winding numbers on both sides of an object's surface: of one sample of each part along which they stay the same
 * (kernels/solid-samples.ts).
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { queryNumber } from '../registry.ts';
import { COMMON_SIDE } from './common-records.ts';
import { type CommonSide, sideBytes, writeSide } from './common-volume.ts';
import { SOLID_JOB, SOLID_SAMPLE } from './solid-records.ts';
import type { Box } from './view.ts';

/** Samples must be this clear of other triangles, as a part of the largest coordinate: far more than they are off by. */
const CLEAR = 2 ** -40;
/** Up to this many triangles the calling thread does it alone. */
const SMALL_TRIANGLES = 2000;

export interface SampleQuestion {
  readonly side: CommonSide;
  /** What triangles must meet to be sampled, and a larger box: vertices in it join the triangles round them. */
  readonly box: Box;
  readonly wide: Box;
  /** Triangles that no sample is to be taken of. */
  readonly avoided?: Uint32Array;
}

export interface SurfaceSamples {
  /** The winding number just above each triangle that was sampled; just below it is one more. */
  readonly samples: readonly { readonly triangle: number; readonly above: number }[];
  /** Whether no other triangle is too near one of them to tell. */
  readonly areClear: boolean;
  /** Vertices in the wide box whose triangles do not go once round them. */
  readonly irregular: number;
}

/** Must not run at the same time as another job of the same engine. */
export async function findSamples(
  runtime: WasmRuntime,
  { side, box, wide, avoided }: SampleQuestion,
  options: JobOptions,
): Promise<SurfaceSamples> {
  const largest = Math.max(...side.object.box.map(Math.abs));
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    const next = writeSide(u32, tables, side, tables + COMMON_SIDE.bytes);
    if (avoided) u32.set(avoided, next >>> 2);
    u32[SOLID_JOB.at.side >>> 2] = tables;
    u32[SOLID_JOB.at.avoided >>> 2] = next;
    u32[SOLID_JOB.at.avoidedCount >>> 2] = avoided?.length ?? 0;
    u32[SOLID_JOB.at.irregular >>> 2] = 0;
    f64.set(box, SOLID_JOB.at.box >>> 3);
    f64.set(wide, SOLID_JOB.at.wide >>> 3);
    f64[SOLID_JOB.at.clear >>> 3] = CLEAR * largest;
  };
  const job = {
    query: queryNumber('solid'),
    adjacency: true,
    given: 'bare',
    smallTriangles: SMALL_TRIANGLES,
    tableBytes: sideBytes(side) + (avoided?.byteLength ?? 0),
    write,
  } as const;
  await runSceneJob(runtime, numbered([[0, side.object]]), job, options);
  return readSamples(runtime);
}

function readSamples({ memory: { u32 } }: WasmRuntime): SurfaceSamples {
  const { at, bytes } = SOLID_SAMPLE;
  const first = u32[SOLID_JOB.at.samples >>> 2];
  const records = Array.from({ length: u32[SOLID_JOB.at.sampleCount >>> 2] }, (_, i) => first + i * bytes);
  return {
    samples: records.map((sample) => {
      const winding = u32[(sample + at.winding) >>> 2] | 0;
      const isAbove = u32[(sample + at.above) >>> 2] === 1;
      return { triangle: u32[(sample + at.triangle) >>> 2], above: isAbove ? winding : winding - 1 };
    }),
    areClear: records.every((sample) => u32[(sample + at.unclear) >>> 2] === 0),
    irregular: u32[SOLID_JOB.at.irregular >>> 2],
  };
}
