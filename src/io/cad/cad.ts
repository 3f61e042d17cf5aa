/**
 * Reads CAD and BIM files: IFC through web-ifc, STEP, IGES and BREP through occt-import-js.
 *
 * Promise: whatever such a package does with a file (a trap, a hang, unbounded memory) ends the reading of that file with
 * a MeshError, and nothing else.
 */
import type { ErrorCode } from '../../error-codes.ts';
import { fileError, fileLabel, partNameOf } from '../file-error.ts';
import type { Model, ModelPart, ReadOptions } from '../model.ts';
import { checkBrackets } from './balanced.ts';
import type { CadFailure, CadFormat, CadJob, CadMessage, CadModel } from './cad-job.ts';
import { giveBack, takeThread } from './cad-thread.ts';
import { checkComplete } from './complete.ts';
import { CAD_PACKAGES, findCadPackage, missingPackage } from './find-package.ts';

/** What the reading of a CAD or BIM file uses for options that you leave out. */
export const CAD_DEFAULTS = {
  secondsLimit: 600,
  memoryLimitBytes: 2 ** 31,
} as const;

/** With settings only our own studio uses. */
export interface CadReadOptions extends ReadOptions {
  /** Address of the thread's script in browsers whose policy for blobs would not let the packages run. */
  cadWorker?: string;
}

const BAD: Readonly<Record<CadFormat, ErrorCode>> = {
  ifc: 'bad-ifc',
  step: 'bad-step',
  iges: 'bad-iges',
  brep: 'bad-brep',
};

const TITLES: Readonly<Record<CadFormat, string>> = { ifc: 'IFC', step: 'STEP', iges: 'IGES', brep: 'BREP' };

function failureError(format: CadFormat, options: ReadOptions, { code, found }: CadFailure): Error {
  const by = CAD_PACKAGES[format];
  const title = TITLES[format];
  if (code === 'too-large') {
    const bytes = options.memoryLimitBytes ?? CAD_DEFAULTS.memoryLimitBytes;
    return fileError('too-large', options, {
      found: `reading it takes more than the ${Math.round(bytes / 2 ** 20)} MiB that ${by} may use (${found})`,
      advice: 'Split the model, or raise memoryLimitBytes.',
      details: { memoryLimitBytes: bytes },
    });
  }
  if (code === 'no-triangles') {
    return fileError('no-triangles', options, { found, advice: 'Check that it is the right file.' });
  }
  if (code === 'unsupported-schema') {
    return fileError(BAD[format], options, { found, advice: 'Export it as IFC 2x3, 4 or 4.3.' });
  }
  return fileError(BAD[format], options, {
    found: `${by} could not read it as ${title} (${found || 'it gave no reason'})`,
    advice: 'Open it in the program that made it, and export it again.',
  });
}

/** Runs the job in a thread of its own, which is ended unless all went well. */
async function runJob(job: CadJob, options: CadReadOptions): Promise<CadModel> {
  const { signal, onProgress } = options;
  const seconds = options.secondsLimit ?? CAD_DEFAULTS.secondsLimit;
  const { promise, resolve, reject } = settleLater<{ model: CadModel; heapBytes: number }>();
  const thread = await takeThread(job, options.cadWorker);
  const timer = setTimeout(() => reject(tooSlow(job.format, options, seconds)), 1000 * seconds);
  const stop = () => reject(signal!.reason);
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    thread.run(job, {
      message: (message: CadMessage) => {
        if ('progress' in message) onProgress?.(message.progress);
        else if ('model' in message) resolve(message);
        else reject(failureOf(job.format, options, message.failure));
      },
      lost: (reason) => {
        const code = /memory/i.test(reason) ? 'too-large' : 'bad-model';
        reject(failureError(job.format, options, { code, found: reason }));
      },
    });
    const { model, heapBytes } = await promise;
    giveBack(thread, job, heapBytes);
    return model;
  } catch (error) {
    thread.end();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** In browsers, a package that is not served is noticed only when the thread tries to load it. */
function failureOf(format: CadFormat, options: ReadOptions, failure: CadFailure): Error {
  const isMissing = failure.code === 'missing';
  return isMissing ? missingPackage(format, options) : failureError(format, options, failure);
}

function settleLater<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  return { promise, resolve, reject };
}

function tooSlow(format: CadFormat, options: ReadOptions, seconds: number): Error {
  return fileError('too-slow', options, {
    found: `${CAD_PACKAGES[format]} was not done with it after ${seconds} seconds`,
    advice: 'Split the model, use a coarser deflection, or raise secondsLimit.',
    details: { seconds },
  });
}

/** A part without a name is named after its class, else after the file. */
function namesOf({ parts }: CadModel, options: ReadOptions): string[] {
  return parts.map(({ name, class: ownClass }) => name || ownClass || partNameOf(options));
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

export async function readCad(format: CadFormat, given: Uint8Array, options: CadReadOptions): Promise<Model> {
  const bytes = format === 'ifc' && isZip(given) ? (await import('./ifc-zip.ts')).unzippedIfc(given, options) : given;
  checkComplete(format, bytes, options);
  if (format === 'ifc' || format === 'step') checkBrackets(`bad-${format}`, bytes, options);
  const place = await findCadPackage(format, options);
  const model = await runJob(
    {
      format,
      bytes,
      ...place,
      memoryLimitBytes: options.memoryLimitBytes ?? CAD_DEFAULTS.memoryLimitBytes,
      withSpaces: options.withSpaces ?? false,
      withProperties: options.withProperties ?? false,
      ...(options.deflection && { deflection: options.deflection }),
    },
    options,
  );
  options.onProgress?.(1);
  const names = namesOf(model, options);
  const parts = model.parts.map((part, i): ModelPart => ({ ...part, name: names[i] }));
  const notes = model.notes.map((note) => `${fileLabel(options)}: ${note}.`);
  return {
    format,
    parts,
    ...(model.unit !== undefined && { unit: model.unit }),
    ...(model.mapConversion && { mapConversion: model.mapConversion }),
    ...(model.facts && { facts: model.facts }),
    ...(notes.length > 0 && { notes }),
  };
}
