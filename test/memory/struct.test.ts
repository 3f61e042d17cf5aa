import { describe, expect, it } from 'vitest';
import { ShaderSource } from '../../src/backend/gpu/pipelines.ts';
import { struct } from '../../src/memory/struct.ts';
import { describeGpu } from '../support/gpu.ts';

const FRAGMENT = struct('Fragment', { pixel: 'u32', side: 'i32', depth: 'f32' });

describe('a struct declared once', () => {
  it('gives WGSL text and sizes', () => {
    expect(FRAGMENT.wgsl).toBe('struct Fragment {\n  pixel: u32,\n  side: i32,\n  depth: f32,\n}\n');
    expect(FRAGMENT.bytes).toBe(12);
    expect(FRAGMENT.at.depth).toBe(8);
  });

  it('reads what it wrote', () => {
    const fragments = [
      { pixel: 2 ** 32 - 1, side: -1, depth: 0.5 },
      { pixel: 7, side: 2 ** 31 - 1, depth: -1e30 },
    ].map((fragment) => ({ ...fragment, depth: Math.fround(fragment.depth) }));
    expect(FRAGMENT.unpack(FRAGMENT.pack(fragments))).toEqual(fragments);
  });

  it('refuses names that WGSL would not take, and no fields', () => {
    expect(() => struct('a b', { x: 'u32' })).toThrow('bad name "a b"');
    expect(() => struct('Empty', {})).toThrow('no fields');
  });
});

const NEGATE = new ShaderSource(
  'negate',
  [
    FRAGMENT.wgsl,
    /* wgsl */ `
@group(0) @binding(0) var<uniform> one: Fragment;
@group(0) @binding(1) var<storage, read_write> all: array<Fragment>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let old = all[id.x];
  all[id.x] = Fragment(old.pixel + one.pixel, -old.side + one.side, -old.depth + one.depth);
}`,
  ],
  ['uniform', 'write'],
);

describeGpu('a struct declared once, on the GPU', (file) => {
  it('lies in uniform and storage buffers as it does here', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(NEGATE);
    const before = [1, 2, 3].map((pixel) => ({ pixel, side: 10 * pixel, depth: pixel / 4 }));
    const read = await gpu.run((pass) => {
      const all = pass.memory.createFilled('fragments', new Uint8Array(FRAGMENT.pack(before)));
      pass.dispatch(shader, 3, [all], FRAGMENT.pack([{ pixel: 100, side: 1, depth: 2 }]));
      return pass.readBack(all, 0, 3 * FRAGMENT.bytes);
    });
    const expected = before.map(({ pixel, side, depth }) => ({ pixel: pixel + 100, side: 1 - side, depth: 2 - depth }));
    expect(FRAGMENT.unpack(read.bytes)).toEqual(expected);
  });
});
