/** Builds the studio (studio/) into static files with relative addresses, so that they work at any URL. */
import { join } from 'node:path';
import { root } from './run.mjs';
import { packageFolder } from './third-party-licenses.mjs';

/** Collects the folders of npm packages whose code is bundled. */
function recorder(packages) {
  return {
    name: 'packages',
    moduleParsed({ id }) {
      const folder = packageFolder(id);
      if (folder) packages.add(folder);
    },
  };
}

/** Harmless warnings: a package imports Node's file system but never uses it; scans are fetched from beside the page. */
const EXPECTED = /externalized for browser compatibility|PLUGIN_TIMINGS|doesn't exist at build time/;

/**
 * `mode` is `published` (with the scans that may be redistributed) or `everything` (with all that are installed).
 * Returns the folders of the npm packages in it.
 */
export async function buildStudio(outDir, mode) {
  const { build, createLogger } = await import('vite');
  const packages = new Set();
  const customLogger = createLogger('warn');
  const { warn } = customLogger;
  customLogger.warn = (message, options) => EXPECTED.test(message) || warn(message, options);
  await build({
    configFile: join(root, 'studio/vite.config.ts'),
    mode,
    customLogger,
    clearScreen: false,
    plugins: [recorder(packages)],
    worker: { plugins: () => [recorder(packages)] },
    build: { outDir, emptyOutDir: true },
  });
  return packages;
}
