/** The shared folder lies in bench, which must not import tests. */
export * from '../../bench/support/shared-folder.ts';
