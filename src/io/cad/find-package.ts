/**
 * Finds the packages that read CAD and BIM files. They are optional, so that only those who read such files install them.
 *
 * In Node they are looked for beside this package, then from the current folder, so that `npm install` in either
 * place is enough. In browsers the caller says where they are served.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import type { CadFormat } from './cad-job.ts';

/** Where a package is: its script, and the folder of its wasm where it does not find that by itself. */
export interface PackagePlace {
  readonly script: string;
  readonly wasmFolder: string | undefined;
}

/** The package of each format, and how to describe it. */
export const CAD_PACKAGES: Readonly<Record<CadFormat, 'web-ifc' | 'occt-import-js'>> = {
  ifc: 'web-ifc',
  step: 'occt-import-js',
  iges: 'occt-import-js',
  brep: 'occt-import-js',
};

/** Their scripts as a server offers them, in a folder named after the package. */
export const SERVED_SCRIPTS = { 'web-ifc': 'web-ifc-api.js', 'occt-import-js': 'occt-import-js.js' } as const;

const inNode = typeof process !== 'undefined' && !!process.versions?.node;
// Names in variables, so that bundlers for browsers leave the imports alone.
const NODE_MODULE = 'node:module';
const NODE_URL = 'node:url';

async function placeInNode(name: string): Promise<PackagePlace | undefined> {
  const { createRequire } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ NODE_MODULE
  )) as typeof import('node:module');
  const { pathToFileURL } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ NODE_URL
  )) as typeof import('node:url');
  for (const from of [import.meta.url, pathToFileURL(`${process.cwd()}/`).href]) {
    try {
      return { script: pathToFileURL(createRequire(from).resolve(name)).href, wasmFolder: undefined };
    } catch {}
  }
  return undefined;
}

export async function findCadPackage(format: CadFormat, options: ReadOptions): Promise<PackagePlace> {
  const name = CAD_PACKAGES[format];
  const folder = options.packages;
  if (folder !== undefined) {
    const base = new URL(`${name}/`, folder.endsWith('/') ? folder : `${folder}/`).href;
    return { script: base + SERVED_SCRIPTS[name], wasmFolder: base };
  }
  const found = inNode ? await placeInNode(name) : undefined;
  if (found) return found;
  throw missingPackage(format, options);
}

export function missingPackage(format: CadFormat, options: ReadOptions): Error {
  const name = CAD_PACKAGES[format];
  const title = format.toUpperCase();
  const advice = inNode
    ? `Add it with: npm install ${name}`
    : `Serve it, and say where with the option packages; for the studio: npm install ${name}`;
  return fileError('missing-package', options, {
    found: `${title} files are read by the package ${name}, which is not installed`,
    advice,
    details: { package: name },
  });
}
