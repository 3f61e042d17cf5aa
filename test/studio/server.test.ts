import { get } from 'node:http';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveStudio } from '../../src/cli/studio-server.ts';
import { useCommandLine } from '../cli/command-line.ts';
import { box, write } from '../cli/files.ts';
import { studioFolder } from './studio-page.ts';

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A request whose path and host are sent as they are; `fetch` would tidy them up. */
function request(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = get({ hostname, port, path, headers, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject);
  });
}

describe('the server of the studio', () => {
  const cli = useCommandLine();

  async function serving<T>(files: readonly string[], use: (url: string) => Promise<T>): Promise<T> {
    const server = await serveStudio({ folder: studioFolder, files, port: 0 });
    try {
      return await use(server.url);
    } finally {
      server.close();
      await server.ended;
    }
  }

  it('listens on this machine alone, with the headers that threads need', async () => {
    await serving([], async (url) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      const { status, headers, text } = await request(url, '/');
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(text).toContain('<title>Collidescope studio</title>');
      expect(text).not.toContain('collidescope-files');
    });
  });

  it('answers nobody who calls it by another name, and nothing but GET and HEAD', async () => {
    await serving([], async (url) => {
      expect((await request(url, '/', { host: 'evil.example' })).status).toBe(403);
      expect((await request(url, '/', { host: 'localhost:1' })).status).toBe(200);
      expect((await request(url, '/', {}, 'POST')).status).toBe(405);
      expect((await request(url, '/', {}, 'HEAD')).status).toBe(200);
    });
  });

  it('gives the files that it was given, and no others', async () => {
    const content = box('a', [0, 0, 0]);
    write(cli.folder, 'a part.obj', content);
    write(cli.folder, 'secret.obj', 'secret');
    await serving([join(cli.folder, 'a part.obj')], async (url) => {
      expect((await request(url, '/')).text).toContain('given/0/a%20part.obj');
      expect(await request(url, '/given/0/a%20part.obj')).toMatchObject({ status: 200, text: content });
      const paths = [
        '/given/1/secret.obj',
        '/given/0/../secret.obj',
        '/given/0/a%20part.obj?beside=secret.obj',
        `/../${basename(cli.folder)}/secret.obj`,
        '/..%2f..%2fpackage.json',
        '/%2e%2e/%2e%2e/package.json',
        '/../index.js',
        '/..\\..\\package.json',
        '//etc/passwd',
        '/%00',
        '/%',
        '/models/no-such.bin',
        '/models/..%2findex.html%00',
        '/assets',
      ];
      for (const path of paths) expect((await request(url, path)).status, path).toBe(404);
    });
  });

  it('gives buffers that a .gltf names, and no others', async () => {
    write(cli.folder, 'model.gltf', JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri: 'my%20data.bin' }] }));
    write(cli.folder, 'my data.bin', 'data');
    write(cli.folder, 'other.bin', 'other');
    await serving([join(cli.folder, 'model.gltf')], async (url) => {
      const beside = (uri: string) => request(url, `/given/0/model.gltf?beside=${encodeURIComponent(uri)}`);
      expect(await beside('my%20data.bin')).toMatchObject({ status: 200, text: 'data' });
      for (const uri of ['other.bin', '../other.bin', '/etc/passwd', 'file:///etc/passwd']) {
        expect((await beside(uri)).status, uri).toBe(404);
      }
    });
  });

  it('serves scans of installed packages, each as two counts and their numbers', async () => {
    await serving([], async (url) => {
      const response = await fetch(new URL('models/dragon-4.bin', url));
      const bytes = await response.arrayBuffer();
      const [vertices, triangles] = new Uint32Array(bytes, 0, 2);
      expect(bytes.byteLength).toBe(8 + 12 * vertices + 12 * triangles);
      expect(triangles).toBe(11_102);
    });
  });

  it('says which port is in use', async () => {
    await serving([], async (url) => {
      const port = Number(new URL(url).port);
      await expect(serveStudio({ folder: studioFolder, files: [], port })).rejects.toThrow(
        `port ${port} is in use. Give another with --port`,
      );
    });
  });
});
