/** The number of a workgroup in a dispatch that may have been spread over two dimensions (compute-pass.ts). */
export const LINEAR_INDEX_WGSL = /* wgsl */ `
fn workgroupIndex(id: vec3u, grid: vec3u) -> u32 {
  return id.x + id.y * grid.x;
}
`;
