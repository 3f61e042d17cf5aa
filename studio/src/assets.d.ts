/** What the bundler makes of files that are no scripts. */
declare module '*.css';
