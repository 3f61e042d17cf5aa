/** Meshes as files, for tests; the same that benchmarks read. */
export * from '../../bench/support/mesh-files.ts';
