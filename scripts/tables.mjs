/**
 * `npm run tables`: writes what the docs repeat of the sources: help texts, options of queries, tools for language models. The tests
 * that fail when these are out of date write them, too.
 */
import { run, TOOL } from './run.mjs';

const TESTS = ['test/package/options.test.ts', 'test/cli/docs.test.ts'];

run(process.execPath, [TOOL.vitest, 'run', ...TESTS], {
  env: { ...process.env, UPDATE_DOCS: '1' },
});
