/**
 * Serves the studio on this machine alone: its pages, the scans of installed npm packages, and the files that were named
 * on the command line.
 *
 * Promise: listens on 127.0.0.1 only, answers only requests that name this machine as host (a page elsewhere whose name was
 * made to point here gets nothing) and know the key in the address (other programs and users of this machine get nothing
 * either), and reads no file but those of the studio, those given, and buffers that a given glTF names and that lie
 * beside or below it. What was given is data: it is never sent as anything that a browser would run.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join, resolve, sep } from 'node:path';
import { studioModel } from '../../../scenes/support/studio-models.ts';
import { OptionError } from '../../errors.ts';
import { openGltfContainer } from '../../io/gltf/container.ts';
import { openBeside } from '../input/files-beside.ts';
import { readBytes } from '../input/read-bytes.ts';
import { markAsPage, setHeaders } from './headers.ts';

export interface StudioServer {
  /** With the key, without which nothing is answered. */
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
  /** Models may name files outside of their folder. */
  readonly allowOutside?: boolean;
}

const GIVEN = /^\/given\/(\d{1,6})\/[^/]*$/;
const MODEL = /^\/models\/([\w.-]+)$/;
const KEY_BYTES = 24;
const NO_KEY = 'The address of the studio has a key in it: use the one that was printed when it started.\n';
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

/** Whether a given glTF names that buffer; files of other formats name none. */
async function namesBuffer(file: string, uri: string): Promise<boolean> {
  const { bytes, name } = await readBytes(file);
  const { buffers } = openGltfContainer(bytes, { name }).json;
  return Array.isArray(buffers) && buffers.some((buffer: { uri?: unknown } | null) => buffer?.uri === uri);
}

class Site {
  /** First part of every path. */
  readonly key = randomBytes(KEY_BYTES).toString('base64url');
  readonly #folder: string;
  readonly #files: readonly string[];
  readonly #allowOutside: boolean;

  constructor({ folder, files, allowOutside = false }: StudioServerOptions) {
    this.#folder = resolve(folder);
    this.#files = files;
    this.#allowOutside = allowOutside;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setHeaders(response);
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, key, path] = /^\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
    const given = GIVEN.exec(path ?? '');
    if (!LOCAL_HOSTS.has(host)) refuse(response, 403);
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405);
    else if (path === undefined || !this.#isKey(key)) refuse(response, 403, NO_KEY);
    else if (given) await this.#sendGiven(response, Number(given[1]), searchParams.get('beside'));
    else await this.#sendPage(response, path);
  }

  #isKey(found: string): boolean {
    return found.length === this.key.length && timingSafeEqual(Buffer.from(found), Buffer.from(this.key));
  }

  async #sendGiven(response: ServerResponse, index: number, beside: string | null): Promise<void> {
    const file = this.#files[index];
    if (file === undefined) refuse(response, 404);
    else if (beside === null) await sendFile(response, file);
    else if (await namesBuffer(file, beside)) {
      const { handle, size } = await openBeside(file, beside, { allowOutside: this.#allowOutside });
      sendOpened(response, handle, size);
    } else refuse(response, 404);
  }

  async #sendPage(response: ServerResponse, pathname: string): Promise<void> {
    const path = resolve(this.#folder, `.${decodeURIComponent(pathname === '/' ? '/index.html' : pathname)}`);
    if (!path.startsWith(this.#folder + sep)) refuse(response, 404);
    else if (path === join(this.#folder, 'index.html')) await this.#sendIndex(response, path);
    else await this.#sendAsset(response, path, pathname);
  }

  async #sendIndex(response: ServerResponse, path: string): Promise<void> {
    const html = await readFile(path, 'utf8');
    markAsPage(response, '.html');
    response.end(html.replace('</title>', () => `</title>${givenMeta(this.#files)}`));
  }

  async #sendAsset(response: ServerResponse, path: string, pathname: string): Promise<void> {
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    const model = isThere ? undefined : MODEL.exec(pathname);
    const bytes = model && (await studioModel(model[1]));
    if (isThere) {
      markAsPage(response, extname(path));
      await sendFile(response, path);
    } else if (bytes) response.end(bytes);
    else refuse(response, 404);
  }
}

function refuse(response: ServerResponse, status: number, reason = ''): void {
  response.statusCode = status;
  if (reason) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(reason);
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const { size } = await stat(path);
  response.setHeader('Content-Length', size);
  createReadStream(path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** No more than the size that was promised, even if the file grows meanwhile. */
function sendOpened(response: ServerResponse, handle: FileHandle, size: number): void {
  response.setHeader('Content-Length', size);
  if (size === 0) {
    handle.close().catch(() => {});
    response.end();
    return;
  }
  handle
    .createReadStream({ start: 0, end: size - 1 })
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
    url: `http://127.0.0.1:${port}/${site.key}/`,
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
