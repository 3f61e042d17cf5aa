/** What tests need to run verbs in their own process; bundled with the command line, so that both share its modules. */
export { runCommandLine } from '../../src/cli/dispatch.ts';
export { Terminal } from '../../src/cli/output/terminal.ts';
