/** Asks for what `workshop.ts` makes once per run. */
import { inject } from 'vitest';

export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

export interface Product {
  /** The bundled command line, `cli.js`, and `in-process.js` beside it. */
  'command-line': { readonly folder: string };
  /** The package as it would be published: its archive, and the folder that it is unpacked to. */
  package: {
    readonly archive: string;
    readonly size: number;
    readonly unpackedSize: number;
    readonly files: readonly PackedFile[];
    readonly unpacked: string;
  };
  /** Where Playwright connects to the browser of this worker. */
  chromium: { readonly endpoint: string };
}

export type Order = keyof Product;

declare module 'vitest' {
  interface ProvidedContext {
    workshopPort: number;
  }
}

export async function askWorkshop<K extends Order>(order: K): Promise<Product[K]> {
  const worker = process.env.VITEST_POOL_ID ?? '0';
  const response = await fetch(`http://127.0.0.1:${inject('workshopPort')}/${order}/${worker}`);
  const { product, error } = await response.json();
  if (error !== undefined) throw new Error(error);
  return product;
}
