/** Meshes as files, for tests; the same that benchmarks read. */
export * from '../../scenes/support/mesh-files.ts';
