import { mkdtempSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveStudio } from '../../src/cli/studio/server.ts';
import { useCommandLine } from '../cli/command-line.ts';
import { box, write } from '../cli/files.ts';
import { BESIDE, outsideNames, writeDoors } from '../support/hostile-gltf.ts';
import { studioFolder } from './studio-page.ts';

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A request whose path and host are sent as they are, behind the key; `fetch` would tidy them up. */
function request(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return requestPlain(url, new URL(url).pathname.slice(0, -1) + path, headers, method);
}

/** The same, without the key. */
function requestPlain(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
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
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
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
      for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil', '[::1]']) {
        expect((await request(url, '/', { host })).status, host).toBe(403);
      }
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
      // A path that climbs over the key has none.
      for (const path of paths) expect([403, 404], path).toContain((await request(url, path)).status);
    });
  });

  it('answers nobody who does not know the key, and has another every time', async () => {
    write(cli.folder, 'part.obj', box('a', [0, 0, 0]));
    const keys = new Set<string>();
    for (let i = 0; i < 3; i++) {
      await serving([join(cli.folder, 'part.obj')], async (url) => {
        const key = new URL(url).pathname.slice(1, -1);
        keys.add(key);
        const wrong = [...key].reverse().join('');
        const paths = [
          '/',
          '/index.html',
          '/given/0/part.obj',
          '/models/bunny.bin',
          `/${key}`,
          `/${key}x/`,
          '//',
          '/%',
        ];
        paths.push(`/${wrong}/`, `/${key.slice(1)}/`, `/x/../${wrong}/given/0/part.obj`, `/?key=${key}`);
        for (const path of paths) {
          const { status, text, headers } = await requestPlain(url, path);
          expect([403, 404], path).toContain(status);
          expect(text, path).not.toContain(key);
          expect(text, path).not.toMatch(/<|^v /m);
          expect(headers['content-type'], path).not.toContain('html');
        }
      });
    }
    expect(keys.size).toBe(3);
  });

  it('gives buffers that a glTF names, however it is packed, and no others', async () => {
    const model = JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri: 'my%20data.bin' }, null, { uri: 7 }] });
    write(cli.folder, 'model.gltf', model);
    write(cli.folder, 'marked.gltf', `\ufeff${model}`);
    write(cli.folder, 'packed.gltf.gz', gzipSync(model));
    write(cli.folder, 'my data.bin', 'data');
    write(cli.folder, 'other.bin', 'other');
    const names = ['model.gltf', 'marked.gltf', 'packed.gltf.gz'];
    const files = names.map((name) => join(cli.folder, name));
    await serving(files, async (url) => {
      for (const [i, name] of names.entries()) {
        const beside = (uri: string) => request(url, `/given/${i}/${name}?beside=${encodeURIComponent(uri)}`);
        expect(await beside('my%20data.bin')).toMatchObject({ status: 200, text: 'data' });
        for (const uri of ['other.bin', '../other.bin', '/etc/passwd', 'file:///etc/passwd', '7', '']) {
          expect((await beside(uri)).status, uri).toBe(404);
        }
      }
    });
  });

  it('gives the meshes that a URDF names in its folder or its package, and nothing else', async () => {
    const folder = mkdtempSync(join(cli.folder, 'robot-'));
    const uris = [
      'arm.stl',
      `package://${basename(folder)}/arm.stl`,
      '../model.gltf',
      '/etc/passwd',
      'file:///etc/passwd',
    ];
    const links = uris.map((uri, i) => {
      const mesh = `<geometry><mesh filename="${uri}"/></geometry>`;
      return `<link name="l${i}"><collision>${mesh}</collision></link>`;
    });
    write(cli.folder, 'model.gltf', 'secret');
    write(folder, 'arm.stl', 'arm');
    write(folder, 'other.stl', 'other');
    write(folder, 'robot.urdf', `<robot name="r">${links.join('')}</robot>`);
    await serving([join(folder, 'robot.urdf')], async (url) => {
      const ask = (uri: string) => request(url, `/given/0/robot.urdf?beside=${encodeURIComponent(uri)}`);
      for (const uri of uris.slice(0, 2)) expect(await ask(uri), uri).toMatchObject({ status: 200, text: 'arm' });
      for (const uri of [...uris.slice(2), 'other.stl', '']) expect((await ask(uri)).status, uri).toBe(404);
    });
  });

  it('gives nothing that a glTF names outside of its folder, and no device or pipe, unless that is allowed', async () => {
    const root = mkdtempSync(join(cli.folder, 'doors-'));
    const doors = writeDoors(root);
    const model = doors.model('data.bin');
    const uris = outsideNames(doors.secret).map(([uri]) => uri);
    const buffers = [...BESIDE, ...uris].map((uri) => ({ uri }));
    writeFileSync(model, JSON.stringify({ asset: { version: '2.0' }, buffers }));
    const ask = (url: string, uri: string) => request(url, `/given/0/model.gltf?beside=${encodeURIComponent(uri)}`);
    await serving([model], async (url) => {
      for (const uri of BESIDE) expect((await ask(url, uri)).status, uri).toBe(200);
      for (const uri of uris) expect(await ask(url, uri), uri).toMatchObject({ status: 404, text: '' });
    });
    const allowed = await serveStudio({ folder: studioFolder, files: [model], port: 0, allowOutside: true });
    expect((await ask(allowed.url, '../secret.bin')).status).toBe(200);
    for (const uri of ['/dev/zero', 'pipe.bin', 'zero.bin']) expect((await ask(allowed.url, uri)).status).toBe(404);
    allowed.close();
  });

  it('sends what was given as data, whatever it is called and holds', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const names = ['page.html', 'page.svg', 'page.js', 'page.css', 'page.json', 'page.wasm', 'page'];
    for (const name of names) write(cli.folder, name, page);
    const model = JSON.stringify({ asset: { version: '2.0' }, buffers: names.map((uri) => ({ uri })) });
    write(cli.folder, 'pages.gltf', model);
    const files = ['pages.gltf', ...names].map((name) => join(cli.folder, name));
    await serving(files, async (url) => {
      const paths = names.map((name) => `/given/0/pages.gltf?beside=${name}`);
      paths.push(...names.map((name, i) => `/given/${i + 1}/${name}`), '/given/0/pages.html', '/given/1/x.html');
      for (const path of paths) {
        expect((await request(url, path)).headers, path).toMatchObject({
          'content-type': 'application/octet-stream',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
        });
        expect((await request(url, path)).headers['content-security-policy'], path).toContain('sandbox');
      }
    });
  });

  it('sends the page with a policy that lets nothing in from elsewhere', async () => {
    await serving([], async (url) => {
      const { headers } = await request(url, '/');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
      expect(headers['referrer-policy']).toBe('no-referrer');
      const script = /src="\.(\/assets\/[^"]+\.js)"/.exec((await request(url, '/')).text)![1];
      expect((await request(url, script)).headers).toMatchObject({
        'content-type': 'text/javascript',
        'content-security-policy': policy,
      });
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
        `port ${port} is in use. Choose another with --port`,
      );
    });
  });
});
