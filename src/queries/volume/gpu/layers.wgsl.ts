/** Shaders of the hardware generators: corners are in clip space already; fragments report their depth. */
export const LAYERS_WGSL = /* wgsl */ `
// The same in every pass: a surface must have the same depth in each.
struct Corner { @builtin(position) @invariant position: vec4f }

@vertex fn place(@location(0) corner: vec3f) -> Corner {
  return Corner(vec4f(corner, 1.0));
}

@group(0) @binding(0) var former: texture_depth_2d;

// Depth peeling: what is not behind the former layer has been seen.
@fragment fn peel(@builtin(position) position: vec4f) {
  if (position.z <= textureLoad(former, vec2i(position.xy), 0)) { discard; }
}

@fragment fn depthOf(@builtin(position) position: vec4f) -> @location(0) f32 {
  return position.z;
}
`;
