/** Vertex shaders of the hardware generator. There is no colour, so there are no fragment shaders. */

export const DRAW_TRIANGLES = /* wgsl */ `
@vertex
fn main(@location(0) place: vec3f) -> @builtin(position) vec4f {
  return vec4f(place, 1.0);
}
`;

/**
 * Three faces of a box, two triangles each: those that look towards the viewer (side −1) when drawing, those that look
 * away (side 1) when asking (FAR §4.2.1). All axes point away from the viewer, so the side tells which face.
 */
export const DRAW_BOXES = /* wgsl */ `
struct Box { centre: vec4f, first: vec4f, second: vec4f, third: vec4f }
@group(0) @binding(0) var<storage, read> boxes: array<Box>;
override side: f32 = -1.0;

@vertex
fn main(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4f {
  let box = boxes[instance];
  let face = vertex / 6u;
  let place = vertex % 6u;
  // Corners 0 1 2, 2 1 3 of a square.
  let at = array<u32, 6>(0u, 1u, 2u, 2u, 1u, 3u)[place];
  let u = select(-1.0, 1.0, (at & 1u) != 0u);
  let v = select(-1.0, 1.0, (at & 2u) != 0u);
  var factors = vec3f(side, u, v);
  if (face == 1u) { factors = vec3f(u, side, v); }
  if (face == 2u) { factors = vec3f(u, v, side); }
  let point = box.centre.xyz + factors.x * box.first.xyz + factors.y * box.second.xyz + factors.z * box.third.xyz;
  return vec4f(point, 1.0);
}
`;
