/**
 * Marks of what walks over a surface have reached, which are kept with the object: a word with the number of the last walk, and a byte for each
 * vertex and each triangle. A walk takes two values of a byte: twice its number, and one more.
 */

/** Walks that bytes can tell apart. */
const WALKS: u32 = 127;

// @inline
export function vertexMarkAt(marks: usize, vertex: u32): usize {
  return marks + 4 + vertex;
}

// @inline
export function faceMarkAt(marks: usize, vertexCount: u32, face: u32): usize {
  return marks + 4 + vertexCount + face;
}

/** Begins a walk; returns the lower of two values that no mark has. */
export function openMarks(marks: usize, vertexCount: u32, triangleCount: u32): u8 {
  let walk = load<u32>(marks) + 1;
  if (walk > WALKS) {
    walk = 1;
    memory.fill(marks + 4, 0, <usize>vertexCount + <usize>triangleCount);
  }
  store<u32>(marks, walk);
  return <u8>(2 * walk);
}
