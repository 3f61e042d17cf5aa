/** Lines some pixels wide, solid where they are seen and faint where something is before them. */
import { Group } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

export class WideLines {
  readonly group = new Group();
  readonly #materials: readonly LineMaterial[];

  /** `hiddenOpacity` 0 leaves out what is hidden. */
  constructor(width: number, hiddenOpacity: number, renderOrder: number) {
    const seen = new LineMaterial({ linewidth: width, depthWrite: false, transparent: true });
    const hidden = new LineMaterial({ linewidth: width, depthTest: false, depthWrite: false, transparent: true });
    hidden.opacity = hiddenOpacity;
    this.#materials = hiddenOpacity > 0 ? [hidden, seen] : [seen];
    this.group.renderOrder = renderOrder;
  }

  set colour(colour: string) {
    for (const material of this.#materials) material.color.set(colour);
  }

  /** Six numbers per line. */
  set(data: Float32Array): void {
    for (const line of this.group.children) (line as LineSegments2).geometry.dispose();
    this.group.clear();
    if (data.length === 0) return;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(data);
    for (const [i, material] of this.#materials.entries()) {
      const line = new LineSegments2(geometry, material);
      line.frustumCulled = false;
      line.renderOrder = this.group.renderOrder + i;
      this.group.add(line);
    }
  }
}
