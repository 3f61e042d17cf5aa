import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.ts';
import { PAGE_PATIENCE, PATIENCE } from './test/support/thoroughness.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/workshop.ts',
    // Engines start threads of their own, so few files at a time; in processes, so that a crash shows where it was. Three at a
    // time took as long as two, and more processor time.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: { timeout: PAGE_PATIENCE } },
  },
});
