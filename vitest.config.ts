import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.ts';
import { PAGE_PATIENCE, PATIENCE } from './test/support/thoroughness.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/workshop.ts',
    // Engines start threads of their own, so few files at a time; in processes, so that a crash shows where it was. Three, because
    // with two a quarter of two cores waited for pages and programs to start.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: { timeout: PAGE_PATIENCE } },
  },
});
