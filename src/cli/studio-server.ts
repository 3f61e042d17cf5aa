/**
 * Serves the studio on this machine alone: its pages, the scans of installed npm packages, and the files that were named
 * on the command line, with the headers that threads need.
 *
 * Promise: listens on 127.0.0.1 only, answers only requests that name this machine as host (a page elsewhere whose name was
 * made to point here gets nothing), and reads no file but those of the studio, those given, and buffers that a given
 * .gltf itself names.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { OptionError } from '../errors.ts';
import { studioModel } from './studio-models.ts';

export interface StudioServer {
  readonly url: string;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface StudioServerOptions {
  /** Where the built studio is. */
  readonly folder: string;
  /** Models that the page opens. */
  readonly files: readonly string[];
  /** 0 takes a free one. */
  readonly port: number;
}

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
} as const;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

const GIVEN = /^\/given\/(\d{1,6})\/[^/]*$/;
const MODEL = /^\/models\/([\w.-]+)$/;
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost']);

/** What the page's head says about the files that were given. */
function givenMeta(files: readonly string[]): string {
  if (files.length === 0) return '';
  const list = files.map((file, index) => ({
    name: basename(file),
    url: `given/${index}/${encodeURIComponent(basename(file))}`,
  }));
  const content = JSON.stringify(list).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta name="collidescope-files" content="${content}">`;
}

/** Whether the buffer is one that the .gltf names, and a file beside or below it or wherever its author put it. */
async function namedBuffer(file: string, uri: string): Promise<string | undefined> {
  if (extname(file).toLowerCase() !== '.gltf' || /^[a-z][a-z0-9+.-]+:/i.test(uri)) return undefined;
  const { buffers = [] } = JSON.parse(await readFile(file, 'utf8')) as { buffers?: { uri?: unknown }[] };
  return buffers.some((buffer) => buffer.uri === uri) ? resolve(dirname(file), decodeURIComponent(uri)) : undefined;
}

class Site {
  readonly #folder: string;
  readonly #files: readonly string[];

  constructor({ folder, files }: StudioServerOptions) {
    this.#folder = resolve(folder);
    this.#files = files;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const given = GIVEN.exec(pathname);
    if (!LOCAL_HOSTS.has(host)) refuse(response, 403);
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405);
    else if (given) await this.#sendGiven(response, Number(given[1]), searchParams.get('beside'));
    else await this.#sendPage(response, pathname);
  }

  async #sendGiven(response: ServerResponse, index: number, beside: string | null): Promise<void> {
    const file = this.#files[index];
    const path = file === undefined || beside === null ? file : await namedBuffer(file, beside);
    if (path === undefined) refuse(response, 404);
    else await sendFile(response, path);
  }

  async #sendPage(response: ServerResponse, pathname: string): Promise<void> {
    const path = resolve(this.#folder, `.${decodeURIComponent(pathname === '/' ? '/index.html' : pathname)}`);
    if (!path.startsWith(this.#folder + sep)) refuse(response, 404);
    else if (path === join(this.#folder, 'index.html')) await this.#sendIndex(response, path);
    else await this.#sendAsset(response, path, pathname);
  }

  async #sendIndex(response: ServerResponse, path: string): Promise<void> {
    const html = await readFile(path, 'utf8');
    response.setHeader('Content-Type', CONTENT_TYPES['.html']);
    response.end(html.replace('</title>', () => `</title>${givenMeta(this.#files)}`));
  }

  async #sendAsset(response: ServerResponse, path: string, pathname: string): Promise<void> {
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    const model = isThere ? undefined : MODEL.exec(pathname);
    const bytes = model && (await studioModel(model[1]));
    if (isThere) await sendFile(response, path);
    else if (bytes) response.end(bytes);
    else refuse(response, 404);
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const { size } = await stat(path);
  response.setHeader('Content-Type', CONTENT_TYPES[extname(path)] ?? 'application/octet-stream');
  response.setHeader('Content-Length', size);
  createReadStream(path)
    .on('error', () => response.destroy())
    .pipe(response);
}

export async function serveStudio(options: StudioServerOptions): Promise<StudioServer> {
  const site = new Site(options);
  const server = createServer((request, response) => {
    site.answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 404);
    });
  });
  await new Promise<void>((listening, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, options.port)));
    server.listen(options.port, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    ended: new Promise((ended) => server.once('close', ended)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'may not be used by this user' : 'is in use';
  return new OptionError('port', `port ${port} ${why}. Give another with --port, or leave it out to take a free one.`, {
    port,
  });
}

/** Where the built studio lies: beside the command, or beside the folder that it is in. */
export async function findStudio(from: string): Promise<string> {
  for (const folder of [join(from, 'studio'), join(from, '../studio')]) {
    const isThere = await stat(join(folder, 'index.html')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  throw new OptionError('no-studio', 'the studio is not built here. In a clone, run: npm run studio');
}
