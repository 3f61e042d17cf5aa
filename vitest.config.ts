import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/workshop.ts',
    // Engines start threads of their own, so few files at a time; in processes, so that a crash shows where it was.
    pool: 'forks',
    maxWorkers: 2,
    // A guard against hangs, not a measure: on a machine that does other things as well, tests take many times as long.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
