/** Files that cannot be used: exit code 2, a message that says where and what, and never a stack. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, movingTriangles, TANGLE, write } from './files.ts';

const cli = useCommandLine();
const isRoot = process.getuid?.() === 0;

/** Name, content, what the message says. */
const BAD_FILES: readonly [string, string | Uint8Array, string][] = [
  ['empty.obj', '', 'empty-file'],
  ['empty.stl.gz', gzipSync(''), 'empty-file'],
  ['words.txt', 'These are words.', 'unknown-format'],
  ['part.step', 'ISO-10303-21;\nHEADER;\n', 'truncated'],
  ['house.ifc', "ISO-10303-21;\nFILE_SCHEMA(('IFC4'));\n", 'truncated'],
  ['cut.stl.gz', gzipSync(TANGLE).subarray(0, 60), 'bad-gzip'],
  ['nan.obj', 'v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n', 'line 2'],
  ['range.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n', 'line 4'],
  ['huge.obj', 'v 0 0 0\nv 1e200 0 0\nv 0 1 0\nf 1 2 3\n', 'out-of-range'],
  [
    'claim.ply',
    'ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n',
    'claim.ply',
  ],
  ['lost.gltf', movingTriangles().replace(/"uri":"[^"]*"/, '"uri":"lost.bin"'), 'lost.bin'],
  [
    'web.gltf',
    movingTriangles().replace(/"uri":"[^"]*"/, '"uri":"https://example.org/a.bin"'),
    'nothing is downloaded',
  ],
];

beforeAll(() => {
  write(cli.folder, 'box.obj', box('box', [0, 0, 0]));
  mkdirSync(join(cli.folder, 'folder.obj'));
  for (const [name, content] of BAD_FILES) write(cli.folder, name, content);
});

describe('bad files', () => {
  it.each(BAD_FILES.map(([name, , message]) => ({ name, message })))('$name: $message', async ({ name, message }) => {
    for (const verb of ['check', 'clash', 'info']) {
      const { code, stdout, stderr } = await cli.run([verb, 'box.obj', name]);
      expect(code).toBe(2);
      // What cannot be read does not end the run.
      expect(stdout).toContain(verb === 'clash' ? '1 object, 12 triangles' : 'box');
      expect((await cli.run([verb, name])).stdout).toBe('');
      expect(stderr).toContain(message);
      expect(stderr).toContain(name.replace(/\.gz$/, ''));
      // A stack of ours; graphics drivers print their own.
      expect(stderr).not.toMatch(/^ {4}at .*(file:|node:|\.js)/m);
    }
  });

  it('says when a file is not there, and what may have been meant', async () => {
    const { code, stderr } = await cli.run(['check', 'bocks.obj', '--quiet']);
    expect(code).toBe(2);
    expect(stderr).toContain('no-such-file: file "bocks.obj"');
    expect((await cli.run(['check', 'bx.obj'])).stderr).toContain('Did you mean "box.obj"');
    expect((await cli.run(['check', 'nowhere/box.obj'])).stderr).toContain('the folder "nowhere"');
  });

  it('says when it is a folder', async () => {
    const { code, stderr } = await cli.run(['check', 'folder.obj']);
    expect(code).toBe(2);
    expect(stderr).toContain('found a folder');
  });

  it.skipIf(isRoot || process.platform === 'win32')('says when it may not be read', async () => {
    write(cli.folder, 'secret.obj', TANGLE);
    chmodSync(join(cli.folder, 'secret.obj'), 0);
    const { code, stderr } = await cli.run(['check', 'secret.obj']);
    expect(code).toBe(2);
    expect(stderr).toContain('no-permission');
  });
});

describe('good files', () => {
  it('trusts the contents, not the extension', async () => {
    write(cli.folder, 'really-obj.stl', TANGLE);
    const { code, stdout } = await cli.run(['info', 'really-obj.stl', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).objects[0].format).toBe('obj');
  });

  it('finds the buffers of a glTF beside it, wherever it is called from', async () => {
    mkdirSync(join(cli.folder, 'model'));
    const text = movingTriangles();
    const data = /base64,([^"]*)/.exec(text)![1];
    write(cli.folder, 'model/data set.bin', Buffer.from(data, 'base64'));
    write(cli.folder, 'model/scene.gltf', text.replace(/"uri":"[^"]*"/, '"uri":"data%20set.bin"'));
    const { code, stdout } = await cli.run(['clash', 'model/scene.gltf', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).objects.map((object: { name: string }) => object.name)).toEqual(['still', 'moving']);
  });

  it('prints names without what could colour the screen', async () => {
    write(cli.folder, 'escape.obj', box('\x1b[31mred', [0, 0, 0]));
    const { stdout } = await cli.run(['clash', 'escape.obj', '--self']);
    expect(stdout).not.toContain('\x1b');
    expect(stdout).toContain('[31mred');
  });
});
