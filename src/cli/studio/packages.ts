/**
 * Serves the packages that read CAD and BIM files to the studio, from where they are installed: they are not part of the
 * studio, which has a different licence.
 *
 * Promise: just the scripts and wasm modules named here are served, and nothing else of the packages.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files the page may request, by package, and their paths relative to the package's main script. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  'web-ifc': ['web-ifc-api.js', 'web-ifc.wasm'],
  'occt-import-js': ['occt-import-js.js', 'occt-import-js.wasm'],
};

/** This script defines a global variable, for pages without modules; the studio imports it. */
const PLAIN_SCRIPT = { file: 'occt-import-js.js', variable: 'occtimportjs' };

function mainScript(name: string): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(`${process.cwd()}/`).href]) {
    try {
      return createRequire(from).resolve(name);
    } catch {}
  }
  return undefined;
}

export interface ServedFile {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

/** Undefined for files that are not served or not installed. */
export async function packageFile(name: string, file: string): Promise<ServedFile | undefined> {
  if (!Object.hasOwn(SERVED, name) || !SERVED[name].includes(file)) return undefined;
  const main = mainScript(name);
  if (main === undefined) return undefined;
  const bytes = await readFile(join(dirname(main), file));
  if (file !== PLAIN_SCRIPT.file) return { bytes, extension: extname(file) };
  const asModule = `${bytes.toString('utf8')}\nexport default ${PLAIN_SCRIPT.variable};\n`;
  return { bytes: Buffer.from(asModule), extension: '.js' };
}
