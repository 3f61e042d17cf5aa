import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ShaderSource } from '../../../src/backend/gpu/pipelines.ts';
import { describeGpu } from '../../support/gpu.ts';
import { isLong } from '../../support/thoroughness.ts';

const src = resolve(import.meta.dirname, '../../../src');

/** Every shader that src exports, found by looking rather than by a list that someone has to keep. */
async function allShaders(): Promise<ShaderSource[]> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && readFileSync(join(src, file), 'utf8').includes('new ShaderSource('))
    .sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(src, file)).href)));
  const exported = modules.flatMap((module) => Object.values(module as object).flat());
  return [...new Set(exported.filter((value) => value instanceof ShaderSource))];
}

/** How often `new ShaderSource(` stands in src; each must be exported, or this test would not see it. */
function declaredKernels(): number {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .reduce((sum, file) => sum + readFileSync(join(src, file), 'utf8').split('new ShaderSource(').length - 1, 0);
}

describeGpu('all shaders', (file) => {
  it('compile without a word of complaint', async () => {
    const kernels = await allShaders();
    expect(kernels.length).toBeGreaterThanOrEqual(declaredKernels());
    for (const { name, code } of kernels) {
      const { messages } = await file.device.handle.createShaderModule({ code }).getCompilationInfo();
      const complaints = messages.map(({ type, lineNum, message }) => `${name}:${lineNum}: ${type}: ${message}`);
      expect(complaints).toEqual([]);
    }
  });

  it('have the bindings that they declare, and names of their own', async () => {
    const kernels = await allShaders();
    for (const { name, code, bindings } of kernels) {
      const declared = [...code.matchAll(/@binding\((\d+)\) var<(uniform|storage, read|storage, read_write)>/g)];
      const kinds = { uniform: 'uniform', 'storage, read': 'read', 'storage, read_write': 'write' } as const;
      const found = declared
        .sort(([, a], [, b]) => Number(a) - Number(b))
        .map(([, , access]) => kinds[access as keyof typeof kinds]);
      expect(found, name).toEqual(bindings);
    }
    expect(new Set(kernels.map(({ name }) => name)).size).toBe(kernels.length);
  });

  it('become pipelines on this device', async () => {
    // Software takes seconds for all; the others become pipelines in the tests that run them.
    for (const [i, shader] of (await allShaders()).entries())
      if (isLong || i % 4 === 0) await file.gpu().compile(shader);
  });
});
