/** A vertex attribute whose contents are replaced from time to time, with a buffer that grows and is reused. */
import { BufferAttribute, type BufferGeometry, DynamicDrawUsage } from 'three';

export class GrowingAttribute {
  readonly #geometry: BufferGeometry;
  readonly #name: string;
  #attribute: BufferAttribute;

  constructor(geometry: BufferGeometry, name: string) {
    this.#geometry = geometry;
    this.#name = name;
    this.#attribute = this.#make(0);
  }

  #make(vertexCount: number): BufferAttribute {
    const attribute = new BufferAttribute(new Float32Array(3 * vertexCount), 3).setUsage(DynamicDrawUsage);
    this.#geometry.setAttribute(this.#name, attribute);
    return attribute;
  }

  /** An array for at least this many vertices; `upload` then makes its contents visible. */
  reserve(vertexCount: number): Float32Array {
    if (vertexCount > this.#attribute.count) {
      // Frees the buffers on the GPU; what is still used is uploaded again.
      this.#geometry.dispose();
      this.#attribute = this.#make(Math.max(vertexCount, 2 * this.#attribute.count));
    }
    return this.#attribute.array as Float32Array;
  }

  upload(vertexCount: number): void {
    if (vertexCount === 0) return;
    this.#attribute.clearUpdateRanges();
    this.#attribute.addUpdateRange(0, 3 * vertexCount);
    this.#attribute.needsUpdate = true;
  }
}
