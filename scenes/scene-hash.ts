/** A number for where everything is, to the last bit: equal scenes have equal hashes on every machine. */
import type { AnimatedScene } from './animated-scene.ts';

/** FNV-1a over the bytes of every object's name, positions, indices and matrix, as eight hexadecimal digits. */
export function sceneHash({ objects }: AnimatedScene): string {
  let hash = 0x811c9dc5;
  const mix = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => {
    for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) hash = Math.imul(hash ^ byte, 0x01000193);
  };
  for (const { name, positions, indices, matrix } of objects) {
    mix(new TextEncoder().encode(name));
    mix(positions);
    mix(indices);
    if (matrix) mix(matrix);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
