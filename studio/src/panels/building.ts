/** Says how much of a large model is drawn. */
import { byId, grouped } from '../dom.ts';

export function showBuilding(drawn: number, all: number): void {
  const box = byId('building');
  box.hidden = drawn >= all;
  if (!box.hidden) box.textContent = `Drawing: ${grouped(drawn)} of ${grouped(all)} triangles`;
}
