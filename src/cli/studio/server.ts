/**
 * Serves the studio to this machine only: its pages, the scans of installed npm packages, and the files named on the
 * command line.
 *
 * Promise: listens on 127.0.0.1 only; answers only requests with a local host name (against DNS rebinding) and with the key
 * in the address (against other programs and users of this machine); reads no files but those of the studio, the given
 * ones and those given before, buffers that a given glTF and meshes that a given URDF refer to in or below their folders, and the scripts of the packages that read CAD files. Given
 * files are sent as data that no browser runs.
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
import { meshNames } from '../../report/motion/urdf-text.ts';
import { openRegular, readRegularText } from '../../shards/regular-file.ts';
import { openBeside } from '../input/files-beside.ts';
import { readBytes } from '../input/read-bytes.ts';
import { meshPath } from '../input/urdf.ts';
import { markAsCadWorker, markAsPage, setHeaders } from './headers.ts';
import { packageFile } from './packages.ts';
import type { RecentlyOpened } from './recent.ts';

export interface StudioServer {
  /** Includes the key. */
  readonly url: string;
  /** Resolves when the server has stopped. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface StudioServerOptions {
  /** Folder of the built studio. */
  readonly folder: string;
  /** Models to open in the page. */
  readonly files: readonly string[];
  /** How parts of them move. */
  readonly joints?: string;
  /** What was opened before, to be offered. */
  readonly recent?: readonly RecentlyOpened[];
  /** 0 picks a free one. */
  readonly port: number;
  /** Models may refer to files outside their folder. */
  readonly allowOutside?: boolean;
  /** Progress of a plan, if one is watched. */
  readonly status?: () => Promise<unknown>;
}

const GIVEN = /^\/given\/(\d{1,6})\/[^/]*$/;
const RECENT = /^\/recent\/(\d{1,2})\/(\d{1,6})\/[^/]*$/;
const PACKAGE = /^\/packages\/([\w-]+)\/([\w.-]+)$/;
/** Has a policy of its own. */
const CAD_WORKER = '/cad-worker.js';
const MODEL = /^\/models\/([\w.-]+)$/;
const ROBOT = /\.urdf$/i;
const KEY_BYTES = 24;
const NO_KEY = 'The key is missing from the address. Use the address that was printed when the studio started.\n';
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost']);

/** Lists the given files in the head of the page. The page recognises joints by their file extension. */
function givenMeta(files: readonly string[], joints: string | undefined): string {
  if (files.length === 0) return '';
  const list = files.map((file, index) => {
    const name = basename(file);
    const isNamedOtherwise = file === joints && !/\.json$/i.test(name);
    return { name: isNamedOtherwise ? `${name}.json` : name, url: `given/${index}/${encodeURIComponent(name)}` };
  });
  return meta('collidescope-files', list);
}

function meta(name: string, list: unknown): string {
  const content = JSON.stringify(list).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta name="${name}" content="${content}">`;
}

/** Lists what was opened before: names and times; paths stay on the server. */
function recentMeta(recent: readonly RecentlyOpened[]): string {
  if (recent.length === 0) return '';
  const list = recent.map(({ files, opened }, i) => ({
    opened,
    files: files.map((file, j) => ({
      name: basename(file),
      url: `recent/${i}/${j}/${encodeURIComponent(basename(file))}`,
    })),
  }));
  return meta('collidescope-recent', list);
}

/** Opens what a given file refers to: a buffer of a glTF, a mesh of a URDF; undefined if it has no such reference. */
async function openNamed(file: string, uri: string, allowOutside: boolean) {
  if (!ROBOT.test(file)) return (await namesBuffer(file, uri)) ? openBeside(file, uri, { allowOutside }) : undefined;
  if (!meshNames(file, readRegularText(file)).includes(uri)) return undefined;
  const handle = await openRegular(meshPath(file, basename(file), uri, allowOutside));
  return { handle, size: (await handle.stat()).size };
}

/** Whether a given glTF refers to that buffer; files of other formats refer to none. */
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
  readonly #joints: string | undefined;
  readonly #allowOutside: boolean;
  readonly #recent: readonly RecentlyOpened[];
  readonly #status: StudioServerOptions['status'];

  constructor({ folder, files, joints, allowOutside = false, status, recent = [] }: StudioServerOptions) {
    this.#recent = recent;
    this.#status = status;
    this.#folder = resolve(folder);
    this.#files = [...files, ...(joints === undefined ? [] : [joints])];
    this.#joints = joints;
    this.#allowOutside = allowOutside;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setHeaders(response);
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, key, path] = /^\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
    const [given, before] = [GIVEN.exec(path ?? ''), RECENT.exec(path ?? '')];
    if (!LOCAL_HOSTS.has(host)) refuse(response, 403);
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405);
    else if (path === undefined || !this.#isKey(key)) refuse(response, 403, NO_KEY);
    else if (given) await this.#sendModel(response, this.#files[Number(given[1])], searchParams.get('beside'));
    else if (before) {
      const file = this.#recent[Number(before[1])]?.files[Number(before[2])];
      await this.#sendModel(response, file, searchParams.get('beside'));
    } else if (path === '/status.json') await this.#sendStatus(response);
    else if (PACKAGE.test(path)) await sendPackageFile(response, path);
    else await this.#sendPage(response, path);
  }

  #isKey(found: string): boolean {
    return found.length === this.key.length && timingSafeEqual(Buffer.from(found), Buffer.from(this.key));
  }

  async #sendStatus(response: ServerResponse): Promise<void> {
    if (!this.#status) {
      refuse(response, 404);
      return;
    }
    const found = JSON.stringify(await this.#status());
    response.setHeader('Content-Type', 'application/json');
    response.end(found);
  }

  async #sendModel(response: ServerResponse, file: string | undefined, beside: string | null): Promise<void> {
    if (file === undefined) refuse(response, 404);
    else if (beside === null) await sendFile(response, file);
    else {
      const found = await openNamed(file, beside, this.#allowOutside);
      if (found) sendOpened(response, found.handle, found.size);
      else refuse(response, 404);
    }
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
    response.end(
      html.replace('</title>', () => `</title>${givenMeta(this.#files, this.#joints)}${recentMeta(this.#recent)}`),
    );
  }

  async #sendAsset(response: ServerResponse, path: string, pathname: string): Promise<void> {
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    const model = isThere ? undefined : MODEL.exec(pathname);
    const bytes = model && (await studioModel(model[1]));
    if (isThere) {
      if (pathname === CAD_WORKER) markAsCadWorker(response);
      else markAsPage(response, extname(path));
      await sendFile(response, path);
    } else if (bytes) response.end(bytes);
    else refuse(response, 404);
  }
}

async function sendPackageFile(response: ServerResponse, path: string): Promise<void> {
  const [, name, file] = PACKAGE.exec(path)!;
  const found = await packageFile(name, file);
  if (!found) {
    refuse(response, 404);
    return;
  }
  markAsPage(response, found.extension);
  response.setHeader('Content-Length', found.bytes.length);
  response.end(found.bytes);
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

/** Sends no more than the announced size, even if the file grows meanwhile. */
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
  const why = error.code === 'EACCES' ? 'needs more privileges' : 'is in use';
  return new OptionError(
    'port',
    `port ${port} ${why}. Choose another with --port, or leave --port out to pick a free one.`,
    {
      port,
    },
  );
}
