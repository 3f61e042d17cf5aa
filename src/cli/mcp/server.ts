/** The MCP server: tools on the files of one folder, over standard input and output. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import { capped } from './capped.ts';
import { runVerb } from './run-verb.ts';
import type { ServedFolder } from './served-folder.ts';
import { LIMIT, limitOf, TOOLS, type Tool, type ToolInput } from './tools.ts';

const INSTRUCTIONS =
  'Exact collision checks on triangle meshes: OBJ, STL, PLY, OFF, glTF, GLB and 3MF files below one folder. ' +
  'Paths are relative to that folder. Lists are cut to "limit" entries; "omitted" tells how many more there are. ' +
  'Nothing is ever written.';

/** Loads the protocol's own package, which only this command needs. */
export async function loadSdk() {
  try {
    const [{ Server }, { StdioServerTransport }, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    return { Server, StdioServerTransport, ...types };
  } catch (error) {
    throw new OptionError(
      'missing-package',
      `mcp needs the npm package @modelcontextprotocol/sdk, which cannot be loaded (${(error as Error).message.split('\n')[0]}). Install it with: npm install @modelcontextprotocol/sdk`,
      { package: '@modelcontextprotocol/sdk' },
    );
  }
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

export function createServer(sdk: Sdk, folder: ServedFolder): Server {
  const server = new sdk.Server(
    { name: 'collidescope', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: TOOLS.map(described) }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) {
      const known = TOOLS.map(({ name }) => name).join(', ');
      throw new sdk.McpError(sdk.ErrorCode.InvalidParams, `there is no tool "${params.name}". The tools are ${known}.`);
    }
    try {
      return await answer(tool, params.arguments ?? {}, folder, signal);
    } catch (error) {
      return refusal((error as Error).message);
    }
  });
  return server;
}

function described({ name, title, description, properties, required }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: { ...properties, limit: LIMIT },
      required: [...required],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

async function answer(
  tool: Tool,
  input: ToolInput,
  folder: ServedFolder,
  signal: AbortSignal,
): Promise<CallToolResult> {
  checkNames(tool, input);
  const most = limitOf(input);
  const found = await runVerb(await tool.plan(input, folder), { folder: folder.path, signal });
  const { error } = found as { error?: { code?: string; message?: string } };
  if (error) return refusal(`${error.code}: ${error.message}`);
  const { document, omitted } = capped(tool.pick?.(found) ?? found, most);
  return { content: [{ type: 'text', text: JSON.stringify({ ...(document as object), omitted }) }] };
}

function checkNames({ properties, name }: Tool, input: ToolInput): void {
  const known = [...Object.keys(properties), 'limit'];
  const unknown = Object.keys(input).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  throw new OptionError('unknown-option', `${name} takes ${known.join(', ')}; found ${unknown.join(', ')}.`);
}

/** An answer that the caller can act on, as against a failure of the protocol. */
function refusal(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}
