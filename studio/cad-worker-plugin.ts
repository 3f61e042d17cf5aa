/**
 * Serves the thread that reads CAD and BIM files as a script of its own, `cad-worker.js`.
 *
 * Open CASCADE makes functions from text as it starts, which the page's policy forbids, and a worker made from a blob has the
 * policy of whoever makes it. A script from the server has the one that it is sent with (src/cli/studio/headers.ts).
 */
import type { Plugin } from 'vite';
import { CAD_WORKER_SOURCE } from '../src/io/cad/generated/worker-source.ts';

const NAME = 'cad-worker.js';

export function cadWorker(): Plugin {
  return {
    name: 'studio-cad-worker',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: CAD_WORKER_SOURCE });
    },
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(CAD_WORKER_SOURCE);
      });
    },
  };
}
