/** `collidescope mcp`: serves collision checks to a language model, over standard input and output. */
import { OptionError } from '../../errors.ts';
import { counted } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { ServedFolder } from '../mcp/served-folder.ts';
import { createServer, loadSdk } from '../mcp/server.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

export async function mcp({ files }: Arguments, terminal: Terminal): Promise<number> {
  if (files.length !== 1) {
    throw new OptionError(
      files.length === 0 ? 'no-files' : 'too-many-files',
      `mcp expects one folder, as in: collidescope mcp models; found ${counted(files.length, 'path')}.`,
    );
  }
  const folder = await ServedFolder.open(files[0]);
  const sdk = await loadSdk();
  const server = createServer(sdk, folder);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new sdk.StdioServerTransport());
  terminal.note(`serving ${folder.path} over standard input and output; close standard input to stop.`);
  await closed;
  await server.close();
  return EXIT.done;
}
