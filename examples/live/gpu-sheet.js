/** What the GPU example moves: a sheet whose vertices a shader writes into a buffer, and how to look at them. */
import { BufferAttribute, BufferGeometry } from 'three';
import { solid } from './stage.js';

const SIDE = 64;
const COUNT = SIDE * SIDE;
const WGSL = `
@group(0) @binding(0) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(1) var<uniform> turns: f32;
@compute @workgroup_size(64) fn wave(@builtin(global_invocation_id) id: vec3u) {
  let u = f32(id.x % ${SIDE}u) / ${SIDE - 1}.0;
  let v = f32(id.x / ${SIDE}u) / ${SIDE - 1}.0;
  let angle = turns * u;
  let radius = 0.9 + 0.2 * u + 0.12 * sin(2.4 * angle + 4.0 * v);
  positions[id.x] = vec4f(radius * cos(angle), 1.6 * v - 0.8, radius * sin(angle), 1.0);
}`;

function grid() {
  const indices = [];
  for (let y = 0; y < SIDE - 1; y++)
    for (let x = 0; x < SIDE - 1; x++) {
      const at = y * SIDE + x;
      indices.push(at, at + 1, at + SIDE, at + 1, at + SIDE + 1, at + SIDE);
    }
  return Uint32Array.from(indices);
}

/** `positions` as a scene takes them; `step(turns)` moves them; `read` copies a buffer. */
export function rolledSheet(device) {
  const { STORAGE, COPY_SRC, COPY_DST, UNIFORM, MAP_READ } = GPUBufferUsage;
  const buffer = device.createBuffer({ size: 16 * COUNT, usage: STORAGE | COPY_SRC });
  const turnsBuffer = device.createBuffer({ size: 4, usage: UNIFORM | COPY_DST });
  const module = device.createShaderModule({ code: WGSL });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'wave' } });
  const entries = [buffer, turnsBuffer].map((each, binding) => ({ binding, resource: { buffer: each } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });

  function step(turns) {
    device.queue.writeBuffer(turnsBuffer, 0, Float32Array.of(turns));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(COUNT / 64);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
  async function read(source, bytes) {
    if (bytes === 0) return new ArrayBuffer(0);
    const target = device.createBuffer({ size: bytes, usage: COPY_DST | MAP_READ });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(source, 0, target, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await target.mapAsync(GPUMapMode.READ);
    const copy = target.getMappedRange().slice(0);
    target.destroy();
    return copy;
  }
  return { indices: grid(), positions: { buffer, vertexCount: COUNT, strideBytes: 16 }, step, read };
}

/** For the picture: three corners a triangle, so that each triangle can have a colour. */
export function sheetPicture(view, indices) {
  const shown = new BufferGeometry();
  for (const name of ['position', 'color'])
    shown.setAttribute(name, new BufferAttribute(new Float32Array(3 * indices.length), 3));
  const sheet = solid(shown, 0xffffff);
  sheet.material.vertexColors = true;
  view.scene.add(sheet);
  return (corners, pairs) => {
    const { position, color } = shown.attributes;
    for (const [i, vertex] of indices.entries()) {
      position.setXYZ(i, ...corners.subarray(4 * vertex, 4 * vertex + 3));
      color.setXYZ(i, 0.62, 0.76, 0.61);
    }
    for (let i = 1; i < pairs.length; i += 2)
      for (const corner of [0, 1, 2]) color.setXYZ(3 * pairs[i] + corner, 0.75, 0.15, 0.1);
    position.needsUpdate = true;
    color.needsUpdate = true;
    view.draw();
  };
}
