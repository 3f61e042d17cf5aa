import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSUMER_SOURCE, crossing, GLTF, OBJ, READER_SOURCE } from '../support/consumer.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { PATIENCE } from '../support/thoroughness.ts';

describe('the packed package in Node', () => {
  let packed: PackedPackage;
  beforeAll(async () => {
    packed = await packPackage();
  });
  afterAll(() => packed?.dispose());

  /** A program that does not end by itself is ended, and fails. */
  function output(name: string, source: string, without: readonly string[] = []): unknown {
    const project = packed.createProject(name, { 'main.js': source }, { without });
    const options = { cwd: project, encoding: 'utf8', timeout: PATIENCE / 2 } as const;
    return JSON.parse(execFileSync(process.execPath, ['main.js'], options));
  }

  it.each([0, 2])('finds the crossing with %i threads, and the process ends without dispose', (threads) => {
    const source = `${CONSUMER_SOURCE}console.log(JSON.stringify(await collideTriangles({ threads: ${threads} })));\n`;
    expect(output(`threads-${threads}`, source)).toEqual(crossing(threads));
  });

  // Flags of the process are not for the threads: theirs is a script, whatever standard input or -e is.
  it.each([[['--input-type=module']], [['--import', 'data:text/javascript,']]])(
    'starts threads in a program given with node %j -e',
    (flags) => {
      const source = `${CONSUMER_SOURCE}console.log(JSON.stringify(await collideTriangles({ threads: 2 })));\n`;
      const project = packed.createProject('evaluated', {});
      const options = { cwd: project, encoding: 'utf8', timeout: PATIENCE / 2 } as const;
      const arguments_ = ['--input-type=module', ...flags, '-e', source];
      expect(JSON.parse(execFileSync(process.execPath, arguments_, options))).toEqual(crossing(2));
    },
  );

  it('loads with import() from CommonJS', () => {
    const source = `import('collidescope').then((names) => console.log(JSON.stringify(typeof names.createEngine)));\n`;
    const files = { 'package.json': '{ "private": true }', 'main.js': source };
    const project = packed.createProject('commonjs', files);
    expect(execFileSync(process.execPath, ['main.js'], { cwd: project, encoding: 'utf8' })).toBe('"function"\n');
  });

  // Node 20.19, 22.12 and later give an ES module to require().
  it.runIf(process.features.require_module)('loads with require() where Node allows it', () => {
    const source = `${CONSUMER_SOURCE.replace(/^import (.*) from (.*);$/m, 'const $1 = require($2);')}
      require('collidescope/io');
      collideTriangles({ threads: 0 }).then((found) => console.log(JSON.stringify(found)));\n`;
    const files = { 'package.json': '{ "private": true }', 'main.js': source };
    const project = packed.createProject('require', files);
    const arguments_ = ['--no-warnings', 'main.js'];
    const printed = execFileSync(process.execPath, arguments_, { cwd: project, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(crossing(0));
  });

  it('says how to get WebGPU where its package is not installed', () => {
    const source = `${CONSUMER_SOURCE}console.log(JSON.stringify(await collideTriangles({ backend: 'webgpu' })));\n`;
    expect(output('without-webgpu', source, ['webgpu'])).toMatchObject({
      code: 'no-webgpu',
      message: expect.stringContaining('npm install webgpu'),
    });
  });

  it('reads OBJ and glTF', () => {
    const calls = [OBJ, GLTF].map(({ format, text }) => `readParts(${JSON.stringify(text)}, 'a.${format}')`);
    const source = `${READER_SOURCE}console.log(JSON.stringify(await Promise.all([${calls}])));\n`;
    expect(output('readers', source)).toEqual([OBJ.parts, GLTF.parts]);
  });

  it('has a command that runs', () => {
    const project = packed.createProject('command', {});
    const command = join(project, 'node_modules/collidescope/dist/cli.js');
    expect(execFileSync(command, ['--help'], { cwd: project, encoding: 'utf8' })).toContain('collidescope check');
  });

  it('throws the same error classes from both doors', () => {
    const source = `import { MeshError } from 'collidescope';
      import { readModel } from 'collidescope/io';
      const error = await readModel(new Uint8Array(0), { name: 'a.obj' }).catch((error) => error);
      console.log(JSON.stringify(error instanceof MeshError));\n`;
    expect(output('errors', source)).toBe(true);
  });

  it('works without three.js, and only its adapter misses it', () => {
    const source = `${CONSUMER_SOURCE}await import('collidescope/io');
      const missing = await import('collidescope/three').catch(({ code, message }) => [code, message.includes("'three'")]);
      console.log(JSON.stringify([missing, await collideTriangles({ threads: 0 })]));\n`;
    expect(output('without-three', source, ['three'])).toEqual([['ERR_MODULE_NOT_FOUND', true], crossing(0)]);
  });

  it('collides objects of three.js, and throws its errors from the same classes', () => {
    const source = `import { MeshError } from 'collidescope';
      import { Collider } from 'collidescope/three';
      import { BoxGeometry, BufferGeometry, Mesh } from 'three';
      const collider = await Collider.create();
      const boxes = [new Mesh(new BoxGeometry()), new Mesh(new BoxGeometry())];
      boxes[1].position.set(0.5, 0.4, 0.3);
      const hits = await collider.add(boxes).collide();
      let refused;
      try { collider.add(new Mesh(new BufferGeometry())); } catch (error) { refused = error instanceof MeshError; }
      const objects = hits.pairs.map(({ a, b }) => [boxes.indexOf(a.object), boxes.indexOf(b.object)]);
      console.log(JSON.stringify([objects, hits.length > 0, refused]));\n`;
    expect(output('three', source)).toEqual([[[0, 1]], true, true]);
  });
});
